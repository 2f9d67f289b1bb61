"""Annotators: how they use the scale, how far they agree with each other and themselves, and what more would give."""
