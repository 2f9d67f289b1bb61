"""From raw ratings to one score per system: filters, standardisation, aggregation."""
