"""Agreement of annotators who rate the same items, with missing cells, and its uncertainty by document."""
