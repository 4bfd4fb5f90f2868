"""The moves that a page can send: its buttons, combined with the fields that are chosen there."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from games.engine.contract import Json
from games.matches.decorators import merged_fields

READ = re.compile(r"""<!--.*?-->|<(?:button|input)\b(?:[^>"']|"[^"]*"|'[^']*')*>""", re.DOTALL)
"""The tags that are read, and comments, which may contain some: parsing a whole page is slow."""


class OfferedMoves(HTMLParser):
    """The moves of a page's form `move-form`; buttons that are hidden from players offer none."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self._buttons: list[str] = []
        self._fields: dict[str, list[str]] = {}
        self.feed("".join(READ.findall(html)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name"), given.get("value")
        if given.get("form") != "move-form" or not name or value is None:
            return
        if tag == "button" and name == "move" and given.get("aria-hidden") != "true":
            self._buttons.append(value)
        elif tag == "input" and name != "turn_token":
            self._fields.setdefault(name, []).append(value)

    @property
    def moves(self) -> list[Json]:
        """Every move that can be sent; a button's own fields win over those chosen next to it."""
        sent: list[dict[str, str]] = [{"move": move} for move in self._buttons]
        for name, values in self._fields.items():
            sent = [{name: value, **fields} for fields in sent for value in values]
        return [merged_fields(fields) for fields in sent]
