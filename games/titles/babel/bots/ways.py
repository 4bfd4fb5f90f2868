"""The actions of a seat within a turn, and the table after each.

These are the legal actions without two that are not worth trying: to travel twice in a row, and to
migrate to a site that the stone can't reach this turn. They don't respect the duty of the first
turn; the search drops ways on which that build is not done.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.engine.contract import Move
from games.titles.babel.bots.sites import (
    ASSYRIAN,
    HITTITE,
    LETTERS,
    PERSIAN,
    SUMERIAN,
    Site,
)
from games.titles.babel.bots.turn import LETTER, NOWHERE, PLACE, Turn
from games.titles.babel.rules.cards import RUN, SITES, TRIBES, runs
from games.titles.babel.rules.moves import BUILD, HALVE, MIGRATE, SETTLE, TRAVEL, power

Way = tuple[Move, Turn]
_NAME = {letter: tribe for tribe, letter in LETTER.items()}
_TRAVEL = [TRAVEL[site] for site in SITES]
_SETTLE = [SETTLE[tribe] for tribe in TRIBES]
_MIGRATE = [
    list(zip([PLACE[to] for to in SITES if to != source], MIGRATE[source], strict=True))
    for source in SITES
]


def ways(turn: Turn) -> Iterator[Way]:
    """Return every action worth trying, and the table after it."""
    if turn.stone != NOWHERE:
        site = turn.sites[turn.stone]
        for move, row, level in _builds(turn, site, 1):
            yield move, _raised(turn, site, row, level)
        if len(site.row) >= RUN:
            yield from _powers(turn, site)
        for place, rest in _cards(turn.hand):
            then = turn.copy()
            then.hand = rest
            then.change(turn.stone, Site(site.row + LETTERS[place], *site[1:]))
            yield _SETTLE[place], then
    if not turn.arrived:
        yield from _travels(turn)
    if not turn.migrated:
        yield from _migrations(turn)


@lru_cache(maxsize=20_000)
def _cards(hand: str) -> list[tuple[int, str]]:
    """Return each kind of card in a hand, by the tribe's place, and the hand without it."""
    kinds = [(place, hand.find(letter)) for place, letter in enumerate(LETTERS)]
    return [(place, hand[:at] + hand[at + 1 :]) for place, at in kinds if at >= 0]


@lru_cache(maxsize=50_000)
def _runs(row: str) -> list[tuple[int, str]]:
    return list(runs(row))


def _travels(turn: Turn) -> Iterator[Way]:
    for place, rest in _cards(turn.hand):
        if place != turn.stone:
            then = turn.copy()
            then.hand, then.stone, then.arrived = rest, place, True
            yield _TRAVEL[place], then


def _migrations(turn: Turn) -> Iterator[Way]:
    for source, site in enumerate(turn.sites):
        if len(site.row) < RUN:
            continue
        for target, move in _MIGRATE[source]:
            if target == turn.stone or LETTERS[target] in turn.hand:
                to = turn.sites[target]
                then = turn.copy()
                then.change(source, Site(site.row[:-RUN], *site[1:]))
                then.change(target, Site(to.row + site.row[-RUN:], *to[1:]))
                then.migrated, then.arrived = True, turn.arrived
                yield move, then


def _builds(turn: Turn, site: Site, step: int) -> Iterator[tuple[Move, int, int]]:
    """Return the builds of `step` levels: the move, the temple row and the new level."""
    level = (site.temple[-1] if site.temple else 0) + step
    if len(site.row) < level:
        return
    for row, cards in enumerate(turn.rows):
        if cards and cards[-1] == level and not (turn.barred and row != turn.seat):
            yield BUILD[row], row, level


def _raised(turn: Turn, site: Site, row: int, level: int) -> Turn:
    """Return the table after building the top card of a temple row."""
    then = turn.copy()
    cards = turn.rows[row][:-1]
    then.rows = (cards, turn.rows[1]) if row == 0 else (turn.rows[0], cards)
    then.mine += level - (site.temple[-1] if site.temple else 0)
    then.change(turn.stone, Site(site.row, (*site.temple, level), *site[2:]))
    if row == turn.seat:
        then.owed = False
    then.test_end()
    return then


def _powers(turn: Turn, site: Site) -> Iterator[Way]:
    for start, tribe in _runs(site.row):
        rest = site.row[:start] + site.row[start + 1 :]
        paid = Site(rest, *site[1:])
        if turn.held >= 2:
            then = turn.copy()
            then.held -= then.held // 2
            then.change(turn.stone, paid)
            yield power(HALVE, start), then
        if tribe == ASSYRIAN:
            if site.their_temple:
                yield power("raze", start), _razed(turn, paid)
        elif tribe == HITTITE:
            stolen = site.their_temple[-1] if site.their_temple else 0
            if (site.temple[-1] if site.temple else 0) < stolen <= len(site.row):
                yield power("steal", start), _stolen(turn, paid)
        elif tribe == PERSIAN:
            for _, row, level in _builds(turn, site, 2):
                yield power("skip", start, None, row), _raised(turn, paid, row, level)
        elif tribe == SUMERIAN:
            if site.their_row:
                yield power("bribe", start), _bribed(turn, paid)
        else:
            for letter in dict.fromkeys(site.their_row):
                left = site.their_row.replace(letter, "")
                then = turn.copy()
                then.change(turn.stone, Site(rest, site.temple, left, site.their_temple))
                yield power("expel", start, _NAME[letter]), then


def _razed(turn: Turn, site: Site) -> Turn:
    then = turn.copy()
    then.theirs -= site.their_temple[-1]
    then.known += site.their_temple[::-1]
    then.deck += len(site.their_temple)
    then.change(turn.stone, Site(*site[:3], ()))
    then.test_end()
    return then


def _stolen(turn: Turn, site: Site) -> Turn:
    *left, level = site.their_temple
    then = turn.copy()
    then.mine += level - (site.temple[-1] if site.temple else 0)
    then.theirs -= level - (left[-1] if left else 0)
    then.change(turn.stone, Site(site.row, (*site.temple, level), site.their_row, tuple(left)))
    then.test_end()
    return then


def _bribed(turn: Turn, site: Site) -> Turn:
    top = site.their_row[-1]
    left = site.their_row.replace(top, "")
    row = site.row + top * (len(site.their_row) - len(left))
    then = turn.copy()
    then.change(turn.stone, Site(row, site.temple, left, site.their_temple))
    return then
