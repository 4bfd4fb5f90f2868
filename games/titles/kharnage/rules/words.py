"""Refusals of moves that are not legal now, in words a player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Move
from games.engine.refusals import IllegalMove, noted
from games.titles.kharnage.rules import attacks
from games.titles.kharnage.rules.cards import LINES
from games.titles.kharnage.rules.moves import Destroy, Plan, Reinforce, Stop, Target, Web

if TYPE_CHECKING:
    from games.titles.kharnage.rules.position import Kharnage

_ASKED = {
    "plan": noted("Choose one of your strategy cards for this round."),
    "reinforce": noted("A general’s flag: send a general, or take a card from your reserve."),
    "target": noted("Choose an army to attack, or don’t attack."),
    "magic": noted("Choose an army to attack, as melee or as ranged, or don’t attack."),
    "destroy": noted("Choose a card to destroy, or stop."),
    "throw": noted("Choose whether to throw this card."),
    "web": noted("Choose an enemy card for the web, or none."),
    "cheer": noted("There’s a Kharnage: cheer!"),
}


def why_not(position: Kharnage, seat: int, move: Move) -> IllegalMove:
    """Return the refusal of a move that is not legal now for a seat that is to move."""
    if position.phase == "destroy" and isinstance(move, Destroy):
        return _why_not_destroyed(position, move)
    return IllegalMove(_reason(position, seat, move) or _ASKED[position.phase])


def _reason(position: Kharnage, seat: int, move: Move) -> str | None:
    phase = position.phase
    if phase == "plan" and isinstance(move, Plan):
        return noted("You don’t have that strategy card.")
    if phase == "reinforce" and isinstance(move, Reinforce):
        return noted("You have no such general in hand.")
    if phase in ("target", "magic") and isinstance(move, Target):
        return _why_no_target(position, seat, move)
    if phase == "web" and isinstance(move, Web):
        return _why_no_web(position, seat, move)
    return noted("There’s nothing to stop.") if isinstance(move, Stop) else None


def _why_no_target(position: Kharnage, seat: int, move: Target) -> str:
    attack = position.attack
    assert attack is not None
    if not move.seats:
        return noted("An attack that is skipped needs no “as”.")
    if len(move.seats) > 2 or len(set(move.seats)) < len(move.seats):
        return noted("Attack one army, or two different ones.")
    if seat in move.seats:
        return noted("You can’t attack yourself.")
    if not all(position.sizes[other] for other in move.seats):
        return noted("There’s no one left to attack there.")
    if attack.kind == "magic" and move.as_ is None:
        return noted("Choose whether the magic strikes as melee or ranged.")
    kind = move.as_ or attack.kind
    if kind == "melee" and not set(move.seats) <= set(attacks.melee_targets(position, seat)):
        return noted(
            "Melee reaches the armies to your left and right, and the opposite one only while one"
            " of them has no cards."
        )
    return noted("Only a magic attack chooses between melee and ranged.")


def _why_not_destroyed(position: Kharnage, move: Destroy) -> IllegalMove:
    attack = position.attack
    assert attack is not None
    other, left = attack.targets[0]
    if move.target != other:
        return IllegalMove("That isn’t the army you’re attacking now.")
    card = position.cards.cards.get(move.card)
    in_play = position.webs[other] if move.web else [c for w in position.lines[other] for c in w]
    if card is None or card not in in_play:
        return IllegalMove("There’s no such card in that army.")
    if card.line != position.open_line(other):
        return IllegalMove("The lines before it must fall first.")
    return IllegalMove("You have only {left} strength left here.", left=left)


def _why_no_web(position: Kharnage, seat: int, move: Web) -> str:
    if move.target == seat:
        return noted("Webs only go on enemy cards.")
    card = position.cards.cards.get(move.card or "")
    if card is not None and move.line != LINES[card.line]:
        return noted("That card isn’t in that line.")
    return noted("There’s no such card without a web.")
