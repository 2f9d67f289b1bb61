"""Models and tests of votes between two systems: strengths, their errors, dependence, agreement, information."""
