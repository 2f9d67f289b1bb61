"""Regressions whose rows depend on each other within clusters."""
