"""What readers of JSON files share: plain values, and texts from rows of outputs."""
