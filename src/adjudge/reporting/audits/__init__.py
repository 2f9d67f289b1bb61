"""Results of audits as tables, and one kind of page for all of them."""
