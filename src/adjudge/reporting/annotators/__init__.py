"""Annotators as tables: use of the scale, work, agreement, pairs, and those who compared systems."""
