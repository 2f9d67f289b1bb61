"""Orders of least contradicted weight in a tournament of majorities: exact search, certificates, counting."""
