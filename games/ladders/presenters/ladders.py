"""The ladders as a visitor sees them: one choice of many lists, a page of it, and my own row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from games.engine.contract import Game
from games.ladders.presenters.ladder_choice import SIZE_NAMES, Choice, season_name
from games.ladders.presenters.listing import Listing
from games.ladders.presenters.standings import Row
from games.rating import Season, sizes_of
from games.titles.registry import all_games

TOP = 3


@dataclass(frozen=True)
class Link:
    """One of several lists beside each other."""

    name: str
    url: str
    here: bool
    emblem: str = ""
    count: int | None = None


@dataclass(frozen=True)
class LadderPage:
    """A page of a list, and where my own row is."""

    listing: Listing
    rows: list[Row]
    mine: Row | None
    placed: int
    provisional: int = 0
    after: str = ""
    before: str = ""

    @property
    def choice(self) -> Choice:
        return self.listing.choice

    @property
    def apart(self) -> bool:
        """Whether I have a row, but not among these."""
        return self.mine is not None and not any(row.mine for row in self.rows)

    @property
    def next(self) -> str:
        return self.choice.link(after=self.after) if self.after else ""

    @property
    def previous(self) -> str:
        return self.choice.link(before=self.before) if self.before else ""

    @property
    def around_me(self) -> str:
        """The page of the list that my row stands on, if it stands on any."""
        if self.mine is None or not self.mine.listed:
            return ""
        choice = replace(self.choice, provisional=self.mine.provisional)
        return f"{choice.link(at='me')}#me"

    @property
    def games(self) -> list[Link]:
        links = []
        for game in all_games():
            sizes = sizes_of(game.seats)
            size = self.choice.size if self.choice.size in sizes else sizes[0]
            url = replace(self.choice, game=game, size=size, provisional=False).url
            links.append(Link(game.name, url, game.slug == self.choice.game.slug, game.slug))
        return links

    @property
    def sizes(self) -> list[Link]:
        sizes = sizes_of(self.choice.game.seats)
        return [self._link(str(SIZE_NAMES[size]), size=size) for size in sizes]

    @property
    def who(self) -> list[Link]:
        return [self._link(gettext("People"), bots=False), self._link(gettext("Bots"), bots=True)]

    @property
    def seasons(self) -> list[Link]:
        """All time, the season that is on, and those before it in which somebody played."""
        on = Season.of(timezone.now())
        played = self.listing.seasons_played()
        return [
            self._link(gettext("All time"), season=None),
            *(self._link(season_name(one), season=one) for one in sorted({on, *played})[::-1]),
        ]

    @property
    def parts(self) -> list[Link]:
        return [
            replace(self._link(gettext("Placed"), provisional=False), count=self.placed),
            replace(self._link(gettext("Provisional"), provisional=True), count=self.provisional),
        ]

    def _link(self, name: str, **change: Any) -> Link:
        changed = {"provisional": False, **change}
        choice = replace(self.choice, **changed)
        here = all(getattr(self.choice, key) == value for key, value in change.items())
        return Link(name, choice.url, here)

    def state(self) -> dict[str, Any]:
        """The same as JSON."""
        choice = self.choice
        return {
            "game": choice.game.slug,
            "size": choice.size,
            "season": None if choice.season is None else str(choice.season),
            "bots": choice.bots,
            "provisional": choice.provisional,
            "placed_count": self.placed,
            "provisional_count": self.provisional,
            "rows": [row.state() for row in self.rows],
            "mine": None if self.mine is None else self.mine.state(),
            "after": self.after or None,
            "before": self.before or None,
        }


def ladder_page(choice: Choice, user: Any, asked: Mapping[str, str]) -> LadderPage:
    """A page of a list: the first, the one `after` or `before` a row, or the one `at` me.

    Pages hang on the row they follow, not on a number: whoever climbs meanwhile is at most seen
    twice, and nobody is left out who stayed where they were. BadPage.
    """
    listing = Listing(choice, user)
    mine = listing.mine
    if asked.get("at") == "me" and mine is not None and mine.listed:
        tallies = listing.around(mine.cursor)
    elif asked.get("before"):
        tallies = listing.before(asked["before"])
    elif asked.get("after"):
        tallies = listing.after(asked["after"])
    else:
        tallies = listing.first()
    rows = listing.rows(tallies)
    return LadderPage(
        listing,
        rows,
        mine,
        placed=listing.placed.count(),
        provisional=listing.provisional.count(),
        after=rows[-1].cursor if rows and listing.below(rows[-1].cursor).exists() else "",
        before=rows[0].cursor if rows and listing.above(rows[0].cursor).exists() else "",
    )


def top_of(choice: Choice, user: Any) -> LadderPage:
    """The first few of a ladder, and me."""
    listing = Listing(choice, user)
    rows = listing.rows(listing.first(TOP))
    return LadderPage(listing, rows, listing.mine, placed=listing.placed.count())


def overview(user: Any) -> list[tuple[Game, list[LadderPage]]]:
    """Every game with the tops of its ladders."""
    return [
        (game, [top_of(Choice(game, size), user) for size in sizes_of(game.seats)])
        for game in all_games()
    ]
