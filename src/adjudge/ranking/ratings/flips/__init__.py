"""The test by sign flips of what units contribute to the mixed model: evidence, tests, precision, findings."""
