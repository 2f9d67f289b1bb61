"""Checks of source, reference and outputs: copies, defects, lengths and scripts."""
