"""The pages of the ladders: a page of one list with links to the others, and the overview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from accounts.http import Visitor
from games.engine.contract import Game
from games.ladders.presenters.listing import SIZE_NAMES, Choice, Listing, Row, season_name
from games.ladders.presenters.measured import Measured, measured_levels
from games.rating import Season, sizes_of
from games.titles.registry import all_games

TOP = 3


@dataclass(frozen=True)
class Link:
    """A link to another list; `here`: it is the one that is shown."""

    name: str
    url: str
    here: bool
    emblem: str = ""
    count: int | None = None


@dataclass(frozen=True)
class LadderPage:
    """A page of a list, and the viewer's own row."""

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
        """Whether the viewer has a row, but not on this page."""
        return self.mine is not None and not any(row.mine for row in self.rows)

    @property
    def next(self) -> str:
        return self.choice.link(after=self.after) if self.after else ""

    @property
    def previous(self) -> str:
        return self.choice.link(before=self.before) if self.before else ""

    @property
    def around_me(self) -> str:
        """The link to the page with the viewer's own row; empty if no list has it."""
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
            links.append(self._link(game.name, emblem=game.slug, game=game, size=size))
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
        """All time, the current season, and the earlier ones that have ratings."""
        played = {Season.of(timezone.now()), *self.listing.seasons_played()}
        return [
            self._link(gettext("All time"), season=None),
            *(self._link(season_name(one), season=one) for one in sorted(played, reverse=True)),
        ]

    @property
    def season_is_over(self) -> bool:
        return self.choice.season is not None and self.choice.season.ends <= timezone.now()

    @property
    def parts(self) -> list[Link]:
        return [
            self._link(gettext("Placed"), count=self.placed, provisional=False),
            self._link(gettext("Provisional"), count=self.provisional, provisional=True),
        ]

    @property
    def measured(self) -> list[Measured]:
        """The starting ratings of the levels, on the list of bots of all time."""
        if not self.choice.bots or self.choice.season is not None:
            return []
        return measured_levels(self.choice.game.slug, self.choice.size)

    def _link(
        self, name: str, *, emblem: str = "", count: int | None = None, **change: Any
    ) -> Link:
        """Return a link to this list with some fields of its choice changed."""
        changed = {"provisional": False, **change}
        here = all(getattr(self.choice, field) == value for field, value in change.items())
        return Link(name, replace(self.choice, **changed).url, here, emblem, count)

    def state(self) -> dict[str, Any]:
        """Return the page as JSON."""
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


def ladder_page(choice: Choice, user: Visitor, query: Mapping[str, str]) -> LadderPage:
    """Return the page of a list that a query names; raise BadPage."""
    listing = Listing(choice, user)
    rows = listing.rows(listing.page(query))
    return LadderPage(
        listing,
        rows,
        listing.mine,
        placed=listing.placed.count(),
        provisional=listing.provisional.count(),
        after=rows[-1].cursor if rows and listing.below(rows[-1].cursor).exists() else "",
        before=rows[0].cursor if rows and listing.above(rows[0].cursor).exists() else "",
    )


def overview(user: Visitor) -> list[tuple[Game, list[LadderPage]]]:
    """Return every game with the top rows of its ladders, and the viewer's own rows."""
    return [
        (game, [_top_of(Choice(game, size), user) for size in sizes_of(game.seats)])
        for game in all_games()
    ]


def _top_of(choice: Choice, user: Visitor) -> LadderPage:
    listing = Listing(choice, user)
    rows = listing.rows(list(listing.part[:TOP]))
    return LadderPage(listing, rows, listing.mine, placed=listing.placed.count())
