"""TrueSkill as WMT ran it: skills from random runs, and ranges of ranks over the runs."""
