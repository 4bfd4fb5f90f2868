"""The five sites as one viewer sees them: rows, temples, stones, and what can be done there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from games.titles.babel.board.parts import Goal, Group, Offer, Row, Site, Slot, Temple
from games.titles.babel.rules.cards import RUN, SITES
from games.titles.babel.rules.moves import Travel

if TYPE_CHECKING:
    from games.engine.contract import Happening, Json, Move, View
    from games.matches.presenters.table import Chair
    from games.titles.babel.board.offers import Prospects


class Fresh:
    """What has just changed on the table, from the happenings of the newest step."""

    def __init__(self, happenings: Iterable[Happening], viewer: int | None) -> None:
        self.rows: dict[tuple[int, str], tuple[int, str]] = {}
        self.temples: set[tuple[int, str]] = set()
        self.lost: dict[tuple[int, str], tuple[int, ...]] = {}
        self.stones: dict[int, str] = {}
        self.temple_rows: set[int] = set()
        self.viewer = viewer
        for happening in happenings:
            note = getattr(self, f"_{happening.kind.replace('-', '_')}", None)
            if note is not None:
                note(happening.facts)

    def _travelled(self, facts: Json) -> None:
        self.stones[facts["seat"]] = facts["to"]

    def _settled(self, facts: Json) -> None:
        seat = facts["seat"]
        hand = f"#hand-{facts['tribe']}" if seat == self.viewer else f"#builder-{seat}-head"
        self.rows[seat, facts["site"]] = (1, hand)

    def _migrated(self, facts: Json) -> None:
        seat = facts["seat"]
        self.rows[seat, facts["to"]] = (len(facts["cards"]), f"#row-{seat}-{facts['from']}")

    def _built(self, facts: Json) -> None:
        self.temples.add((facts["seat"], facts["site"]))

    def _temple_cards(self, facts: Json) -> None:
        self.temple_rows.add(facts["seat"])

    def _power(self, facts: Json) -> None:
        seat, site, power = facts["seat"], facts["site"], facts["power"]
        if power == "bribe":
            self.rows[seat, site] = (facts["count"], f"#row-{1 - seat}-{site}")
        elif power in ("steal", "skip"):
            self.temples.add((seat, site))
        if power == "steal":
            self.lost[1 - seat, site] = (facts["level"],)
        elif power == "raze":
            self.lost[1 - seat, site] = tuple(facts["temple"])


class Landscape:
    """Lays out the sites; `near` is the seat whose side is the lower one."""

    def __init__(
        self,
        view: View,
        chairs: Sequence[Chair],
        near: int,
        fresh: Fresh,
        moves: Sequence[Move] = (),
        prospects: Prospects | None = None,
    ) -> None:
        self.view = view
        self.chairs = chairs
        self.near = near
        self.fresh = fresh
        self.travels = {move.tribe for move in moves if isinstance(move, Travel)}
        self.offers = prospects.offers(moves) if prospects else {}
        self.goals = prospects.goals(moves) if prospects else {}
        self.sources = {goal.source for goals in self.goals.values() for goal in goals}
        self.here = view["stones"][prospects.seat] if prospects else ""

    def sites(self) -> list[Site]:
        return [self._site(site) for site in SITES]

    def _site(self, site: str) -> Site:
        near, far = self.near, 1 - self.near
        stones = [chair for chair in self.chairs if self.view["stones"][chair.seat] == site]
        moved = [seat for seat, to in self.fresh.stones.items() if to == site]
        goals: tuple[Goal, ...] = self.goals.get(site, ())
        return Site(
            id=site,
            far=self._row(far, site),
            near=self._row(near, site),
            far_temple=self._temple(far, site),
            near_temple=self._temple(near, site),
            stones=tuple(stones),
            fresh_stone=moved[0] if moved else None,
            here=any(chair.you for chair in stones),
            travel=site in self.travels,
            goals=goals,
        )

    def _row(self, seat: int, site: str) -> Row:
        cards = self.view["sites"][site]["tribes"][seat]
        came, came_from = self.fresh.rows.get((seat, site), (0, ""))
        mine = seat == self.near
        migrates = mine and site in self.sources
        offers = self.offers if mine and site == self.here else {}
        first_fresh = len(cards) - came
        first_migrant = len(cards) - RUN if migrates else len(cards)
        groups, start = [], 0
        for tribe, equal in groupby(cards):
            size = len(list(equal))
            places = range(start, start + size)
            slots = [Slot(place >= first_fresh, place >= first_migrant) for place in places]
            given: tuple[Offer, ...] = offers.get(start, ())
            groups.append(Group(tribe, start, tuple(slots), given))
            start += size
        return Row(self.chairs[seat], site, tuple(groups), came_from, migrates)

    def _temple(self, seat: int, site: str) -> Temple:
        return Temple(
            chair=self.chairs[seat],
            site=site,
            levels=tuple(self.view["sites"][site]["temples"][seat]),
            fresh=(seat, site) in self.fresh.temples,
            lost=self.fresh.lost.get((seat, site), ()),
        )
