"""How a frame becomes a table: names of columns, types, values, and the rules of single tables."""
