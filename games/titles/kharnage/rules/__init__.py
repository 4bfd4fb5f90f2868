"""Kharnage: four armies, one hill, four rounds of it."""
