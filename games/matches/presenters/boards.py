"""Which board shows a game, and where its templates and styles are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.boards.board import SOUNDS, Board
from games.boards.generic import GenericTable, board_for
from games.boards.panels import sample
from games.titles.registry import title_of

if TYPE_CHECKING:
    from games.matches.presenters.table import Table

GENERIC = "boards/_generic_board.html"
BACKS = 5
"""So many cards, face down, stand for a game that shows none."""


@cache
def board_of(slug: str) -> Board:
    """The board of a game: its own, or one drawn from its view and its legal moves."""
    title = title_of(slug)
    return title.board() if title.board is not None else board_for(title.newest)


def built(slug: str, table: Table) -> Any:
    """What the template of the board shows.

    The generic template wants the generic table, whatever else a board may have.
    """
    own = board_of(slug).build(table)
    if board_template(slug) == GENERIC and not isinstance(own, GenericTable):
        return board_for(title_of(slug).newest).build(table)
    return own


def fan_of(slug: str) -> list[Any]:
    """A few cards that show what a game is like; a picture, so nothing is explained on them."""
    title = title_of(slug)
    cards: list[Any] = [replace(card, tip="") for card in title.fan()]
    return cards or [sample(slug, title.game.name, hidden=True)] * BACKS


@cache
def sounds_of(slug: str) -> Mapping[str, str]:
    """Kind of happening → what is heard of it."""
    return {**SOUNDS, **title_of(slug).sounds}


@cache
def board_template(slug: str) -> str:
    """What draws the board itself."""
    own = f"games/{slug}/_board.html"
    return own if _exists(own) else GENERIC


@cache
def art_template(slug: str) -> str:
    """What a game sends once with the page, besides its board; "" for nothing."""
    own = f"games/{slug}/_art.html"
    return own if _exists(own) else ""


@cache
def board_styles(slug: str) -> tuple[str, ...]:
    """The style sheets of the board, as `{% static %}` calls them."""
    own = f"games/{slug}/board.css"
    generic = ("css/generic-board.css",) if board_template(slug) == GENERIC else ()
    return (*generic, own) if finders.find(own) else generic


def _exists(template: str) -> bool:
    try:
        get_template(template)
    except TemplateDoesNotExist:
        return False
    return True
