"""Whether a board's style sheet also changes what the site draws on the page of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.template.loader import get_template

AT_PLAYERS = ("matches/_clock", "boards/_seat_name", "boards/_generic_marks", "boards/_left")
"""The templates that a board includes, so that `.mygame .number` also means what is in them."""
ON_THE_PAGE = (
    *("base", "matches/match", "matches/_table", "matches/_tools", "matches/_result"),
    *("matches/_drawer_tabs", "matches/_guide", "matches/_settings", "matches/_option_chips"),
    *("boards/_final_table", "boards/_banner", "boards/_line", "chat/_chat"),
)
OF_BOARDS = frozenset(
    (
        *("acts", "board", "chat", "guide", "hand", "idle", "log", "my-side", "pile", "player"),
        *("players", "refusal", "replay-bar", "result", "table", "table-head", "table-room"),
    )
)
"""Classes of the parts that a game lays out (docs/adding-a-game.md: Layout)."""
REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
HEAD = re.compile(r"[^{};]+(?=\{)")
ATTRIBUTE = re.compile(r'class="([^"]*)"')
COMMA = re.compile(r",(?![^()]*\))")
TAG = re.compile(r"\{[%{].*?[%}]\}")
BARE = re.compile(r"\.([a-z][\w-]*)(?:::?[a-z-]+)*")
"""A class, with nothing else than a state such as `:hover`."""


def collisions(sheet: Path, template: Path) -> list[str]:
    """Return a sentence for each selector that also fits elements of the site.

    Args:
        sheet: The style sheet of a board.
        template: The board's template. `.mygame .name` fits more than the game's own elements if
            its first element has the class `mygame`; `.mygame .player .name` is meant that way.
    """
    first = ATTRIBUTE.search(TAG.sub(" ", template.read_text("utf-8")))
    around_all = frozenset(first[1].split() if first else ())
    text = REMARK.sub(lambda found: "\n" * found[0].count("\n"), sheet.read_text("utf-8"))
    found = []
    for head in HEAD.finditer(text):
        for selector in COMMA.split(head[0]):
            if clash := _clash(selector.strip(), around_all):
                start = head.start() + len(head[0]) - len(head[0].lstrip())
                line = text.count("\n", 0, start) + 1
                found.append(f"{sheet.name}:{line} “{selector.strip()}” {clash}")
    return found


def _clash(selector: str, around_all: frozenset[str]) -> str:
    *around, last = re.split(r"\s*>\s*|\s+", selector)
    known = BARE.fullmatch(last)
    if known is None or (around and around not in [[f".{name}"] for name in around_all]):
        return ""
    if known[1] in _classes(AT_PLAYERS):
        return "also styles the clock and name of a player"
    if not around and known[1] in _classes(ON_THE_PAGE):
        return "also styles parts of the site"
    return ""


@cache
def _classes(templates: tuple[str, ...]) -> frozenset[str]:
    """Return the classes that templates of the site use, without those of a board's own parts."""
    return frozenset(name for one in templates for name in _classes_in(one)) - OF_BOARDS


def _classes_in(template: str) -> Iterator[str]:
    source = get_template(f"{template}.html").template.source  # type: ignore[attr-defined]  # of Django’s backend
    for attribute in ATTRIBUTE.findall(TAG.sub(" ", source)):
        yield from (one for one in attribute.split() if not one.startswith(("is-", "seat-")))
