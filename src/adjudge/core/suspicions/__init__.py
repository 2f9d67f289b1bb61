"""Faults that no rule forbids and that make a ranking wrong all the same: each is looked for, and named if found."""
