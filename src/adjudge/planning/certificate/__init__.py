"""What a plan is worth: balance, connection, expected precision, time and cost, and every rule that it breaks."""
