"""The table's style sheets stay cheap for the browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from games.matches.presenters.boards import game_board
from games.titles.registry import styles_of_titles, titles

SHARED = tuple(f"css/{name}.css" for name in ("base", "parts", "card", "table"))
RULE = re.compile(r"([^{}]+)\{")
SIBLING = re.compile(r"([^\s>+~(,]+)\s*[+~]\s+")
KEYFRAMES = re.compile(r"@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
CLASS = re.compile(r"[.#\[]")


def text_of(name: str) -> str:
    """Return a style sheet without its remarks."""
    found = finders.find(name)
    assert isinstance(found, str), name
    return re.sub(r"/\*.*?\*/", "", Path(found).read_text(), flags=re.DOTALL)


def selectors_of(name: str) -> list[str]:
    """Return the heads of all rules of a style sheet, without at-rules."""
    text = re.sub(r":nth-[a-z-]+\([^)]*\)", "", text_of(name))
    heads = (head.rpartition(";")[2].strip() for head in RULE.findall(text))
    return [head for head in heads if not head.startswith("@")]


sheets = pytest.mark.parametrize(
    "name",
    [
        *SHARED,
        *(sheet for _, sheet in styles_of_titles()),
        *(sheet for title in titles() for sheet in game_board(title.slug).styles),
    ],
)


@sheets
def test_sibling_selectors_follow_classes(name: str) -> None:
    # With "* + *" or "input ~ span" Chromium works out the styles of everything that stands around
    # an element that comes or goes: seven times as many as changed, at every move.
    heads = selectors_of(name)
    assert len(heads) > 1, "the style sheet was read"
    assert [one for one in heads for left in SIBLING.findall(one) if not CLASS.search(left)] == []


@sheets
def test_no_shadow_or_background_is_animated(name: str) -> None:
    # Such a frame is drawn by the page's own thread, sixty times a second: on a phone no time is
    # left for a tap. A ring or a colour is drawn once, above the thing, and fades.
    frames = KEYFRAMES.findall(text_of(name))
    assert len(frames) == text_of(name).count("@keyframes"), "every @keyframes block was found"
    assert [one for one in frames if re.search(r"box-shadow|background|inset|size", one)] == []
