"""Scores or comparisons to an order with its uncertainty: `rank`, and what both kinds of rankings share."""
