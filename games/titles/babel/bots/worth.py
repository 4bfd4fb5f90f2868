"""What a position is worth to the seat whose turn is about to end, in storeys of a temple."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.engine.contract import Move
from games.titles.babel.rules.cards import RUN, SITES, TRIBES, runs
from games.titles.babel.rules.moves import Discard
from games.titles.babel.rules.position import HIGH, HIGHEST, LOW, TEMPLE_CARDS_DRAWN, Babel

WON = 1000.0
NEAR, NEARER, NEARER_YET = 6.0, 0.75, 1.3
"""What it means to be about to win; how fast that fades; how much more it means on the move."""

MINE_TO_COME, THEIRS_TO_COME = 0.35, 0.7
"""How much of what a run can do is counted: the opponent is the next to play."""
ELSEWHERE = 0.4
"""How much less it is worth where the stone has to travel with a card yet to be had."""

TEMPLE_ON_OFFER = 0.6
IN_HAND, MANY_IN_HAND, TRIBE_IN_HAND, RUN_IN_HAND = 0.45, 0.3, 0.1, 0.35
ENOUGH = 3
"""So many cards in hand are worth more than the rest."""
THEIR_CARD = 0.35
SUPPORTING, AHEAD, SPARE = 0.42, 0.28, 0.12
"""A settled card: for the next two storeys, for those to come, and for nothing but powers."""
HIGHEST_TEMPLE = 6
FULL_GAME = 3
"""With so many turns to come all the future counts."""


class Site(NamedTuple):
    """One site from one seat: what is settled there, and what the runs of each could do."""

    settled: float
    mine: float
    theirs: float


@lru_cache(maxsize=50_000)
def site_of(row: tuple[str, ...], height: int, other: tuple[str, ...], their: int) -> Site:
    settled = support(len(row), height) - support(len(other), their)
    return Site(settled, reach(row, height, other, their), reach(other, their, row, height))


def support(cards: int, height: int) -> float:
    """What settled cards promise beyond the temple they have built."""
    if height >= HIGHEST_TEMPLE:
        return SPARE * cards
    near = min(cards, height + 2)
    ahead = max(0, min(cards, HIGHEST_TEMPLE) - near)
    return SUPPORTING * near + AHEAD * ahead + SPARE * (cards - near - ahead)


def reach(row: Sequence[str], height: int, other: Sequence[str], their: int) -> float:
    """What the runs of a row can do; two of a kind on top are halfway there."""
    found = [(tribe, 1.0) for _, tribe in runs(row)]
    if len(row) >= 2 and row[-1] == row[-2] and (len(row) == 2 or row[-3] != row[-1]):
        found.append((row[-1], 0.35))
    if not found:
        return 0.0
    gains = [sure * gain(tribe, row, height, other, their) for tribe, sure in found]
    best = max(gains)
    return best + 0.3 * (sum(gains) - best)


def gain(tribe: str, row: Sequence[str], height: int, other: Sequence[str], their: int) -> float:
    """What a run of a tribe can bring in one turn; any can at least halve a hand."""
    if tribe == "assyrian":
        return max(0.6, float(their))
    if tribe == "hittite" and their > height and len(row) >= their:
        return their - height + 1.0
    if tribe == "persian" and len(row) >= height + 2 <= HIGHEST_TEMPLE:
        return 1.2
    if tribe == "sumerian" and other:
        return max(0.6, 0.6 * other.count(other[-1]))
    if tribe == "mede" and other:
        return max(0.6, 0.4 * max(map(other.count, other)))
    return 0.6


def worth(position: Babel, seat: int) -> float:
    """The worth of ending the turn now; of the game's end, if it has come to it."""
    other = 1 - seat
    mine, theirs = position.totals[seat], position.totals[other]
    if position.ended is not None:
        places = position.ended.places
        return (places[other] - places[seat]) * WON + mine - theirs
    hand, their_hand = position.hands[seat], len(position.hands[other])
    deck = len(position.temple_deck)
    if deck <= TEMPLE_CARDS_DRAWN:
        # The last temple cards: this turn ends the game.
        lead = (mine - theirs) or (len(hand) > their_hand) - (len(hand) < their_hand)
        return lead + (WON if lead > 0 else -WON if lead < 0 else 0.0)
    future = min(1.0, (deck - TEMPLE_CARDS_DRAWN) / (2 * TEMPLE_CARDS_DRAWN) / FULL_GAME)
    total = float(mine - theirs)
    total += nearness(mine, theirs, position.end_phase)
    total -= NEARER_YET * nearness(theirs, mine, position.end_phase)
    stones, their_cards = position.stones, their_hand + 3
    travels = 1 - 0.8**their_cards
    settled = to_come = 0.0
    rows, their_rows = position.tribes[seat], position.tribes[other]
    temples, their_temples = position.temples[seat], position.temples[other]
    for site in SITES:
        temple, their_temple = temples[site], their_temples[site]
        at = site_of(
            tuple(rows[site]),
            temple[-1] if temple else 0,
            tuple(their_rows[site]),
            their_temple[-1] if their_temple else 0,
        )
        settled += at.settled
        if at.mine:
            there = stones[seat] == site or site in hand
            to_come += MINE_TO_COME * future * at.mine * (1.0 if there else ELSEWHERE)
        if at.theirs:
            there = stones[other] == site
            to_come -= THEIRS_TO_COME * at.theirs * (1.0 if there else travels)
    total += to_come + future * (settled + hand_worth(tuple(hand)) - THEIR_CARD * their_hand)
    return total - on_offer(position, other, their_cards)


