"""What units of comparisons say about fitted strengths: scores, jackknife, tastes of annotators, tests of all pairs."""
