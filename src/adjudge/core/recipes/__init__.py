"""Recipes as data: what a choice may be, the built-in ones, their files, and the tests they can name."""
