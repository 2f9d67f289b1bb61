"""What the documents of a test did to its ranking: coverage, difficulty, luck, cells that depart from their pattern."""
