"""The five sites as one viewer sees them: rows, temples, stones, and possible actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from games.titles.babel.board.outlook import powers_of, works
from games.titles.babel.board.parts import Goal, Group, Idle, Leaving, Offer, Row, Site, Temple
from games.titles.babel.rules.cards import RUN, SITES
from games.titles.babel.rules.moves import POWER_OF, Travel

if TYPE_CHECKING:
    from games.engine.contract import Effect
    from games.titles.babel.board.board import BabelTable


Powers = tuple[tuple[Offer, ...], tuple[Idle, ...], tuple[str, ...]]


@dataclass
class Fresh:
    """The latest changes on the table."""

    rows: dict[tuple[int, str], tuple[int, str]] = field(default_factory=dict)
    """By seat and site: how many cards came to the row, and from which element."""
    temples: set[tuple[int, str]] = field(default_factory=set)
    lost: dict[tuple[int, str], tuple[int, ...]] = field(default_factory=dict)
    """By seat and site: the levels that the temple lost."""
    stones: dict[int, str] = field(default_factory=dict)
    temple_rows: set[int] = field(default_factory=set)


def fresh_of(effects: Iterable[Effect], viewer: int | None) -> Fresh:
    """Read the latest changes from the effects of the newest step."""
    fresh = Fresh()
    for kind, facts, _to in effects:
        seat, site = facts.get("seat", -1), facts.get("site", "")
        if kind == "travelled":
            fresh.stones[seat] = facts["to"]
        elif kind == "settled":
            hand = f"#hand-{facts['tribe']}" if seat == viewer else f"#builder-{seat}-head"
            fresh.rows[seat, site] = (1, hand)
        elif kind == "migrated":
            came = f"#row-{seat}-{facts['from']}"
            fresh.rows[seat, facts["to"]] = (len(facts["cards"]), came)
        elif kind == "built":
            fresh.temples.add((seat, site))
        elif kind == "temple-cards":
            fresh.temple_rows.add(seat)
        elif kind == "power":
            power = facts["power"]
            if power == "bribe":
                fresh.rows[seat, site] = (facts["count"], f"#row-{1 - seat}-{site}")
            elif power in ("steal", "skip"):
                fresh.temples.add((seat, site))
            if power in ("steal", "raze"):
                levels = [facts["level"]] if power == "steal" else facts["temple"]
                fresh.lost[1 - seat, site] = tuple(levels)
    return fresh


class Landscape:
    """Builds the sites; the viewer's own side is the lower one."""

    def __init__(self, board: BabelTable) -> None:
        self.board = board
        self.prospects = prospects = board.prospects
        moves = board.table.moves if prospects else ()
        self.travels = {move.tribe for move in moves if isinstance(move, Travel)}
        self.offers = prospects.offers(moves) if prospects else {}
        self.goals = prospects.goals(moves) if prospects else {}
        self.sources = {goal.source for goals in self.goals.values() for goal in goals}
        self.here = prospects.site if prospects else ""

    def sites(self) -> list[Site]:
        return [self._site(site) for site in SITES]

    def _site(self, site: str) -> Site:
        near, far = self.board.near, 1 - self.board.near
        stones = [
            player
            for player in self.board.players
            if self.board.view["stones"][player.seat] == site
        ]
        moved = [seat for seat, to in self.board.fresh.stones.items() if to == site]
        goals: tuple[Goal, ...] = self.goals.get(site, ())
        return Site(
            id=site,
            far=self._row(far, site),
            near=self._row(near, site),
            far_temple=self._temple(far, site),
            near_temple=self._temple(near, site),
            stones=tuple(stones),
            fresh_stone=moved[0] if moved else None,
            here=any(player.you for player in stones),
            travel=self.board.my_cards.count(site) if site in self.travels else 0,
            goals=goals,
            threatened=any(one.seat == far and one.site == site for one in self.board.wins),
        )

    def _row(self, seat: int, site: str) -> Row:
        cards = self.board.view["sites"][site]["tribes"][seat]
        came, came_from = self.board.fresh.rows.get((seat, site), (0, ""))
        leaving: Leaving | None = None
        mine = self.prospects is not None and seat == self.board.near
        if self.prospects and mine and site in self.sources:
            leaving = self.prospects.leaving(site)
        first_fresh = len(cards) - came
        first_migrant = len(cards) - RUN if leaving else len(cards)
        groups, start = [], 0
        for tribe, equal in groupby(cards):
            size = len(list(equal))
            places = range(start, start + size)
            slots = [(place >= first_fresh, place >= first_migrant) for place in places]
            offers, idle, powers = self._powers(seat, site, tribe, start, size)
            wants_stone = size >= RUN and mine and site != self.here
            groups.append(Group(tribe, start, tuple(slots), offers, idle, powers, wants_stone))
            start += size
        return Row(self.board.players[seat], site, tuple(groups), came_from, leaving)

    def _powers(self, seat: int, site: str, tribe: str, start: int, size: int) -> Powers:
        """Return the powers that a group offers, those it can't use, and those on its badge."""
        if size < RUN or self.board.over:
            return (), (), ()
        if self.prospects and seat == self.board.near and site == self.here:
            offers = self.offers.get(start, ())
            able = {offer.power for offer in offers}
            known = powers_of(tribe)
            idle = tuple(self.prospects.idle(power) for power in known if power not in able)
            return offers, idle, tuple(power for power in known if power in able)
        # The power that any tribe gives would be on every badge, so it is left out.
        power = POWER_OF[tribe]
        return (), (), (power,) if works(self.board.view, seat, site, power) else ()

    def _temple(self, seat: int, site: str) -> Temple:
        return Temple(
            player=self.board.players[seat],
            site=site,
            levels=tuple(self.board.view["sites"][site]["temples"][seat]),
            fresh=(seat, site) in self.board.fresh.temples,
            lost=self.board.fresh.lost.get((seat, site), ()),
        )
