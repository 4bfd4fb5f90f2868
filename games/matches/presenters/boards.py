"""The board of each game, with its templates, stylesheets and sounds."""

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
"""The names of a game's optional stylesheets for its table."""
BACKS = 5
"""The number of face-down cards that represent a game without a preview."""


@dataclass(frozen=True)
class GameBoard:
    """The board of a game, its own or a generic one, with templates, stylesheets and sounds."""

    board: Board
    template: str
    art: str
    """The template of parts that are sent only once with the page; "" for none."""
    styles: tuple[str, ...]
    """The stylesheets, as paths for `{% static %}`."""
    sounds: Mapping[str, str]
    """Kind of effect → the name of its sound."""
    stands_in: bool = False
    """Whether it stands in for the game's own, which cannot be drawn."""


@cache
def game_board(slug: str) -> GameBoard:
    """Return the board of a game; a generic one shows the view and the legal moves."""
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


@cache
def standing_in(slug: str) -> GameBoard:
    """Return the generic board that stands in for the one of a game."""
    board, styles = board_for(title_of(slug).newest), ("css/generic-board.css",)
    return GameBoard(board, GENERIC, "", styles, SOUNDS, stands_in=True)


def card_preview_of(slug: str) -> list[Any]:
    """Return a few cards that represent a game, without tooltips: they serve as a picture."""
    title = title_of(slug)
    cards: list[Any] = [replace(card, tip="") for card in title.card_preview()]
    return cards or [sample(slug, title.game.name, hidden=True)] * BACKS


def _existing(template: str) -> str:
    try:
        get_template(template)
    except TemplateDoesNotExist:
        return ""
    return template
