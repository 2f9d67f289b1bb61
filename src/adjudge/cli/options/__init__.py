"""Options that commands share, gathered into values: what to read, in which form to show it, what to list."""
