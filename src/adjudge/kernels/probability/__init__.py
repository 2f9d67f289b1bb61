"""What all tests share: the normal distribution, corrections for many tests."""
