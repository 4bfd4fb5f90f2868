"""Text of users within the site's sentences, whose languages are written from left to right."""

from __future__ import annotations

import unicodedata

FROM_RIGHT = frozenset({"R", "AL", "AN"})
ISOLATE, END = "\u2068", "\u2069"
"""Work as `bdi` does on pages, also in mails and push messages."""


def isolated(text: str) -> str:
    """Return a user's text, isolated from the words around it if any of it runs from the right."""
    if any(unicodedata.bidirectional(sign) in FROM_RIGHT for sign in text):
        return f"{ISOLATE}{text}{END}"
    return text
