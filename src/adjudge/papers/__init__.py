"""Published figures and how we compute them, one module per paper."""
