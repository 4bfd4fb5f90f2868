"""A turn as it is thought through: what one's own actions may change, and nothing else.

To copy a whole position for each action that is tried takes longer than all the rest. Here a row
is a string, a temple a tuple, and what an action leaves alone is shared.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.contract import View
from games.titles.babel.rules.cards import QUARRY, SITES, TRIBES
from games.titles.babel.rules.position import HIGH, HIGHEST, LOW

LETTERS = "MSHPA"
"""A tribe is a letter, in the order of the sites: a site is its place among them."""
MEDE, SUMERIAN, HITTITE, PERSIAN, ASSYRIAN = tuple(LETTERS)
NOWHERE = len(SITES)
"""The place of a stone in the quarry."""
LETTER = dict(zip(TRIBES, LETTERS, strict=True))
PLACE = {site: place for place, site in enumerate((*SITES, QUARRY))}


class Site(NamedTuple):
    """What is at a site; rows and temples from bottom to top."""

    row: str
    temple: tuple[int, ...]
    their_row: str
    their_temple: tuple[int, ...]


class Turn:
    """The table within a turn of `seat`, from where it sits.

    `stone`: the place of one's own. `hand`: letters in their order. `held`: how many cards the
    other seat holds. `rows`: the temple rows, by seat. `deck`: how many temple cards are to come;
    `known`: those on top that all have seen. `mine`, `theirs`: the totals. `owed`: whether one's
    own first-turn build is owed; `barred`: the other seat's. `arrived`: the last action was to
    travel here. `won`: of a game that is over, 1, 0 or -1.
    """

    __slots__ = (
        *("seat", "stone", "their_stone", "hand", "held", "sites", "rows", "deck", "known"),
        *("mine", "theirs", "owed", "barred", "migrated", "end_phase", "arrived", "won"),
    )
    seat: int
    stone: int
    their_stone: int
    hand: str
    held: int
    sites: tuple[Site, ...]
    rows: tuple[tuple[int, ...], ...]
    deck: int
    known: tuple[int, ...]
    mine: int
    theirs: int
    owed: bool
    barred: bool
    migrated: bool
    end_phase: bool
    arrived: bool
    won: int | None

    def copy(self) -> Turn:
        """By hand, as quick as it can be."""
        then: Turn = _new(Turn)
        then.seat = self.seat
        then.stone = self.stone
        then.their_stone = self.their_stone
        then.hand = self.hand
        then.held = self.held
        then.sites = self.sites
        then.rows = self.rows
        then.deck = self.deck
        then.known = self.known
        then.mine = self.mine
        then.theirs = self.theirs
        then.owed = self.owed
        then.barred = self.barred
        then.migrated = self.migrated
        then.end_phase = self.end_phase
        then.arrived = False
        then.won = None
        return then

    def change(self, place: int, site: Site) -> None:
        self.sites = (*self.sites[:place], site, *self.sites[place + 1 :])

    def test_end(self) -> None:
        """Rules 1 and 2, after what has changed a total (`Babel._test_end`)."""
        mine, theirs = self.mine, self.theirs
        low, high = (mine, theirs) if mine < theirs else (theirs, mine)
        over = high >= HIGH and low <= LOW and not self.end_phase
        self.end_phase = self.end_phase or (high >= HIGH and not over)
        if over or (self.end_phase and (high >= HIGHEST or low <= LOW)):
            lead = mine - theirs or len(self.hand) - self.held
            self.won = (lead > 0) - (lead < 0)


_new = object.__new__


def turn_of(view: View, seat: int) -> Turn:
    """The table as it is to a seat, with its own view."""
    other = 1 - seat
    turn = Turn()
    turn.seat = seat
    turn.stone, turn.their_stone = (PLACE[view["stones"][one]] for one in (seat, other))
    turn.hand = in_order(view["hands"][seat])
    turn.held = view["hands"][other]
    turn.sites = tuple([_site(view["sites"][site], seat) for site in SITES])
    turn.rows = tuple([tuple(row) for row in view["rows"]])
    turn.deck, turn.known = view["temple_deck"], tuple(view["known"])
    turn.mine, turn.theirs = view["totals"][seat], view["totals"][other]
    turn.owed, turn.barred = view["duty"][seat], view["duty"][other]
    turn.migrated, turn.end_phase = view["migrated"], view["end_phase"]
    turn.arrived, turn.won = False, None
    return turn


def _site(given: View, seat: int) -> Site:
    tribes, temples = given["tribes"], given["temples"]
    mine, theirs = letters(tribes[seat]), letters(tribes[1 - seat])
    return Site(mine, tuple(temples[seat]), theirs, tuple(temples[1 - seat]))


def letters(tribes: Iterable[str]) -> str:
    return "".join([LETTER[tribe] for tribe in tribes])


def in_order(hand: Iterable[str]) -> str:
    """A hand in letters: the order in which it is held means nothing."""
    return letters(sorted(hand, key=PLACE.__getitem__))
