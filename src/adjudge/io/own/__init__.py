"""Our own files: CSV, JSON Lines and Parquet with the columns of our tables, and results that were stored."""
