"""Work to annotators and sessions: shares by controlled rounding, systems, connection, groups, sessions."""
