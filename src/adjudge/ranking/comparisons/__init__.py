"""Rankings from comparisons, one step per file: counting, units, orderings, tests of pairs, majorities, the result."""
