"""How outputs are judged: what is shown, which answer is asked for, which answers are allowed."""
