"""What a report is made of: every analysis of the same judgements, with its result or the reason why there is none."""
