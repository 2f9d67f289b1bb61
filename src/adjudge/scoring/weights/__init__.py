"""What marked errors cost: rules, files of them, and the published ones by name."""
