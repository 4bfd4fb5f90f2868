"""The board of each game, with its templates, style sheets and sounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.boards.board import SOUNDS, Board
from games.boards.generic import board_for
from games.boards.panels import sample
from games.titles.registry import title_of

GENERIC = "boards/_generic_board.html"
SHEETS = ("cards", "board")
"""A game's own style sheets of its table, those that it has."""
BACKS = 5
"""How many cards, face down, represent a game that shows none."""


@dataclass(frozen=True)
class GameBoard:
    """The board of a game, its own or a generic one, and what it is rendered with."""

    board: Board
    template: str
    art: str
    """The template of what is sent once with the page, besides the board; "" for none."""
    styles: tuple[str, ...]
    """The style sheets, as `{% static %}` names them."""
    sounds: Mapping[str, str]
    """The name of the sound of each kind of happening."""


@cache
def game_board(slug: str) -> GameBoard:
    """The board of a game; one without its own is shown by its view and its legal moves."""
    title = title_of(slug)
    template = _existing(f"games/{slug}/_board.html") or GENERIC
    styles = ("css/generic-board.css",) if template == GENERIC else ()
    own = (f"games/{slug}/{name}.css" for name in SHEETS)
    return GameBoard(
        title.board() if title.board is not None else board_for(title.newest),
        template,
        _existing(f"games/{slug}/_art.html"),
        (*styles, *(sheet for sheet in own if finders.find(sheet))),
        {**SOUNDS, **title.sounds},
    )


def fan_of(slug: str) -> list[Any]:
    """A few cards that show what a game is like; without tooltips, since they are a picture."""
    title = title_of(slug)
    cards: list[Any] = [replace(card, tip="") for card in title.fan()]
    return cards or [sample(slug, title.game.name, hidden=True)] * BACKS


def _existing(template: str) -> str:
    try:
        get_template(template)
    except TemplateDoesNotExist:
        return ""
    return template
