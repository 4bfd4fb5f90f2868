"""The scene at the end of a match: who won and how, told to whoever looks, and its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from games.boards.endings import Ending, i_won
from games.matches.models import Event

if TYPE_CHECKING:
    from games.matches.presenters.table import Table

Kind = Event.Kind
RESIGNED = "resigned"
"""The reason of an outcome that no rules have given: somebody left a match of two."""


@dataclass(frozen=True)
class Scene:
    """What stands above the board once a match is over."""

    placing: str
    """How whoever looks has done; empty for those who only watched."""
    won: bool
    headline: str
    how: str
    template: str
    picture: Any
    numbers: tuple[tuple[str, str], ...]
    scored: bool
    """Whether it was played to its end: before that a score means nothing."""


def scene_of(table: Table) -> Scene:
    """The scene of a match that was played to its end, or left before it."""
    by_rules = (table.match.outcome or {}).get("reason") != RESIGNED
    board = table.game_board.board
    ending = board.ending(table) if by_rules else Ending(_left_headline(table))
    mine = None if table.seat is None else table.chairs[table.seat]
    return Scene(
        placing=_placing(table),
        won=mine is not None and mine.place == 1,
        headline=ending.headline,
        how=ending.how,
        template=ending.template,
        picture=ending.picture,
        numbers=(*ending.numbers, *_numbers(table)),
        scored=by_rules,
    )


def _placing(table: Table) -> str:
    if table.seat is None:
        return ""
    place = table.chairs[table.seat].place
    if place != 1:
        return _("Place {n} of {of}").format(n=place, of=len(table.chairs))
    return _("Victory") if i_won(table) else _("First place, shared")


def _left_headline(table: Table) -> str:
    """Who won because somebody left: who did looks on as the public does, from then on."""
    left = next((chair for chair in table.chairs if chair.left_by), None)
    if left is None or not i_won(table):
        return table.result
    sentences: dict[str, str] = {
        Kind.RESIGN: _("You win: {left} has resigned."),
        Kind.TIMEOUT: _("You win on time: {left} took too long."),
        Kind.EXPEL: _("You win: {left} had to leave."),
    }
    return sentences[left.left_by].format(left=left.name)


def _numbers(table: Table) -> tuple[tuple[str, str], ...]:
    """How many moves it took, and how long."""
    kinds = [step.kind for step in table.steps]
    moves = kinds.count(Kind.MOVE) - kinds.count(Kind.UNDO)
    numbers = [(_("Moves"), str(moves))]
    started, ended = table.match.started_at, table.match.ended_at
    if started is not None and ended is not None:
        took = timesince(started, ended, depth=1)
        if (ended - started).total_seconds() < 60:
            took = _("under a minute")
        numbers.append((_("Duration"), took))
    return tuple(numbers)
