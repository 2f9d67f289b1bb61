"""What commands print: results in the form asked for, and progress on a terminal."""
