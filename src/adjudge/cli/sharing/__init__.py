"""Commands that hand an evaluation on to others, one file per command."""
