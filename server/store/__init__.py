"""Everything that is SQL: what the contest keeps, in PostgreSQL."""
