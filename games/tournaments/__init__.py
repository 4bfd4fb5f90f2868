"""Tournaments: entries, rounds and standings in four formats."""
