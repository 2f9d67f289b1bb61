"""Stability of rankings as tables, chart and page."""
