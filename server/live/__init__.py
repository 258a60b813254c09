"""Attempts in memory while somebody is at their table."""
