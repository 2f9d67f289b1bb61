"""Arrays in, arrays out: no names, no files, no words; a fast function with its plain twin, one folder per family."""
