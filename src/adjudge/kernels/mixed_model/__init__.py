"""Linear mixed models of ratings by restricted maximum likelihood."""
