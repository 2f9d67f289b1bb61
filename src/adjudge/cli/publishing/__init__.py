"""Commands that prepare an evaluation for publication."""
