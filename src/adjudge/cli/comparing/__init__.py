"""Commands about two rankings at once."""
