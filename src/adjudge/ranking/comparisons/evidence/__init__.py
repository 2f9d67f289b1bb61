"""What comparisons say besides an order: units, the fit of single pairs, majorities and cycles, opponents."""
