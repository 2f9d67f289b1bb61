"""The vocabulary shared by all stages: columns, tables, recipes, signatures, seeds, results, findings, errors."""
