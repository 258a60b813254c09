"""A day's competition, without clock, randomness or I/O."""
