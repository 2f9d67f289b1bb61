"""Which rows of a table are used: conditions as users write them, rows that meet them, and groups of rows."""
