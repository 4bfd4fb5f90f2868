"""The cards that act at once when another card uncovers them (spec: Play)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from games.engine.contract import Effect
from games.titles.kabale.rules.cards import ACTS_AT_ONCE
from games.titles.kabale.rules.table import FACE_DOWN, FACE_UP, ONLY, Laid

if TYPE_CHECKING:
    from games.titles.kabale.rules.position import Kabale
    from games.titles.kabale.rules.shapes import Phase


@cache
def _uncovered(at: int, seat: int, card: str) -> Effect:
    """Return the effect of an uncovered card; cached, as there are few and they recur."""
    return Effect("uncovered", {"column": at, "seat": seat, "card": card})


def uncover(position: Kabale, at: int, effects: list[Effect]) -> None:
    """Uncover the card directly above the last of the column, if it can be, and let it act.

    A moving explorer arrives elsewhere and may uncover in turn: that is a chain.
    """
    explorers: dict[int, int] = {}
    limit = 0
    while True:
        cards = position.columns[at].cards
        # Face down, of any owner, and not hidden under a cloak.
        if len(cards) < 2:
            return
        seat, card, up, cloaked = cards[-2]
        if up or cloaked:
            return
        cards[-2] = FACE_UP[seat][card]
        effects.append(_uncovered(at, seat, card))
        if card not in ACTS_AT_ONCE:
            return
        if card != "explorer":
            _act(position, at, seat, card, effects)
            return
        # Within a chain each explorer moves at most as often as there were columns not
        # closed by a storm at its start; uncovered after that it stays, face up.
        limit = limit or len(position.open_columns())
        if explorers.get(seat, 0) >= limit:
            effects.append(Effect("explorer-stays", {"seat": seat, "column": at}))
            return
        explorers[seat] = explorers.get(seat, 0) + 1
        at = _move_explorer(position, at, seat, effects)


def _move_explorer(position: Kabale, at: int, seat: int, effects: list[Effect]) -> int:
    """Move an explorer to the end of the next column to the right, face down; return the column.

    It moves from the last column to the first, passing those closed by a storm: with all others
    closed it comes back to its own. The card that uncovered it stays where it is.
    """
    to = (at + 1) % position.seats
    while position.columns[to].storm and to != at:
        to = (to + 1) % position.seats
    del position.columns[at].cards[-2]
    position.columns[to].cards.append(FACE_DOWN[seat]["explorer"])
    effects.append(Effect("explored", {"seat": seat, "column": at, "to": to}))
    return to


def _act(position: Kabale, at: int, seat: int, card: str, effects: list[Effect]) -> None:
    if card == "assassin":
        _assassinate(position, at, seat, effects)
    elif card == "storm":
        # No more cards, explorers pass it, its goal is fulfilled.
        position.columns[at].storm = True
        effects.append(Effect("storm", {"seat": seat, "column": at}))
    elif card == "traitor":
        _ask(position, "swap", at, seat, effects)
    elif position.hands[seat]:
        # Not asked with an empty hand.
        _ask(position, "cloak", at, seat, effects)


def _assassinate(position: Kabale, at: int, seat: int, effects: list[Effect]) -> None:
    """Discard the card that uncovered the assassin, face up and without effect; an explorer too."""
    victim = position.columns[at].cards.pop()
    position.discards[victim.seat].append(victim.card)
    facts = {"by": seat, "column": at, "seat": victim.seat, "card": victim.card}
    effects.append(Effect("assassinated", facts))


def _ask(position: Kabale, phase: Phase, at: int, seat: int, effects: list[Effect]) -> None:
    """Ask the uncovered card's owner for a decision, on any seat's turn."""
    position.phase = phase
    position.pending = (seat, at)
    effects.append(Effect(f"{phase}-asked", {"seat": seat, "column": at}))


# --- The answers.


def hide(position: Kabale, card: str, effects: list[Effect]) -> None:
    """Put a hand card face down right behind the cloak, until the end of the round."""
    assert position.pending is not None
    seat, at = position.pending
    cards = position.columns[at].cards
    cloak = next(i for i, laid in enumerate(cards) if laid.seat == seat and laid.card == "cloak")
    position.hands[seat].remove(card)
    cards.insert(cloak + 1, Laid(seat, card, up=False, cloaked=True))
    effects.append(Effect("hid", {"seat": seat, "column": at}))
    effects.append(Effect("hid-own", {"seat": seat, "column": at, "card": card}, ONLY[seat]))


def swap(position: Kabale, other: int, effects: list[Effect]) -> None:
    """Swap the goals of the traitor's column and another; cards and storms stay."""
    assert position.pending is not None
    seat, at = position.pending
    here, there = position.columns[at], position.columns[other]
    here.goal, there.goal = there.goal, here.goal
    goals = [list(here.goal), list(there.goal)]
    effects.append(Effect("swapped", {"seat": seat, "columns": [at, other], "goals": goals}))
