"""Profiles and lists of players."""
