"""What judgements answer of a datasheet, one file per kind of table, and how answers of several sources become one."""
