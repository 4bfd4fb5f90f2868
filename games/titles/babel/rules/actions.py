"""The legal actions in step 2 of a turn, and the six powers (spec: Turn).

Every power needs a whole run of at least three cards of one tribe in the seat's own row at its
stone's site. Its last part is its cost: one card of that run. A power without an effect is illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from games.engine.contract import Json, Move
from games.titles.babel.rules import duty
from games.titles.babel.rules.cards import QUARRY, RUN, runs
from games.titles.babel.rules.moves import (
    BUILD,
    DISCARD,
    END,
    HALVE,
    MIGRATE,
    POWER_OF,
    SETTLE,
    TRAVEL,
    Power,
    power,
)

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel


def legal(position: Babel) -> list[Move]:
    """Return every legal move of the seat that is to decide."""
    seat = position.turn
    if position.phase == "halve":
        return [DISCARD[tribe] for tribe in dict.fromkeys(position.hands[1 - seat])]
    found = _actions(position, seat)
    if position.duty[seat]:
        # `end` is illegal before the first-turn build, and so is a move that makes it impossible.
        return [move for move in found if duty.leaves_possible(position, seat, move)]
    found.append(END)
    return found


def _actions(position: Babel, seat: int) -> list[Move]:
    stone = position.stones[seat]
    hand = dict.fromkeys(position.hands[seat])
    # The stone travels neither to the site where it is nor back to the quarry (spec: Turn).
    found = [TRAVEL[tribe] for tribe in hand if tribe != stone]
    if stone != QUARRY:
        found += [SETTLE[tribe] for tribe in hand]
        found += [BUILD[row] for row in (0, 1) if may_build(position, seat, row, step=1)]
        found += legal_powers(position, seat, stone)
    if not position.migrated:
        for source, row in position.tribes[seat].items():
            if len(row) >= RUN:
                found += MIGRATE[source]
    return found


def may_build(position: Babel, seat: int, row: int, step: int) -> bool:
    """Return whether a seat may build the top card of a temple row.

    It must be `step` levels above the seat's own temple at the stone's site.
    """
    cards = position.rows[row]
    # A seat can't use the opponent's row while the opponent still owes the first-turn build.
    if not cards or (row != seat and position.duty[row]):
        return False
    stone = position.stones[seat]
    level = cards[-1]
    # The seat needs at least as many tribe cards there as the level.
    return (
        level == position.height(seat, stone) + step and len(position.tribes[seat][stone]) >= level
    )


# --- The powers.


def serving_runs(position: Babel, seat: int, name: str) -> list[int]:
    """Return the runs at the stone's site that give a power; any tribe gives `halve`."""
    row = position.tribes[seat].get(position.stones[seat], [])
    return [start for start, tribe in runs(row) if name in (POWER_OF[tribe], HALVE)]


def legal_powers(position: Babel, seat: int, site: str) -> list[Move]:
    """Return every power that the seat can use now at the stone's site, run by run."""
    found: list[Move] = []
    for start, tribe in runs(position.tribes[seat][site]):
        found += _LEGAL[tribe](position, seat, site, start)
        if len(position.hands[1 - seat]) >= 2:
            found.append(power(HALVE, start))
    return found


def _expels(position: Babel, seat: int, site: str, run: int) -> Iterable[Move]:
    present = dict.fromkeys(position.tribes[1 - seat][site])
    return [power("expel", run, tribe) for tribe in present]


def _bribes(position: Babel, seat: int, site: str, run: int) -> Iterable[Move]:
    return [power("bribe", run)] if position.tribes[1 - seat][site] else ()


def _steals(position: Babel, seat: int, site: str, run: int) -> Iterable[Move]:
    # The seat pays last, so that the card to be discarded still counts.
    level = position.height(1 - seat, site)
    enough = len(position.tribes[seat][site]) >= level
    return [power("steal", run)] if enough and level > position.height(seat, site) else ()


def _skips(position: Babel, seat: int, site: str, run: int) -> Iterable[Move]:
    rows = [row for row in (0, 1) if may_build(position, seat, row, step=2)]
    return [power("skip", run, None, row) for row in rows]


def _razes(position: Babel, seat: int, site: str, run: int) -> Iterable[Move]:
    return [power("raze", run)] if position.temples[1 - seat][site] else ()


_LEGAL: Mapping[str, Callable[[Babel, int, str, int], Iterable[Move]]] = {
    "mede": _expels,
    "sumerian": _bribes,
    "hittite": _steals,
    "persian": _skips,
    "assyrian": _razes,
}


def use_power(position: Babel, seat: int, move: Power) -> Json:
    """Carry out a power and pay for it; return the facts of the effect."""
    site = position.stones[seat]
    row = position.tribes[seat][site]
    assert move.run is not None
    tribe = row[move.run]
    did = _USE[move.power](position, seat, site, move)
    # The cost is the last part. The run has not moved, and any of its cards will do.
    position.tribe_discard.append(row.pop(move.run))
    return {"seat": seat, "site": site, "power": move.power, "tribe": tribe, **did}


def _expel(position: Babel, seat: int, site: str, move: Power) -> Json:
    """Discard all the opponent's cards of the named tribe at this site."""
    assert move.tribe is not None
    count = _take_all(position.tribes[1 - seat][site], move.tribe)
    position.tribe_discard += [move.tribe] * count
    return {"expelled": move.tribe, "count": count}


def _bribe(position: Babel, seat: int, site: str, move: Power) -> Json:
    """Move all the opponent's cards here of the tribe on top of their row onto the own row."""
    theirs = position.tribes[1 - seat][site]
    tribe = theirs[-1]
    count = _take_all(theirs, tribe)
    position.tribes[seat][site] += [tribe] * count
    return {"bribed": tribe, "count": count}


def _take_all(row: list[str], tribe: str) -> int:
    """Take a tribe out of a row, which closes up; return the number of cards taken."""
    before = len(row)
    row[:] = [card for card in row if card != tribe]
    return before - len(row)


def _steal(position: Babel, seat: int, site: str, move: Power) -> Json:
    """Move the opponent's top temple card here onto the own temple; it may skip levels."""
    level = position.lower(1 - seat, site)
    position.raise_to(seat, site, level)
    return {"level": level}


def _skip(position: Babel, seat: int, site: str, move: Power) -> Json:
    """Use the power and build in one: a card from either row, two levels above the own temple."""
    assert move.row is not None
    level = position.rows[move.row].pop()
    position.raise_to(seat, site, level)
    return {"row": move.row, "level": level}


def _raze(position: Babel, seat: int, site: str, move: Power) -> Json:
    """Turn over the opponent's temple here as one block onto the temple deck.

    Its lowest card ends on top.
    """
    temple = position.raze(1 - seat, site)
    position.temple_deck += reversed(temple)
    # Both seats have seen these cards.
    position.known += len(temple)
    return {"temple": temple}


def _halve(position: Babel, seat: int, site: str, move: Power) -> Json:
    """Make the opponent discard half the hand, rounded down, of their choice."""
    position.phase = "halve"
    position.due = len(position.hands[1 - seat]) // 2
    return {"due": position.due}


_USE: Mapping[str, Callable[[Babel, int, str, Power], Json]] = {
    "expel": _expel,
    "bribe": _bribe,
    "steal": _steal,
    "skip": _skip,
    "raze": _raze,
    "halve": _halve,
}
