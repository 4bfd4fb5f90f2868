"""Moderation of matches: reports, suspicious patterns, and sanctions at the tables."""
