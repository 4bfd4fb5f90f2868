"""A given position: read, defaults filled in, and refused where it cannot stand (spec: Position).

A given position is taken as it stands: nothing is dealt or drawn, no end is tested.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.chance import Chance
from games.engine.fields import (
    Given,
    among,
    given_keys,
    is_bool,
    per_seat,
    pile,
    refuse,
    refuse_more,
    whole,
)
from games.engine.piles import without
from games.titles.babel.rules import duty, hidden, soundness
from games.titles.babel.rules.cards import (
    QUARRY,
    SITES,
    TEMPLE_CARDS,
    TEMPLE_COPIES,
    TRIBE_CARDS,
    TRIBE_COPIES,
    TRIBES,
)

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel

_SITE_KEYS = frozenset(("tribes", "temples"))
_are_tribes, _are_temples = pile(TRIBES), pile(TEMPLE_COPIES)


def fill(position: Babel, data: Any, chance: Chance) -> None:
    """Lay the given position on an empty table; BadPosition."""
    given = Given(position, data)
    _read_pieces(given)
    _read_cards(given)
    _read_sites(position, given.data.get("sites", {}))
    _check_copies(position)
    _fill_decks(position, given, chance)
    fits = whole(0, len(position.temple_deck))
    given.take("known", fits, "“known” counts cards of the temple deck.")
    _check_halving(position)
    _check_duty(position)


def _read_pieces(given: Given) -> None:
    given.take("turn", among((0, 1)), "“turn” is no seat.")
    given.take("phase", among(("actions", "halve")), "A position is in phase actions or halve.")
    given.take("due", whole(0), "“due” counts cards.")
    for key in ("migrated", "end_phase"):
        given.take(key, is_bool, "“{key}” is true or false.", key=key)
    given.take_per_seat("duty", is_bool)
    given.take_per_seat("stones", among((QUARRY, *SITES)))


def _read_cards(given: Given) -> None:
    given.take_per_seat("hands", _are_tribes)
    given.take_per_seat("rows", _are_temples)
    for key, fits in (
        ("tribe_discard", _are_tribes),
        ("tribe_deck", _are_tribes),
        ("temple_deck", _are_temples),
    ):
        given.take(key, fits, "“{key}” is a list of cards.", key=key)


def _read_sites(position: Babel, sites: Any) -> None:
    refuse(not isinstance(sites, dict), "“sites” is an object.")
    for site, held in sites.items():
        refuse(site not in SITES, "There is no site “{site}”.", site=site)
        if held is None:
            continue
        refuse(not isinstance(held, dict), "A site is an object.")
        held = given_keys(held, _SITE_KEYS)
        if "tribes" in held:
            for seat, row in enumerate(per_seat(held, "tribes", 2, _are_tribes)):
                position.tribes[seat][site] = row
        if "temples" in held:
            for seat, temple in enumerate(per_seat(held, "temples", 2, _are_temples)):
                refuse(not soundness.rises(temple), "A temple rises from card to card.")
                for level in temple:
                    position.raise_to(seat, site, level)


def _check_copies(position: Babel) -> None:
    tribes, temples = soundness.tribe_counts(position), soundness.temple_counts(position)
    refuse_more(tribes, TRIBE_COPIES, "There are only {n} cards of {card}.")
    refuse_more(temples, TEMPLE_COPIES, "There are only {n} cards of level {card}.")


def _fill_decks(position: Babel, given: Given, chance: Chance) -> None:
    """A deck left out holds every card not mentioned, shuffled; the temple deck first."""
    if "temple_deck" not in given.data:
        left = without(TEMPLE_CARDS, hidden.open_temples(position))
        position.temple_deck = chance.shuffle(left)
    if "tribe_deck" not in given.data:
        held = position.hands[0] + position.hands[1]
        left_tribes = without(TRIBE_CARDS, held + hidden.open_tribes(position))
        position.tribe_deck = chance.shuffle(left_tribes)


def _check_halving(position: Babel) -> None:
    if position.phase != "halve":
        refuse(position.due > 0, "Cards are due in phase halve only.")
        return
    refuse(position.due == 0, "In phase halve a card is due.")
    held = len(position.hands[1 - position.turn])
    refuse(position.due > held, "More cards are due than the opponent holds.")


def _check_duty(position: Babel) -> None:
    for seat, owed in enumerate(position.duty):
        if not owed:
            continue
        refuse(position.rows[seat] != [1], "A seat owes its starting card, alone in its row.")
        # The seat on turn builds with what it has; the other one will have drawn by then.
        if seat == position.turn:
            possible = duty.is_possible(position, seat)
        else:
            possible = bool(duty.bare_sites(position, seat))
        refuse(not possible, "The first-turn build can no longer be done.")
