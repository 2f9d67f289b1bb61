"""Arrays in, arrays out. A fast function stands next to its plain twin, and a test makes them agree."""
