"""Puzzles from real positions."""
