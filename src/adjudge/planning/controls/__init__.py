"""Items that do not count: degraded copies, clean repeats, references, a calibration set, a tutorial."""
