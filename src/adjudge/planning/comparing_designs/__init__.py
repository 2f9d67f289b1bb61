"""Designs, budgets and recipes simulated on a known truth: what each finds, and what it costs."""
