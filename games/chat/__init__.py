"""The chat at tables."""
