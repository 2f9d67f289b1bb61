"""Test sets in the layout of mt-metrics-eval: single files of scores and ratings, and whole folders."""
