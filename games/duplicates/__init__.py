"""Duplicate deals: several tables get the same cards, and players compare their results."""
