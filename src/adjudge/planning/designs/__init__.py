"""Who judges what: our own designs, and those of published campaigns, so that they can be compared."""
