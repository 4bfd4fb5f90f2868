"""Words for keys of the JSON that have no label of their own."""

from __future__ import annotations


def spaced(name: str) -> str:
    """Return a key with spaces: “group_needed” → “group needed”."""
    return name.replace("_", " ").replace("-", " ").strip()


def name_words(name: str) -> str:
    """Convert a key to words: “group_needed” → “Group needed”."""
    words = spaced(name)
    return words[:1].upper() + words[1:]
