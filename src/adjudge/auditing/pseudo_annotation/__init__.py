"""Scores of a metric in the place of annotators: what a recipe does to judgements that are perfectly consistent."""