@cache
def nearness(mine: int, theirs: int, end_phase: bool) -> float:
    """How near one is to ending the game as its winner."""
    if end_phase:
        steps = min(HIGHEST - mine, theirs - LOW)
        if mine <= theirs:
            steps += theirs - mine
    else:
        steps = max(0, HIGH - mine) + max(0, theirs - LOW)
        steps = min(steps, max(0, HIGHEST - mine))
    return float(NEAR * NEARER**steps)


@lru_cache(maxsize=10_000)
def hand_worth(hand: tuple[str, ...]) -> float:
    size = len(hand)
    total = IN_HAND * min(size, ENOUGH) + MANY_IN_HAND * max(0, size - ENOUGH)
    for tribe in TRIBES:
        count = hand.count(tribe)
        if count:
            total += TRIBE_IN_HAND
            if count >= RUN:
                total += RUN_IN_HAND
    return total


def on_offer(position: Babel, seat: int, cards: int) -> float:
    """What the temple cards on top of the rows are worth to the seat that plays next.

    The row of the seat whose turn ends is covered by what it draws, known or not.
    """
    offered = position.rows[seat][-1:]
    known = min(position.known, TEMPLE_CARDS_DRAWN)
    if known == TEMPLE_CARDS_DRAWN:
        offered.append(min(position.temple_deck[-known:]))
    best = 0.0
    temples, tribes, stone = position.temples[seat], position.tribes[seat], position.stones[seat]
    for level in offered:
        for site, temple in temples.items():
            if level == (temple[-1] + 1 if temple else 1):
                wanting = max(0, level - len(tribes[site])) + (stone != site)
                if wanting < cards:
                    best = max(best, TEMPLE_ON_OFFER * (1 - 0.12 * wanting))
    return best


USES = {"assyrian": 1.0, "hittite": 0.9, "persian": 0.7, "sumerian": 0.7, "mede": 0.5}
"""What a run of a tribe is good for, roughly."""


def least_useful(position: Babel, seat: int, moves: Sequence[Move]) -> Move:
    """The discard that leaves the best hand."""

    def left_by(move: Move) -> float:
        assert isinstance(move, Discard)
        hand = list(position.hands[seat])
        hand.remove(move.tribe)
        return usefulness(position, seat, hand)

    return max(moves, key=left_by)


def usefulness(position: Babel, seat: int, hand: Sequence[str]) -> float:
    """Cards to travel with where there is something to do, and cards that make runs."""
    total = 0.0
    for tribe, use in USES.items():
        count = hand.count(tribe)
        if not count:
            continue
        if position.stones[seat] != tribe:
            total += 0.4 + 0.15 * len(position.tribes[seat][tribe])
        # A run grows on what lies on top of a row; two of three are less than half of it.
        tops = max(trailing(row, tribe) for row in position.tribes[seat].values())
        total += 0.15 * count + use * (min(RUN, count + tops) / RUN) ** 2
    return total


def trailing(row: Sequence[str], tribe: str) -> int:
    """How many cards of a tribe lie on top of a row."""
    count = 0
    while count < len(row) and row[-1 - count] == tribe:
        count += 1
    return count
