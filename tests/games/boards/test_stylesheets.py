"""The style sheets of a table: what a move costs the browser that shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from games.matches.presenters.boards import game_board
from games.titles.registry import styles_of_titles, titles

SHARED = tuple(f"css/{name}.css" for name in ("base", "parts", "card", "table", "pace"))
RULE = re.compile(r"([^{}]+)\{")
SIBLING = re.compile(r"([^\s>+~(,]+)\s*[+~]\s+")
CLASS = re.compile(r"[.#\[]")


def selectors_of(name: str) -> list[str]:
    """Return the heads of all rules of a style sheet, without remarks and at-rules."""
    found = finders.find(name)
    assert isinstance(found, str), name
    text = re.sub(r"/\*.*?\*/|:nth-[a-z-]+\([^)]*\)", "", Path(found).read_text(), flags=re.DOTALL)
    heads = (head.rpartition(";")[2].strip() for head in RULE.findall(text))
    return [head for head in heads if not head.startswith("@")]


@pytest.mark.parametrize(
    "name",
    [
        *SHARED,
        *styles_of_titles(),
        *(sheet for title in titles() for sheet in game_board(title.slug).styles),
    ],
)
def test_what_follows_something_follows_a_class(name: str) -> None:
    # With "* + *" or "input ~ span" Chromium works out the styles of everything that stands around
    # an element that comes or goes: seven times as many as changed, at every move.
    heads = selectors_of(name)
    assert len(heads) > 1, "the style sheet was read"
    assert [one for one in heads for left in SIBLING.findall(one) if not CLASS.search(left)] == []
