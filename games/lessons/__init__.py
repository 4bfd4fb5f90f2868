"""Lessons that teach a game at its own table."""
