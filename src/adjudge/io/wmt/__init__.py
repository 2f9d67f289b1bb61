"""Files as WMT releases them: direct assessment, relative rankings, counts, results, maps of ids."""
