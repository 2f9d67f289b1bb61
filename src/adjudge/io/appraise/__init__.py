"""Files of the Appraise platform: exported results in all layouts, rankings as XML, and batches."""
