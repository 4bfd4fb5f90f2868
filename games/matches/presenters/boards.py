"""The board of each game, with its templates, stylesheets and sounds."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from core.monitoring.metrics import BOARD_FAILED
from games.boards.board import SOUNDS, Board
from games.boards.generic import board_for
from games.boards.panels import sample
from games.titles.registry import title_of

logger = logging.getLogger(__name__)
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
    """Return the board of a game; a generic one shows the view and the legal moves.

    If its own board or its template cannot be loaded, the error is logged and counted, and the
    generic one stands in.
    """
    try:
        return own_board(slug)
    except Exception:
        note_failure(slug, "loaded")
        return standing_in(slug)


def note_failure(slug: str, what: str) -> None:
    """Log and count the error that keeps a game's board from being drawn."""
    logger.exception("The board of %s cannot be %s.", slug, what)
    BOARD_FAILED.labels(slug).inc()


def words_of(slug: str, say: Callable[[Board], str]) -> str:
    """Return words of a game's board; if that raises, those of the generic board."""
    try:
        return say(game_board(slug).board)
    except Exception:
        note_failure(slug, "asked for words")
        return say(standing_in(slug).board)


def own_board(slug: str) -> GameBoard:
    """Return a game's own board, or the generic one if it has none.

    A board without its template keeps its words over the generic table; that is logged and counted.

    Raises:
        TemplateSyntaxError: The template is wrong. A board raises what it likes.
    """
    title = title_of(slug)
    path = f"games/{slug}/_board.html"
    template = _existing(path) or GENERIC
    if template == GENERIC and title.board is not None:
        logger.error("The board of %s has no template %s.", slug, path)
        BOARD_FAILED.labels(slug).inc()
    styles = ("css/generic-board.css",) if template == GENERIC else ()
    own = (f"games/{slug}/{name}.css" for name in SHEETS)
    board = title.board() if title.board is not None else board_for(title.newest)
    return GameBoard(
        board,
        template,
        _existing(f"games/{slug}/_art.html"),
        (*styles, *board.styles, *(sheet for sheet in own if finders.find(sheet))),
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
