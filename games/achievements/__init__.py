"""Achievements of players, found by replaying finished matches."""
