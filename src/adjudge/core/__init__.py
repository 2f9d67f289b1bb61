"""The vocabulary of all stages, without I/O: columns, tables, recipes, signatures, seeds, results, findings, errors."""
