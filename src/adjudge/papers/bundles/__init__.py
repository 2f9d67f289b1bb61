"""Bundles: data, recipes and results of an evaluation in one file, and how everything in it is computed again."""
