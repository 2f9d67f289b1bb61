"""Files for a paper: tables as LaTeX, CSV and Markdown, figures as SVG, PDF and PNG, all with captions."""
