"""What nobody who remembers their own cards would do: fall into one's own trap."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.bots import Question
from games.engine.contract import Happening, Move
from games.titles.kabale.rules.cards import UNKNOWN
from games.titles.kabale.rules.knowledge import Memory
from games.titles.kabale.rules.moves import Place
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.table import FACE_DOWN
from games.titles.kabale.rules.uncovering import uncover

IDLE = "squire"
"""Stands for what lies face down and was never seen: it does nothing when it is uncovered."""


def sensible(question: Question) -> Sequence[Move]:
    """The moves that surely lead no card of mine to my own assassin; all, where each of them does.

    A few imagined rounds are no measure for it: in some of them it looks well to have the assassin
    out of the way, or the card out of the hand.
    """
    moves = [move for move in question.moves if isinstance(move, Place)]
    if not moves:
        return question.moves
    table = as_remembered(question)
    return [move for move in moves if not _is_caught(table, question.seat, move)] or moves


def as_remembered(question: Question) -> Kabale:
    """The columns with every card that the seat knows, be it only because it saw it move."""
    memory = question.knowledge
    assert isinstance(memory, Memory)
    table = memory.lay_open(question.view)
    for column, spots in zip(table.columns, memory.columns, strict=True):
        for i, spot in enumerate(spots):
            if column.cards[i].card == UNKNOWN:
                column.cards[i] = column.cards[i]._replace(card=spot.card or IDLE)
    return table


def _is_caught(known: Kabale, seat: int, move: Place) -> bool:
    """Whether the card, or an explorer that it sets going, meets the assassin of the same seat."""
    table, happenings = known.clone(), list[Happening]()
    table.columns[move.column].cards.append(FACE_DOWN[seat][move.card])
    uncover(table, move.column, happenings)
    return any(
        happening.kind == "assassinated"
        and happening.facts["by"] == happening.facts["seat"] == seat
        for happening in happenings
    )
