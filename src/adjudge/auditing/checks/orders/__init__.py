"""Checks of the ranking: tests that contradict it, lines that depend on a recipe, orders that other choices give."""
