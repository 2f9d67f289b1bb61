"""Reproduction: what papers printed, how it is computed here, and their known slips; one module per paper."""
