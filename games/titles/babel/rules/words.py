"""The reasons why a move is illegal, in words that a player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Move
from games.engine.refusals import IllegalMove, noted
from games.titles.babel.rules import actions
from games.titles.babel.rules.cards import QUARRY, RUN
from games.titles.babel.rules.moves import Build, Discard, End, Migrate, Power, Settle, Travel

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel

_NO_EFFECT = {
    "raze": noted("Your opponent has no temple here to raze."),
    "expel": noted("Your opponent has no card of that tribe here."),
    "bribe": noted("Your opponent has no cards here to bribe."),
    "halve": noted("Your opponent has fewer than two cards in hand."),
}


def why_not(position: Babel, seat: int, move: Move) -> IllegalMove:
    """Return the refusal of an illegal move of the seat that is to move."""
    return IllegalMove(_reason(position, seat, move))


def _reason(position: Babel, seat: int, move: Move) -> str:
    if position.phase == "halve":
        if isinstance(move, Discard):
            return noted("You don’t have that card.")
        return noted("Your hand is being halved: discard a card.")
    if isinstance(move, Discard):
        return noted("Your hand isn’t being halved.")
    if isinstance(move, End):
        return noted("You must build your level‑1 card before you end your first turn.")
    return _action_reason(position, seat, move) or (
        noted("Then you could no longer build your level‑1 card on this first turn.")
    )


def _action_reason(position: Babel, seat: int, move: Move) -> str | None:
    """Return why the rules forbid an action; None if only the first-turn build forbids it."""
    if isinstance(move, Migrate):
        return _why_no_migration(position, seat, move)
    if isinstance(move, (Travel, Settle)) and move.tribe not in position.hands[seat]:
        return noted("You don’t have that card.")
    if isinstance(move, Travel):
        return (
            noted("Your stone is already there.") if position.stones[seat] == move.tribe else None
        )
    if position.stones[seat] == QUARRY:
        return noted("Your stone is still in the quarry: travel first.")
    if isinstance(move, Build):
        return _why_no_build(position, seat, move.row, step=1)
    if isinstance(move, Power):
        return _why_no_power(position, seat, move)
    return None


def _why_no_migration(position: Babel, seat: int, move: Migrate) -> str | None:
    if position.migrated:
        return noted("You can migrate only once a turn.")
    if move.source == move.to:
        return noted("Choose another site to migrate to.")
    if len(position.tribes[seat][move.source]) < RUN:
        return noted("You need three cards to migrate.")
    return None


def _why_no_build(position: Babel, seat: int, row: int, step: int) -> str | None:
    cards = position.rows[row]
    if not cards:
        return noted("There is no temple card in that row.")
    if row != seat and position.duty[row]:
        return noted("You can’t take your opponent’s starting card before they have built it.")
    site = position.stones[seat]
    if cards[-1] != position.height(seat, site) + step:
        return noted("That temple card doesn’t fit on your temple here.")
    if len(position.tribes[seat][site]) < cards[-1]:
        return noted("You have too few tribe cards here for that level.")
    return None


def _why_no_power(position: Babel, seat: int, move: Power) -> str | None:
    if move.run not in actions.serving_runs(position, seat, move.power):
        return noted("There is no run of three cards here that gives that power.")
    if move in actions.legal_powers(position, seat, position.stones[seat]):
        return None
    if move.row is not None:
        return _why_no_build(position, seat, move.row, step=2)
    if move.power == "steal":
        return _why_no_theft(position, seat)
    return _NO_EFFECT[move.power]


def _why_no_theft(position: Babel, seat: int) -> str:
    site = position.stones[seat]
    if position.height(1 - seat, site) <= position.height(seat, site):
        return noted("Your opponent’s temple here isn’t higher than yours.")
    return noted("You have too few tribe cards here for the level you want to steal.")
