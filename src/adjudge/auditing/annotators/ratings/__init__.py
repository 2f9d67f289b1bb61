"""Annotators who gave ratings: rows, one module for each part of their description, findings, and the result."""
