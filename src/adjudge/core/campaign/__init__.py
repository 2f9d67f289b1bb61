"""The campaign file: everything that is decided before the first judgement, as checked data."""
