"""Read a card set, refuse bad ones, and list what it lacks of the game (spec: Card set)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from games.engine.contract import Options
from games.engine.refusals import BadOptions
from games.titles.kharnage.rules.cards import (
    ARMIES,
    ATTACKS,
    FLAGS,
    GENERALS,
    LARGE,
    LASTING,
    LINES,
    SIZES,
    STRATEGIES,
    SURPRISES,
    Army,
    Card,
    CardSet,
    Strategy,
    ids,
)

_UNIT_ICONS = frozenset((*LASTING, *SURPRISES))
_STRATEGY_ICONS = frozenset((*FLAGS, *ATTACKS))
_ARMY_KEYS = frozenset(("name", "units", "generals", "strategies"))
_UNIT_KEYS = frozenset(("id", "name", "count", "line", "defence", "icons"))
_GENERAL_KEYS = _UNIT_KEYS - {"count"}
_STRATEGY_KEYS = frozenset(("id", "initiative", "rows"))
MOST_DEFENCE, MOST_INITIATIVE, MOST_ICONS, MOST_ROWS, MOST_LETTERS = 99, 9999, 12, 6, 40
"""The bounds of new matches; older records may exceed them."""
STEP = 20
"""Printed initiatives are multiples of this."""


def cards_of(options: Options) -> CardSet:
    """Return the cards in play with these agreed options."""
    given = options.get("cards")
    return built_in() if given is None else read_cards(given)


@cache
def built_in() -> CardSet:
    """Return the built-in cards."""
    return read_cards(json.loads(built_in_text()))


def built_in_text() -> str:
    return files(__package__).joinpath("cards.json").read_text("utf-8")


def read_cards(data: Any) -> CardSet:
    """Read a card set from its JSON (spec: Card set).

    Raises:
        BadOptions: If the data is no card set.
    """
    armies = _field(data, "armies", dict, "The card set")
    known = CardSet({id: _read_army(id, army) for id, army in armies.items()})
    _check_ids(known)
    _check_initiatives(known)
    return known


def require_bounded(data: Any) -> None:
    """Raise BadOptions if a card set is too large for a new match (spec: Card set)."""
    for army in read_cards(data).armies.values():
        _check_text(army.id, army.name)
        for card in (*army.units, *army.generals):
            _check_text(card.id, card.id, card.name, *card.large)
            _check_bounds(card.id, "defence", card.defence, MOST_DEFENCE)
            _check_bounds(card.id, "icons", len(card.icons), MOST_ICONS)
        for strategy in army.strategies:
            _check_text(strategy.id, strategy.id)
            _check_bounds(strategy.id, "initiative", strategy.initiative, MOST_INITIATIVE)
            _check_bounds(strategy.id, "rows", len(strategy.rows), MOST_ROWS)
            for row in strategy.rows:
                _check_bounds(strategy.id, "icons", len(row), MOST_ICONS)


def _check_text(whose: str, *texts: str) -> None:
    long = any(len(text) > MOST_LETTERS for text in texts)
    whose = whose[:MOST_LETTERS]
    _refuse(long, "{whose}: a name or id has at most {n} letters.", whose=whose, n=MOST_LETTERS)
    odd = not all(text.isprintable() for text in texts)
    _refuse(odd, "{whose}: a name or id has an invalid character.", whose=whose)


def _check_bounds(whose: str, key: str, value: int, most: int) -> None:
    _refuse(value > most, "{whose}: “{key}” can be at most {n}.", whose=whose, key=key, n=most)


def _refuse(wrong: bool, template: str, **facts: object) -> None:
    if wrong:
        raise BadOptions(template, **facts)


def _field(data: Any, key: str, kind: type, whose: str) -> Any:
    """Return a required field of an object of the card set."""
    _refuse(not isinstance(data, dict), "{whose} must be an object.", whose=whose)
    value = data.get(key)
    _refuse(value is None, "{whose} needs “{key}”.", whose=whose, key=key)
    _refuse(
        type(value) is not kind, "The “{key}” of {whose} has the wrong type.", whose=whose, key=key
    )
    return value


def _name(data: Any, default: str, whose: str) -> str:
    """Return a name, which may be missing."""
    return default if data.get("name") is None else str(_field(data, "name", str, whose))


def _number(data: Any, key: str, least: int, whose: str) -> int:
    value = _field(data, key, int, whose)
    _refuse(value < least, "{whose}: “{key}” must be at least {n}.", whose=whose, key=key, n=least)
    return int(value)


def _id(data: Any, whose: str) -> str:
    id = _field(data, "id", str, whose)
    _refuse(not id, "{whose} has an empty “id”.", whose=whose)
    return str(id)


def _read_army(id: str, data: Any) -> Army:
    _refuse(id not in ARMIES, "There is no army “{id}”.", id=id)
    units = [_read_card(card, id, is_general=False) for card in _field(data, "units", list, id)]
    # Generals may be missing.
    given = [] if data.get("generals") is None else _field(data, "generals", list, id)
    generals = [_read_card(card, id, is_general=True) for card in given]
    strategies = [_read_strategy(card, id) for card in _field(data, "strategies", list, id)]
    # A set may hold fewer cards than the real game, never more.
    for name, count, most in (
        ("unit", sum(card.count for card in units), SIZES[id]),
        ("general", len(generals), GENERALS[id]),
        ("strategy", len(strategies), STRATEGIES),
    ):
        _refuse(count > most, "{army} has at most {n} {kind} cards.", army=id, n=most, kind=name)
    return Army(id, _name(data, id, id), tuple(units), tuple(generals), tuple(strategies))


def _read_card(data: Any, army: str, is_general: bool) -> Card:
    id = _id(data, f"A card of {army}")
    line = _field(data, "line", str, id)
    _refuse(line not in LINES, "{id} needs a valid line.", id=id)
    icons = _field(data, "icons", list, id)
    for icon in icons:
        _refuse(not _is_unit_icon(icon), "{id} has an unknown icon.", id=id)
    return Card(
        id=id,
        name=_name(data, id, id),
        army=army,
        line=LINES.index(line),
        defence=_number(data, "defence", 1, id),
        icons=tuple(icons),
        count=1 if is_general else _number(data, "count", 1, id),
        is_general=is_general,
    )


def _is_unit_icon(icon: Any) -> bool:
    if not isinstance(icon, str):
        return False
    return icon in _UNIT_ICONS or (icon.startswith(LARGE) and icon != LARGE)


def _read_strategy(data: Any, army: str) -> Strategy:
    id = _id(data, f"A strategy of {army}")
    rows = _field(data, "rows", list, id)
    for row in rows:
        fits = isinstance(row, list) and all(isinstance(i, str) for i in row)
        _refuse(
            not fits or not _STRATEGY_ICONS.issuperset(row),
            "{id} has an icon that doesn’t fit.",
            id=id,
        )
    return Strategy(id, army, _number(data, "initiative", 0, id), tuple(map(tuple, rows)))


def _check_ids(cards: CardSet) -> None:
    taken: set[str] = set()
    for army in cards.armies.values():
        for id in (*ids(army.units), *ids(army.generals), *ids(army.strategies)):
            _refuse(id in taken, "There are two cards “{id}”.", id=id)
            taken.add(id)


def _check_initiatives(cards: CardSet) -> None:
    taken = set()
    for army in cards.armies.values():
        zeros = [strategy for strategy in army.strategies if not strategy.initiative]
        _refuse(len(zeros) != 1, "{army} needs one strategy of initiative 0.", army=army.id)
        more = not set(FLAGS).issuperset(zeros[0].icons)
        _refuse(more, "{id}, of initiative 0, can only have flags.", id=zeros[0].id)
        for strategy in army.hand:
            again = strategy.initiative in taken
            _refuse(again, "Two strategies have initiative {n}.", n=strategy.initiative)
            taken.add(strategy.initiative)


# --- The options `armies` and `cards`.


def read_armies(value: Any) -> None:
    """Raise BadOptions unless the value is a list of different army ids."""
    fits = isinstance(value, list) and all(isinstance(a, str) and a in ARMIES for a in value)
    _refuse(not fits, "“armies” must be a list of {armies}.", armies=", ".join(ARMIES))
    _refuse(len(set(value)) != len(value), "An army can only be played by one seat.")


def agree(options: Options, seats: int | None) -> None:
    """Raise BadOptions unless the cards, the armies and the seats go together."""
    armies, chosen = cards_of(options).armies, options["armies"]
    if seats is not None:
        _refuse(seats > len(armies), "There are {n} armies in this set.", n=len(armies))
        wrong = chosen is not None and len(chosen) != seats
        _refuse(wrong, "“armies” needs one army per seat.")
    for army in chosen or ():
        _refuse(army not in armies, "There is no army “{army}” in this set.", army=army)


# --- The remarks of `check_cards`: whether a set is the whole game (spec: Components).


def check_cards(data: Any) -> list[str]:
    """Return what a set lacks of the whole game, in sentences.

    Raises:
        BadOptions: If the data is no card set.
    """
    cards = read_cards(data)
    remarks = [*_unknown_keys(data), *_missing_cards(cards), *_odd_cards(cards)]
    try:
        require_bounded(data)
    except BadOptions as beyond:
        remarks.append(f"No table can be opened with it: {beyond.reason}")
    return remarks


def _unknown_keys(data: Any) -> Iterator[str]:
    """Yield a remark for each unknown key, as a misspelt key would be ignored silently."""
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
