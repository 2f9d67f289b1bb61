"""Rankings from ratings: a recipe as a pipeline of typed steps, from rows to the result."""
