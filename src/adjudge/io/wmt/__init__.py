"""Files as WMT releases them: direct assessment, rankings, judgements, counts, results, maps, tests of annotators."""
