"""What the scores of one annotator say next to those of the others: expected scores, correlations, trends."""
