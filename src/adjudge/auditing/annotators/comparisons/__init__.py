"""Annotators who compared systems: agreement in several forms, each annotator, every two, and the result."""
