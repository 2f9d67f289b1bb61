"""Commands for what is decided before anything is judged."""
