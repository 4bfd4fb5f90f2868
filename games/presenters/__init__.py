"""A match as one viewer may see it, for templates and API alike. Nothing here writes."""
