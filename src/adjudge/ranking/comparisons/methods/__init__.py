"""Methods for comparisons, one file for a method or a family, and what models of strength share."""
