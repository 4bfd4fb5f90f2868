"""How far a card set is the whole game (spec: Components): what `check_cards` remarks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.titles.kharnage.rules.cards import (
    ARMIES,
    FLAGS,
    GENERALS,
    LARGE,
    SIZES,
    STRATEGIES,
    CardSet,
)
from games.titles.kharnage.rules.cardset import read_cards

_ARMY_KEYS = frozenset(("name", "units", "generals", "strategies"))
_UNIT_KEYS = frozenset(("id", "name", "count", "line", "defence", "icons"))
_GENERAL_KEYS = _UNIT_KEYS - {"count"}
_STRATEGY_KEYS = frozenset(("id", "initiative", "rows"))
STEP = 20
"""Printed initiatives are multiples of this."""


def check_cards(data: Any) -> list[str]:
    """What a readable set lacks of the whole game, in sentences; BadOptions if it is unreadable."""
    cards = read_cards(data)
    return [*_unknown_keys(data), *_missing_cards(cards), *_odd_cards(cards)]


def _unknown_keys(data: Any) -> Iterator[str]:
    """A misspelt key would be ignored in silence."""
    for id, army in data["armies"].items():
        yield from _others(id, army, _ARMY_KEYS)
        for key, known in (
            ("units", _UNIT_KEYS),
            ("generals", _GENERAL_KEYS),
            ("strategies", _STRATEGY_KEYS),
        ):
            for card in army.get(key) or ():
                yield from _others(card["id"], card, known)


def _others(whose: str, given: Any, known: frozenset[str]) -> Iterator[str]:
    for key in given:
        if key not in known:
            yield f"{whose}: “{key}” means nothing here."


def _missing_cards(cards: CardSet) -> Iterator[str]:
    for id in ARMIES:
        army = cards.armies.get(id)
        if army is None:
            yield f"The army {id} is missing."
            continue
        for kind, count, full in (
            ("unit", sum(card.count for card in army.units), SIZES[id]),
            ("general", len(army.generals), GENERALS[id]),
            ("strategy", len(army.strategies), STRATEGIES),
        ):
            if count != full:
                yield f"{id}: {count} of {full} {kind} cards."


def _odd_cards(cards: CardSet) -> Iterator[str]:
    for army in cards.armies.values():
        for strategy in army.hand:
            if strategy.initiative % STEP:
                yield f"{strategy.id}: an initiative that is no multiple of {STEP}."
        if "general" in army.set_up.icons:
            yield f"{army.set_up.id}: a general's flag in set-up counts as a unit's."
        flags = sum(strategy.count("general") for strategy in army.hand)
        if flags < len(army.generals):
            yield f"{army.id}: its {len(army.generals)} generals cannot all be played."
        for card in (*army.units, *army.generals):
            for large in sorted(card.large):
                pieces = sum(c.count for c in army.units if large in c.large)
                if pieces < 2:
                    yield f"{card.id}: the large unit “{large.removeprefix(LARGE)}” has one piece."
        if not any(flag in s.icons for s in army.hand for flag in FLAGS):
            yield f"{army.id}: nothing in hand brings reinforcements."
