"""Two rankings of the same systems compared: what each side may be, what moved, and which choices and data differ."""
