"""Power, sample size and smallest effect of a planned comparison of two systems, in closed form."""
