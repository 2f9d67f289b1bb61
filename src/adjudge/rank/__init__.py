"""Scores or comparisons in, an order with its uncertainty out."""
