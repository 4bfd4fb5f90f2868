"""The scene at the end of a match: who won and how, worded for the viewer, and its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.boards.board import WINS, Board
from games.boards.endings import Column, Ending, i_won, winning_seat
from games.boards.seats import TablePlayer
from games.boards.table_view import TableView
from games.boards.words import list_words
from games.matches.models import Event, Match
from games.matches.presenters.clocks import lasted_words

Kind = Event.Kind
RESIGNED = "resigned"
"""The reason of an outcome that is not by the rules: a player left a match of two."""


@dataclass(frozen=True)
class Row:
    """A player in the final table, with the cells of the game's columns."""

    player: TablePlayer
    cells: tuple[str, ...]
    reckoning: str


@dataclass(frozen=True)
class Scene:
    """The result that is shown above the board once a match is over."""

    placing: str
    """The viewer's place in words; empty for spectators."""
    won: bool
    winner: int | None
    """The seat that won alone."""
    headline: str
    how: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    """The players by place."""
    template: str
    picture: Any
    numbers: tuple[tuple[str, str], ...]
    scored: bool
    """Whether the match was played to its end; otherwise scores mean nothing."""


def scene_of(table: TableView, match: Match, board: Board, gone: str) -> Scene:
    """Return the scene of a finished match; `gone` says how the viewer left it, if they did."""
    by_rules = (table.outcome or {}).get("reason") != RESIGNED
    ending = board.ending(table) if by_rules else Ending(_left_headline(table, gone))
    mine = None if table.seat is None else table.players[table.seat]
    return Scene(
        placing=_placing(table),
        won=mine is not None and mine.place == 1,
        winner=winning_seat(table),
        headline=f"{gone} {ending.headline}" if gone else ending.headline,
        how=ending.how,
        columns=ending.columns,
        rows=tuple(_row(player, ending) for player in table.placed),
        template=ending.template,
        picture=ending.picture,
        numbers=(*ending.numbers, *_numbers(table, match)),
        scored=by_rules,
    )


def _row(player: TablePlayer, ending: Ending) -> Row:
    cells = tuple(column.cells[player.seat] for column in ending.columns)
    return Row(player, cells, ending.reckonings[player.seat] if ending.reckonings else "")


def _placing(table: TableView) -> str:
    if table.seat is None:
        return ""
    place = table.players[table.seat].place
    if place != 1:
        return _("Place {n} of {of}").format(n=place, of=len(table.players))
    return _("Victory") if i_won(table) else _("First place, shared")


def _left_headline(table: TableView, gone: str) -> str:
    """Say who won because a player left; who left reads the reason in `gone`."""
    if gone:
        winners = [player.name for player in table.placed if player.place == 1]
        return str(WINS % {"count": len(winners)}).format(names=list_words(winners))
    left = next((player for player in table.players if player.left_by), None)
    if left is None or not i_won(table):
        return table.result
    sentences: dict[str, str] = {
        Kind.RESIGN: _("You win: {left} resigned."),
        Kind.TIMEOUT: _("You win on time: {left} took too long."),
        Kind.EXPEL: _("You win: {left} had to leave."),
    }
    return sentences[left.left_by].format(left=left.name)


def _numbers(table: TableView, match: Match) -> tuple[tuple[str, str], ...]:
    """Return the number of moves and the duration, labelled."""
    kinds = [step.kind for step in table.steps]
    moves = kinds.count(Kind.MOVE) - kinds.count(Kind.UNDO)
    numbers = [(_("Moves"), str(moves))]
    if took := lasted_words(match, 1):
        numbers.append((_("Duration"), took))
    return tuple(numbers)
