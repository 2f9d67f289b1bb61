"""The certificate of a plan as tables for the terminal and as a page with heat maps."""
