"""Text translated forward against text that was itself a translation (Graham et al. 2020, section 3)."""
