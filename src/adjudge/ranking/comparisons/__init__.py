"""Rankings from comparisons: methods in a registry, and what every order of them shows."""
