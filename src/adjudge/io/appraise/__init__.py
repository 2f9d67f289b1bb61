"""Files of the Appraise platform: exported results in all layouts, and batches."""
