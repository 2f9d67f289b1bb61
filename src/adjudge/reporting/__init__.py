"""Results to pages, charts, tables and sentences. Nothing is computed here: a report only formats."""
