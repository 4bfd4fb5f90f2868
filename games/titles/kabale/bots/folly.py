"""Exclude moves that lose a card to the bot's own assassin."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.bots import Question
from games.engine.contract import Effect, Move
from games.titles.kabale.rules.cards import UNKNOWN
from games.titles.kabale.rules.information_state import Memory
from games.titles.kabale.rules.moves import Place
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.table import FACE_DOWN
from games.titles.kabale.rules.uncovering import uncover

IDLE = "squire"
"""Stands for a face-down card that was never seen, as it does nothing when it is uncovered."""


def sensible(question: Question) -> Sequence[Move]:
    """Return the moves that lose no card to the bot's own assassin; all moves if each would.

    Resampled rounds do not exclude these moves reliably: in some of them it looks good to have the
    assassin out of the way, or the card out of the hand.
    """
    moves = [move for move in question.moves if isinstance(move, Place)]
    if not moves:
        return question.moves
    table = as_remembered(question)
    return [move for move in moves if not _is_caught(table, question.seat, move)] or moves


def as_remembered(question: Question) -> Kabale:
    """Return the table with every card that the seat knows, even only from having seen it move."""
    memory = question.information_state
    assert isinstance(memory, Memory)
    table = memory.lay_open(question.view)
    for column, spots in zip(table.columns, memory.columns, strict=True):
        for i, spot in enumerate(spots):
            if column.cards[i].card == UNKNOWN:
                column.cards[i] = column.cards[i]._replace(card=spot.card or IDLE)
    return table


def _is_caught(known: Kabale, seat: int, move: Place) -> bool:
    """Return whether the card, or an explorer that it uncovers, meets the seat's own assassin."""
    table, effects = known.clone(), list[Effect]()
    table.columns[move.column].cards.append(FACE_DOWN[seat][move.card])
    uncover(table, move.column, effects)
    return any(
        effect.kind == "assassinated" and effect.facts["by"] == effect.facts["seat"] == seat
        for effect in effects
    )
