"""Optimisations of Django: compiled templates, prepared statements."""
