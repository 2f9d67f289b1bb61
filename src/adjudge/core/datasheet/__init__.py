"""The questions of a datasheet for human evaluations, and answers to them, as data without I/O."""
