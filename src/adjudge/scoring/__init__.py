"""Raw judgements to scores: filters, quality control, standardisation, aggregation, error spans, the mixed model."""
