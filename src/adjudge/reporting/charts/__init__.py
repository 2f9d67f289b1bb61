"""Charts of rankings, one kind per module: Vega-Lite specifications as data, drawn as SVG without a browser."""
