"""Datasheets: what results say in one, and the sheet as Markdown, as a file of the form, and as questions to answer."""
