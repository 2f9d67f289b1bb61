"""Checks of judgements, one file per subject: each check is a finding's entry with the function that looks for it."""
