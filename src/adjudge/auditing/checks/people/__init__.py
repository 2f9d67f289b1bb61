"""Checks of who judged and how: annotators, their use of the scale, their agreement, their pace."""
