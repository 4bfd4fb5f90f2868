"""The worth of a table to the seat whose turn is about to end, in levels of a temple."""

from __future__ import annotations

from functools import cache, lru_cache

from games.titles.babel.bots.sites import LETTERS
from games.titles.babel.bots.style import STEADY, Style
from games.titles.babel.bots.turn import Turn
from games.titles.babel.rules.cards import RUN
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
FULL_GAME = 3
"""The number of turns to come from which the future counts in full."""


def worth(turn: Turn, style: Style = STEADY) -> float:
    """Return the worth of ending the turn now, or of the end of the game if it is over."""
    lead = turn.mine - turn.theirs
    if turn.won is not None:
        return turn.won * WON + lead
    deck, held, hand = turn.deck, turn.held, turn.hand
    if deck <= TEMPLE_CARDS_DRAWN:
        # The turn draws the last temple cards, which ends the game.
        lead = lead or (len(hand) > held) - (len(hand) < held)
        return lead + (WON if lead > 0 else -WON if lead < 0 else 0.0)
    future, travels = turns_to_come(deck), travelling(held)
    stone, their_stone = turn.stone, turn.their_stone
    weight, their_weight = style.mine, style.theirs
    offered = on_offer(turn)
    settled = to_come = 0.0
    # The fewest cards that the other seat needs to build the top card of a row.
    cards = held + DRAWN
    for place, (of_site, mine, theirs, level, wanting) in enumerate(turn.prospects):
        settled += of_site
        if mine:
            there = stone == place or LETTERS[place] in hand
            to_come += weight * future * mine * (1.0 if there else ELSEWHERE)
        if theirs:
            to_come -= their_weight * theirs * (1.0 if their_stone == place else travels)
        if level in offered:
            needed = wanting + (their_stone != place)
            if needed < cards:
                cards = needed
    to_come += future * (settled + hand_worth(hand) + style.hand * len(hand) - THEIR_CARD * held)
    if cards < held + DRAWN:
        to_come -= max(0.0, TEMPLE_ON_OFFER * (1 - 0.12 * cards))
    return lead + nearer(turn.mine, turn.theirs, turn.end_phase) + to_come


@cache
def turns_to_come(deck: int) -> float:
    """Return how much of the future counts with this number of temple cards in the deck."""
    return min(1.0, (deck - TEMPLE_CARDS_DRAWN) / (2 * TEMPLE_CARDS_DRAWN) / FULL_GAME)


@cache
def travelling(held: int) -> float:
    """Return how likely the other seat, with that many cards, can travel to a given site."""
    return float(1 - 0.8 ** (held + DRAWN))


@cache
def nearer(mine: int, theirs: int, end_phase: bool) -> float:
    """Return by how much a seat is nearer to winning than the other one, which plays next."""
    ahead = nearness(mine, theirs, end_phase)
    return ahead - NEARER_YET * nearness(theirs, mine, end_phase)


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
