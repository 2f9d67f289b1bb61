"""Checks of comparisons: sides, annotators, opponents, ties and cycles."""
