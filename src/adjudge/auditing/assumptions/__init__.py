"""What a ranking assumes without saying so, the checks that test it, and whether the data bear it out."""
