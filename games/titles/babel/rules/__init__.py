"""Babel: two builders, five tribes, and temples that grow, are stolen and fall."""
