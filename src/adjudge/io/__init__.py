"""The only place that knows foreign files: one module per format, reader and writer side by side."""
