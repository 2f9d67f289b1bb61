"""Designs that were compared on a known truth: tables, a chart of what more hours buy, a page."""
