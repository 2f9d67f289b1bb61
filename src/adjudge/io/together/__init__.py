"""Several files as one table: maps and supplements that complete others, collections side by side, copies refused."""
