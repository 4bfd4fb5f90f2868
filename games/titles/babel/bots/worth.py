"""The worth of a table to the seat whose turn is about to end, in levels of a temple."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from games.titles.babel.bots.style import STEADY, Style
from games.titles.babel.bots.turn import (
    ASSYRIAN,
    HITTITE,
    LETTERS,
    MEDE,
    PERSIAN,
    SUMERIAN,
    Site,
    Turn,
)
from games.titles.babel.rules.cards import RUN, runs
from games.titles.babel.rules.position import DRAWN, HIGH, HIGHEST, LOW, TEMPLE_CARDS_DRAWN

WON = 1000.0
NEAR, NEARER, NEARER_YET = 6.0, 0.75, 1.3
"""The worth of being about to win, its decay for each missing level, its weight for the rival."""

ELSEWHERE = 0.4
"""The factor for a site to which the stone can travel only with a card yet to be drawn."""

TEMPLE_ON_OFFER = 0.6
IN_HAND, MANY_IN_HAND, TRIBE_IN_HAND, RUN_IN_HAND = 0.45, 0.3, 0.1, 0.35
ENOUGH = 3
"""The number of hand cards that are worth more than the rest."""
THEIR_CARD = 0.35
SUPPORTING, AHEAD, SPARE = 0.42, 0.28, 0.12
"""The worth of a settled card: for the next two levels, for later ones, and only for powers."""
HIGHEST_TEMPLE = 6
FULL_GAME = 3
"""The number of turns to come from which the future counts in full."""


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


def worth(turn: Turn, style: Style = STEADY) -> float:
    """Return the worth of ending the turn now, or of the end of the game if it is over."""
    lead = turn.mine - turn.theirs
    if turn.won is not None:
        return turn.won * WON + lead
    if turn.deck <= TEMPLE_CARDS_DRAWN:
        # The turn draws the last temple cards, which ends the game.
        lead = lead or (len(turn.hand) > turn.held) - (len(turn.hand) < turn.held)
        return lead + (WON if lead > 0 else -WON if lead < 0 else 0.0)
    future = min(1.0, (turn.deck - TEMPLE_CARDS_DRAWN) / (2 * TEMPLE_CARDS_DRAWN) / FULL_GAME)
    near = nearness(turn.mine, turn.theirs, turn.end_phase)
    near -= NEARER_YET * nearness(turn.theirs, turn.mine, turn.end_phase)
    stone, their_stone, hand = turn.stone, turn.their_stone, turn.hand
    travels = 1 - 0.8 ** (turn.held + DRAWN)
    offered = on_offer(turn)
    settled = to_come = 0.0
    # The fewest cards that the other seat needs to build the top card of a row.
    cards = turn.held + DRAWN
    for place, site in enumerate(turn.sites):
        of_site, mine, theirs, level, wanting = prospects(site)
        settled += of_site
        if mine:
            there = stone == place or LETTERS[place] in hand
            to_come += style.mine * future * mine * (1.0 if there else ELSEWHERE)
        if theirs:
            to_come -= style.theirs * theirs * (1.0 if their_stone == place else travels)
        if level in offered:
            cards = min(cards, wanting + (their_stone != place))
    to_come += future * (
        settled + hand_worth(hand) + style.hand * len(hand) - THEIR_CARD * turn.held
    )
    if cards < turn.held + DRAWN:
        to_come -= max(0.0, TEMPLE_ON_OFFER * (1 - 0.12 * cards))
    return lead + near + to_come


@cache
def nearness(mine: int, theirs: int, end_phase: bool) -> float:
    """Return how near a seat is to ending the game as its winner."""
    if end_phase:
        steps = min(HIGHEST - mine, theirs - LOW)
        if mine <= theirs:
            steps += theirs - mine
    else:
        steps = max(0, HIGH - mine) + max(0, theirs - LOW)
        steps = min(steps, max(0, HIGHEST - mine))
    return float(NEAR * NEARER**steps)


@lru_cache(maxsize=10_000)
def hand_worth(hand: str) -> float:
    size = len(hand)
    total = IN_HAND * min(size, ENOUGH) + MANY_IN_HAND * max(0, size - ENOUGH)
    for tribe in LETTERS:
        count = hand.count(tribe)
        if count:
            total += TRIBE_IN_HAND
            if count >= RUN:
                total += RUN_IN_HAND
    return total


def on_offer(turn: Turn) -> tuple[int, ...]:
    """Return the known temple cards on top of the rows for the seat that plays next.

    The seat whose turn ends covers its own row with the cards that it draws.
    """
    offered = turn.rows[1 - turn.seat][-1:]
    if len(turn.known) >= TEMPLE_CARDS_DRAWN:
        offered += (min(turn.known[-TEMPLE_CARDS_DRAWN:]),)
    return offered
