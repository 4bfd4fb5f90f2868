"""The cards at a site, and what they promise to each seat."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.titles.babel.rules.cards import runs

LETTERS = "MSHPA"
"""The letter of each tribe, in the order of the sites; a site is a place in this order."""
MEDE, SUMERIAN, HITTITE, PERSIAN, ASSYRIAN = tuple(LETTERS)
SUPPORTING, AHEAD, SPARE = 0.42, 0.28, 0.12
"""The worth of a settled card: for the next two levels, for later ones, and only for powers."""
HIGHEST_TEMPLE = 6


class Site(NamedTuple):
    """The cards at a site; rows and temples from bottom to top."""

    row: str
    temple: tuple[int, ...]
    their_row: str
    their_temple: tuple[int, ...]


class Prospects(NamedTuple):
    """The prospects of one site.

    `settled`: the worth of the settled cards. `mine`, `theirs`: what each seat's runs can do.
    `their_next`: the level that the other seat builds next. `wanting`: the number of cards that it
    has to settle before that.
    """

    settled: float
    mine: float
    theirs: float
    their_next: int
    wanting: int


@lru_cache(maxsize=50_000)
def prospects(site: Site) -> Prospects:
    row, temple, their_row, their_temple = site
    height, their = temple[-1] if temple else 0, their_temple[-1] if their_temple else 0
    settled = support(len(row), height) - support(len(their_row), their)
    mine, theirs = reach(row, height, their_row, their), reach(their_row, their, row, height)
    return Prospects(settled, mine, theirs, their + 1, max(0, their + 1 - len(their_row)))


def support(cards: int, height: int) -> float:
    """Return the worth of settled cards for the levels yet to be built."""
    if height >= HIGHEST_TEMPLE:
        return SPARE * cards
    near = min(cards, height + 2)
    ahead = max(0, min(cards, HIGHEST_TEMPLE) - near)
    return SUPPORTING * near + AHEAD * ahead + SPARE * (cards - near - ahead)


def reach(row: str, height: int, other: str, their: int) -> float:
    """Return the worth of the runs of a row; two equal cards on top count as part of one."""
    found = [(tribe, 1.0) for _, tribe in runs(row)]
    if len(row) >= 2 and row[-1] == row[-2] and (len(row) == 2 or row[-3] != row[-1]):
        found.append((row[-1], 0.35))
    if not found:
        return 0.0
    gains = [sure * gain(tribe, row, height, other, their) for tribe, sure in found]
    best = max(gains)
    return best + 0.3 * (sum(gains) - best)


def gain(tribe: str, row: str, height: int, other: str, their: int) -> float:
    """Return what a run of a tribe can gain in one turn; any can at least halve a hand."""
    if tribe == ASSYRIAN:
        return max(0.6, float(their))
    if tribe == HITTITE and their > height and len(row) >= their:
        return their - height + 1.0
    if tribe == PERSIAN and len(row) >= height + 2 <= HIGHEST_TEMPLE:
        return 1.2
    if tribe == SUMERIAN and other:
        return max(0.6, 0.6 * other.count(other[-1]))
    if tribe == MEDE and other:
        return max(0.6, 0.4 * max(map(other.count, other)))
    return 0.6
