"""Two rankings that were compared, as tables, sentences and a page."""
