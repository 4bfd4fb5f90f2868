"""The state of a turn for the bots' search: only what a seat's own actions may change.

Copying a whole position for each action would take most of the time. Here a row is a string and a
temple a tuple, and copies share what an action does not change.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.contract import View
from games.titles.babel.bots.sites import LETTERS, Prospects, Site, prospects
from games.titles.babel.rules.cards import QUARRY, SITES, TRIBES
from games.titles.babel.rules.position import HIGH, HIGHEST, LOW

NOWHERE = len(SITES)
"""The place of a stone in the quarry."""
LETTER = dict(zip(TRIBES, LETTERS, strict=True))
PLACE = {site: place for place, site in enumerate((*SITES, QUARRY))}


class Turn:
    """The table within a turn, as its `seat` sees it.

    `stone`: the place of its own stone. `hand`: sorted letters. `held`: the size of the other hand.
    `rows`: the temple rows, by seat. `deck`: the size of the temple deck; `known`: the cards on top
    of it that both have seen. `mine`, `theirs`: the totals. `owed`, `barred`: whether the own and
    the other first-turn build is owed. `arrived`: whether the last action was to travel here.
    `won`: 1, 0 or -1 once the game is over. `prospects`: those of the sites.
    """

    __slots__ = (
        *("seat", "stone", "their_stone", "hand", "held", "sites", "rows", "deck", "known"),
        *("mine", "theirs", "owed", "barred", "migrated", "end_phase", "arrived", "won"),
        "prospects",
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
    prospects: tuple[Prospects, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turn) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__slots__ if name != "prospects"])

    def copy(self) -> Turn:
        """Return a copy, made field by field for speed."""
        then: Turn = _new(Turn)
        then.seat = self.seat
        then.stone = self.stone
        then.their_stone = self.their_stone
        then.hand = self.hand
        then.held = self.held
        then.sites = self.sites
        then.prospects = self.prospects
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
        sites, found = list(self.sites), list(self.prospects)
        sites[place], found[place] = site, prospects(site)
        self.sites, self.prospects = tuple(sites), tuple(found)

    def test_end(self) -> None:
        """Test rules 1 and 2, after a change of a total (`Babel._test_end`)."""
        mine, theirs = self.mine, self.theirs
        low, high = (mine, theirs) if mine < theirs else (theirs, mine)
        over = high >= HIGH and low <= LOW and not self.end_phase
        self.end_phase = self.end_phase or (high >= HIGH and not over)
        if over or (self.end_phase and (high >= HIGHEST or low <= LOW)):
            lead = mine - theirs or len(self.hand) - self.held
            self.won = (lead > 0) - (lead < 0)


_new = object.__new__


def turn_of(view: View, seat: int) -> Turn:
    """Read the table from a seat's own view."""
    other = 1 - seat
    turn = Turn()
    turn.seat = seat
    turn.stone, turn.their_stone = (PLACE[view["stones"][one]] for one in (seat, other))
    turn.hand = in_order(view["hands"][seat])
    turn.held = view["hands"][other]
    turn.sites = tuple([_site(view["sites"][site], seat) for site in SITES])
    turn.prospects = tuple([prospects(site) for site in turn.sites])
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
    """Return a hand as sorted letters, since its order means nothing."""
    return letters(sorted(hand, key=PLACE.__getitem__))
