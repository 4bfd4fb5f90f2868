"""Read a given position, all but its plain fields (spec: Position).

Nothing is dealt or drawn, and the end is not tested. Of several faults the first is refused: fields
are read and checked in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.chance import Chance
from games.engine.fields import given_keys, per_seat, refuse, refuse_more
from games.engine.piles import without
from games.engine.refusals import BadPosition
from games.titles.babel.rules import duty
from games.titles.babel.rules.cards import (
    SITES,
    TEMPLE_CARDS,
    TEMPLE_COPIES,
    TRIBE_CARDS,
    TRIBE_COPIES,
)
from games.titles.babel.rules.table import are_temples, are_tribes, rises

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.titles.babel.rules.position import Babel

_SITE_KEYS = frozenset(("tribes", "temples"))


def fill(position: Babel, given: Json, chance: Chance) -> None:
    """Fill an empty table with a given position; BadPosition."""
    position.read(given, "turn", "phase", "due", "migrated", "end_phase", "duty", "stones")
    position.read(given, "hands", "rows", "tribe_discard", "tribe_deck", "temple_deck")
    _read_sites(position, given.get("sites", {}))
    tribes, temples = position.tribe_counts(), position.temple_counts()
    refuse_more(tribes, TRIBE_COPIES, "There are only {n} cards of {card}.")
    refuse_more(temples, TEMPLE_COPIES, "There are only {n} cards of level {card}.")
    _fill_decks(position, given, chance)
    position.read(given, "known")
    seen_too_many = position.known > len(position.temple_deck)
    refuse(seen_too_many, "“known” must count cards of the temple deck.")
    _check_halving(position)
    for seat, owed in enumerate(position.duty):
        if owed:
            _check_duty(position, seat)


def _read_sites(position: Babel, sites: object) -> None:
    if not isinstance(sites, dict):
        raise BadPosition("“sites” must be an object.")
    for site, held in sites.items():
        refuse(site not in SITES, "There is no site “{site}”.", site=site)
        if held is None:
            continue
        refuse(not isinstance(held, dict), "A site must be an object.")
        held = given_keys(held, _SITE_KEYS)
        if "tribes" in held:
            for seat, row in enumerate(per_seat(held, "tribes", position.seats, are_tribes)):
                position.tribes[seat][site] = list(row)
        if "temples" in held:
            for seat, temple in enumerate(per_seat(held, "temples", position.seats, are_temples)):
                refuse(not rises(temple), "A temple must rise from card to card.")
                for level in temple:
                    position.raise_to(seat, site, level)


def _fill_decks(position: Babel, given: Json, chance: Chance) -> None:
    """Shuffle into a deck that is left out every card not mentioned; the temple deck first."""
    if "temple_deck" not in given:
        left = without(TEMPLE_CARDS, position.open_temples())
        position.temple_deck = chance.shuffle(left)
    if "tribe_deck" not in given:
        held = position.hands[0] + position.hands[1]
        left_tribes = without(TRIBE_CARDS, held + position.open_tribes())
        position.tribe_deck = chance.shuffle(left_tribes)


def _check_halving(position: Babel) -> None:
    if position.phase != "halve":
        refuse(position.due > 0, "Cards are only due in phase halve.")
        return
    refuse(position.due == 0, "In phase halve at least one card must be due.")
    held = len(position.hands[1 - position.turn])
    refuse(position.due > held, "More cards are due than the opponent holds.")


def _check_duty(position: Babel, seat: int) -> None:
    refuse(
        position.rows[seat] != [1],
        "A seat that owes its starting card must have only that card in its row.",
    )
    # The seat on turn builds with its hand; the other one draws cards before its turn.
    if seat == position.turn:
        possible = duty.is_possible(position, seat)
    else:
        possible = bool(duty.bare_sites(position, seat))
    refuse(not possible, "The first-turn build can no longer be done.")
