"""The certificate of a plan: coverage, balance, expected precision, time and cost, and the rules that are broken."""
