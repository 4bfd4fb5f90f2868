"""A given position: read, defaults filled in, and refused where it cannot stand (rules: Position).

A given position is taken as it stands: nothing is dealt or drawn, no end is tested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.chance import Chance
from games.engine.fields import given_keys, is_int
from games.engine.refusals import BadPosition
from games.rules.babel import duty, hidden, soundness
from games.rules.babel.cards import (
    QUARRY,
    SITES,
    TEMPLE_CARDS,
    TEMPLE_COPIES,
    TRIBE_CARDS,
    TRIBE_COPIES,
    TRIBES,
    without,
)

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.rules.babel.position import Babel

_PIECES = ("turn", "phase", "due", "migrated", "end_phase", "duty", "stones")
_CARDS = ("hands", "rows", "sites", "temple_deck", "known", "tribe_deck", "tribe_discard")
_KEYS = frozenset((*_PIECES, *_CARDS))
_SITE_KEYS = frozenset(("tribes", "temples"))
Fits = Callable[[Any], bool]


def fill(position: Babel, data: Any, chance: Chance) -> None:
    """Lay the given position on an empty table; BadPosition."""
    data = given_keys(data, _KEYS)
    _read_pieces(position, data)
    _read_cards(position, data)
    _read_sites(position, data.get("sites", {}))
    _check_copies(position)
    _fill_decks(position, data, chance)
    _read_known(position, data.get("known", 0))
    _check_halving(position)
    _check_duty(position)


def _refuse(wrong: bool, template: str, **facts: Any) -> None:
    if wrong:
        raise BadPosition(template, **facts)


def _pair(data: Json, key: str, fits: Fits) -> list[Any]:
    """A list of one fitting entry for each seat."""
    value = data[key]
    fine = isinstance(value, list) and len(value) == 2
    _refuse(not fine, "“{key}” needs one entry per seat.", key=key)
    _refuse(not all(map(fits, value)), "“{key}” has an entry that does not fit.", key=key)
    return [list(entry) if isinstance(entry, list) else entry for entry in value]


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_place(value: Any) -> bool:
    return isinstance(value, str) and (value == QUARRY or value in SITES)


def _is_tribes(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(c, str) and c in TRIBES for c in value)


def _is_temples(value: Any) -> bool:
    return isinstance(value, list) and all(is_int(c) and c in TEMPLE_COPIES for c in value)


def _read_pieces(position: Babel, data: Json) -> None:
    turn = data.get("turn", position.turn)
    _refuse(not is_int(turn) or turn not in (0, 1), "“turn” is no seat.")
    position.turn = turn
    phase = data.get("phase", position.phase)
    known = isinstance(phase, str) and phase in ("actions", "halve")
    _refuse(not known, "A position is in phase actions or halve.")
    position.phase = phase
    due = data.get("due", 0)
    _refuse(not is_int(due) or due < 0, "“due” counts cards.")
    position.due = due
    for key in ("migrated", "end_phase"):
        value = data.get(key, False)
        _refuse(not _is_bool(value), "“{key}” is true or false.", key=key)
        setattr(position, key, value)
    if "duty" in data:
        position.duty = _pair(data, "duty", _is_bool)
    if "stones" in data:
        position.stones = _pair(data, "stones", _is_place)


def _read_cards(position: Babel, data: Json) -> None:
    if "hands" in data:
        position.hands = _pair(data, "hands", _is_tribes)
    if "rows" in data:
        position.rows = _pair(data, "rows", _is_temples)
    position.tribe_discard = _read_pile(data, "tribe_discard", _is_tribes)
    position.tribe_deck = _read_pile(data, "tribe_deck", _is_tribes)
    position.temple_deck = _read_pile(data, "temple_deck", _is_temples)


def _read_pile(data: Json, key: str, fits: Fits) -> list[Any]:
    pile = data.get(key, [])
    _refuse(not fits(pile), "“{key}” is a list of cards.", key=key)
    return list(pile)


def _read_sites(position: Babel, sites: Any) -> None:
    _refuse(not isinstance(sites, dict), "“sites” is an object.")
    for site, held in sites.items():
        _refuse(site not in SITES, "There is no site “{site}”.", site=site)
        if held is None:
            continue
        _refuse(not isinstance(held, dict), "A site is an object.")
        held = given_keys(held, _SITE_KEYS)
        if "tribes" in held:
            for seat, row in enumerate(_pair(held, "tribes", _is_tribes)):
                position.tribes[seat][site] = row
        if "temples" in held:
            for seat, temple in enumerate(_pair(held, "temples", _is_temples)):
                _refuse(not soundness.rises(temple), "A temple rises from card to card.")
                for level in temple:
                    position.raise_to(seat, site, level)


def _check_copies(position: Babel) -> None:
    for tribe, n in soundness.tribe_counts(position).items():
        copies = TRIBE_COPIES[tribe]
        _refuse(n > copies, "There are only {n} cards of {card}.", n=copies, card=tribe)
    for level, n in soundness.temple_counts(position).items():
        copies = TEMPLE_COPIES[level]
        _refuse(n > copies, "There are only {n} cards of level {card}.", n=copies, card=level)


def _fill_decks(position: Babel, data: Json, chance: Chance) -> None:
    """A deck left out holds every card not mentioned, shuffled; the temple deck first."""
    if "temple_deck" not in data:
        left = without(TEMPLE_CARDS, hidden.open_temples(position))
        position.temple_deck = chance.shuffle(left)
    if "tribe_deck" not in data:
        held = position.hands[0] + position.hands[1]
        left_tribes = without(TRIBE_CARDS, held + hidden.open_tribes(position))
        position.tribe_deck = chance.shuffle(left_tribes)


def _read_known(position: Babel, known: Any) -> None:
    fits = is_int(known) and 0 <= known <= len(position.temple_deck)
    _refuse(not fits, "“known” counts cards of the temple deck.")
    position.known = known


def _check_halving(position: Babel) -> None:
    if position.phase != "halve":
        _refuse(position.due > 0, "Cards are due in phase halve only.")
        return
    _refuse(position.due == 0, "In phase halve a card is due.")
    held = len(position.hands[1 - position.turn])
    _refuse(position.due > held, "More cards are due than the opponent holds.")


def _check_duty(position: Babel) -> None:
    for seat, owed in enumerate(position.duty):
        if not owed:
            continue
        _refuse(position.rows[seat] != [1], "A seat owes its starting card, alone in its row.")
        # The seat on turn builds with what it has; the other one will have drawn by then.
        if seat == position.turn:
            possible = duty.is_possible(position, seat)
        else:
            possible = bool(duty.bare_sites(position, seat))
        _refuse(not possible, "The first-turn build can no longer be done.")
