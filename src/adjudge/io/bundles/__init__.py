"""The only place that knows the files of bundles: names, the manifest, packing, and opening what others send."""
