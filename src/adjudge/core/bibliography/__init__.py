"""The papers that our texts name, as data, and how they are found in a text and printed as BibTeX."""
