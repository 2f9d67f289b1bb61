"""What readers of JSON files share: plain values, errors, and texts from rows of outputs."""
