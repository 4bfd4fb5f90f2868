"""Which list of which ladder a page shows, read from its URL and written into links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games.engine.contract import Game
from games.matches.refusals import NoSuchLadder
from games.rating import Season, sizes_of
from games.titles.registry import all_games

SIZE_NAMES = {"2": gettext_lazy("Two players"), "3+": gettext_lazy("Three and more")}


@dataclass(frozen=True)
class Choice:
    """One list: a ladder of all time or a season, of people or bots, placed or provisional."""

    game: Game
    size: str
    season: Season | None = None
    bots: bool = False
    provisional: bool = False

    @property
    def size_name(self) -> str:
        return str(SIZE_NAMES[self.size])

    @property
    def season_name(self) -> str:
        return gettext("All time") if self.season is None else season_name(self.season)

    @property
    def url(self) -> str:
        return self.link()

    def link(self, **more: str) -> str:
        """The URL of this list, or of a page of it."""
        query = {
            "season": str(self.season or ""),
            "who": "bots" if self.bots else "",
            "part": "provisional" if self.provisional else "",
            **more,
        }
        query = {name: value for name, value in query.items() if value}
        path = reverse("ladder", args=[self.game.slug, self.size])
        return f"{path}?{urlencode(query)}" if query else path


def season_name(season: Season) -> str:
    """A season named by its months."""
    first, last = date_format(season.first_day, "M"), date_format(season.last_month, "M")
    return gettext("{first} – {last} {year}").format(first=first, last=last, year=season.year)


def read_choice(slug: str, size: str, query: Mapping[str, str]) -> Choice:
    """The list that a URL names; NoSuchLadder."""
    game = next((game for game in all_games() if game.slug == slug), None)
    if game is None or size not in sizes_of(game.seats):
        raise NoSuchLadder(gettext_noop("There is no such ladder."))
    try:
        season = Season.read(query["season"]) if query.get("season") else None
    except ValueError:
        raise NoSuchLadder(gettext_noop("There is no such season.")) from None
    bots, provisional = query.get("who") == "bots", query.get("part") == "provisional"
    return Choice(game, size, season, bots, provisional)
