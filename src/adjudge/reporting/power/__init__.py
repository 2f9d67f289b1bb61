"""Power and sample sizes as tables, as a chart and as a page."""
