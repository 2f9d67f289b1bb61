"""What the linter found, for people and for other programs: groups of findings, explanations, SARIF, annotations."""
