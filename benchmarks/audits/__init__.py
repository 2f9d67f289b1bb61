"""Clean campaigns and planted faults for the linter: they share no code with the simulator nor with the checks."""
