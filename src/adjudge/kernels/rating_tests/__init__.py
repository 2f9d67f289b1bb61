"""Tests on the scores of two systems: rank sums, paired tests, sign flips, bootstrap, effects."""
