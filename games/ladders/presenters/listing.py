"""The lists of the ladders: the one a URL names, and its rows in parts and pages, with places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from accounts.http import Visitor
from accounts.models import User
from games.boards.words import level_name, signed
from games.engine.contract import Game
from games.ladders.models import Ladder, Rating, SeasonRating
from games.matches.refusals import BadPage, NoSuchLadder
from games.rating import PROVISIONAL, Season, sizes_of
from games.titles.registry import all_games

PAGE = 50
ACTIVE_DAYS = 60
COUNTED_FOR_PLACE: dict[type, str] = {Rating: "career", SeasonRating: "matches"}
"""The columns with the number of matches that gives a place.

In a season only its own count, so that one match gives no place to a rating from earlier."""
SIZE_NAMES = {"2": gettext_lazy("Two players"), "3+": gettext_lazy("Three or more")}


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
        """Return the URL of this list, or of a page of it."""
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
    """Return the name of a season, by its months."""
    first, last = date_format(season.first_day, "M"), date_format(season.last_month, "M")
    return gettext("{first} – {last} {year}").format(first=first, last=last, year=season.year)


def read_choice(slug: str, size: str, query: Mapping[str, str]) -> Choice:
    """Return the list that a URL names; raise NoSuchLadder."""
    game = next((game for game in all_games() if game.slug == slug), None)
    if game is None or size not in sizes_of(game.seats):
        raise NoSuchLadder(gettext_noop("There is no such ladder."))
    try:
        season = Season.read(query["season"]) if query.get("season") else None
    except ValueError:
        raise NoSuchLadder(gettext_noop("There is no such season.")) from None
    bots, provisional = query.get("who") == "bots", query.get("part") == "provisional"
    return Choice(game, size, season, bots, provisional)


@dataclass(frozen=True)
class Row:
    """A rating as one row of a ladder; provisional and inactive ones have no place.

    `listed`: whether the list contains it; a visitor's own row is shown either way.
    """

    tally: Rating | SeasonRating
    place: int | None
    viewer: Visitor
    listed: bool = True

    @property
    def rating(self) -> Rating:
        return self.tally if isinstance(self.tally, Rating) else self.tally.rating

    @property
    def user(self) -> User | None:
        return self.rating.user

    @property
    def name(self) -> str:
        return level_name(self.rating.bot) if self.user is None else self.user.name

    @property
    def mine(self) -> bool:
        return self.user is not None and self.user.pk == self.viewer.pk

    @property
    def cursor(self) -> str:
        """Its position in the list: its value, and its id, which orders equal ones."""
        return f"{self.tally.value}.{self.tally.pk}"

    @property
    def win_rate(self) -> int:
        """The percentage of matches won; shared first places are wins."""
        return (200 * self.tally.wins + self.tally.matches) // (2 * self.tally.matches)

    @property
    def provisional(self) -> bool:
        return self.missing > 0

    @property
    def missing(self) -> int:
        """The number of rated matches left until the rating is no longer provisional."""
        counted: int = getattr(self.tally, COUNTED_FOR_PLACE[type(self.tally)])
        return max(0, PROVISIONAL - counted)

    @property
    def moved(self) -> str:
        return signed(self.tally.change)

    def state(self) -> dict[str, Any]:
        """Return the row as JSON."""
        return {
            "place": self.place,
            "name": self.name,
            "username": None if self.user is None else self.user.username,
            "bot": self.rating.bot or None,
            "rating": self.tally.value,
            "matches": self.tally.matches,
            "wins": self.tally.wins,
            "win_rate": self.win_rate,
            "last_change": self.tally.change,
            "last_match": self.tally.at,
            "provisional": self.provisional,
            "active": self.listed,
        }


class Listing:
    """A list of a ladder as one visitor sees it: `part` is `placed` or `provisional`."""

    def __init__(self, choice: Choice, viewer: Visitor) -> None:
        self.choice = choice
        self.viewer = viewer
        # Everything is filtered by the ladder's id: only then is the index by value used.
        ladders = Ladder.objects.filter(game=choice.game.slug, size=choice.size, bots=choice.bots)
        self.ladder = ladders.values_list("id", flat=True).first()
        everyone: QuerySet[Any]
        if choice.season is None:
            shown = Q(user__is_active=True) | ~Q(bot="")
            everyone = Rating.objects.select_related("user").filter(shown)
        else:
            shown = Q(rating__user__is_active=True) | ~Q(rating__bot="")
            seasons = SeasonRating.objects.select_related("rating__user")
            everyone = seasons.filter(shown, season=str(choice.season))
        ordered = everyone.order_by("-value", "id")
        self._all: QuerySet[Any] = ordered.filter(ladder=self.ladder, matches__gt=0)
        listed = self._all
        if choice.season is None:
            listed = listed.filter(at__gte=_active_since())
        few = Q(**{f"{COUNTED_FOR_PLACE[everyone.model]}__lt": PROVISIONAL})
        self.placed, self.provisional = listed.exclude(few), listed.filter(few)
        self.part = self.provisional if choice.provisional else self.placed

    @cached_property
    def mine(self) -> Row | None:
        """The viewer's own row, listed or not, with its place if it has one."""
        if not self.viewer.is_authenticated or self.choice.bots != self.viewer.is_bot:
            return None
        of_all_time = self.choice.season is None
        rating = Rating.objects.filter(ladder=self.ladder, user=self.viewer.pk).first()
        if rating is None:
            return None
        tally = self._all.filter(**{"id" if of_all_time else "rating": rating.pk}).first()
        if tally is None:
            return None
        listed = not of_all_time or tally.at >= _active_since()
        row = Row(tally, None, self.viewer, listed)
        placed = listed and not row.provisional
        return replace(row, place=self._place(tally.value)) if placed else row

    def _place(self, value: int) -> int:
        """Return the place of a rating; equal ratings share one."""
        return int(self.placed.filter(value__gt=value).count()) + 1

    def rows(self, tallies: list[Any]) -> list[Row]:
        """Return consecutive rows with their places; provisional ones have none."""
        rows = [Row(tally, None, self.viewer) for tally in tallies]
        if self.choice.provisional or not rows:
            return rows
        place = self._place(tallies[0].value)
        first = self.above(rows[0].cursor).count() + 1
        placed: list[Row] = []
        for number, tally in enumerate(tallies, start=first):
            if placed and placed[-1].tally.value != tally.value:
                place = number
            placed.append(Row(tally, place, self.viewer))
        return placed

    def page(self, query: Mapping[str, str]) -> list[Any]:
        """Return the tallies of the first page, of one `after` or `before` a cursor, or `at` me.

        A page follows a row, not a page number: if ratings change between two pages, a row may be
        seen twice, but none that stayed is skipped.

        Raises:
            BadPage: the cursor is malformed.
        """
        if query.get("at") == "me" and self.mine is not None and self.mine.listed:
            own = self.mine.tally
            above = list(self.above(self.mine.cursor).reverse()[: PAGE // 2])[::-1]
            return above + list(self.below(f"{own.value}.{own.pk - 1}")[: PAGE - len(above)])
        if query.get("before"):
            found = list(self.above(query["before"]).reverse()[:PAGE])[::-1]
            if len(found) == PAGE:
                return found
        elif query.get("after"):
            return list(self.below(query["after"])[:PAGE])
        return list(self.part[:PAGE])

    def above(self, cursor: str) -> QuerySet[Any]:
        value, pk = _read(cursor)
        # The last condition is redundant, but it lets the database start from the index.
        return self.part.filter(Q(value__gt=value) | Q(value=value, id__lt=pk), value__gte=value)

    def below(self, cursor: str) -> QuerySet[Any]:
        value, pk = _read(cursor)
        return self.part.filter(Q(value__lt=value) | Q(value=value, id__gt=pk), value__lte=value)

    def seasons_played(self) -> set[Season]:
        rows = SeasonRating.objects.filter(ladder=self.ladder).order_by("season")
        return {Season.read(season) for season in rows.values_list("season", flat=True).distinct()}


def _active_since() -> datetime:
    return timezone.now() - timedelta(days=ACTIVE_DAYS)


def _read(cursor: str) -> tuple[int, int]:
    """Return the value and the id of a cursor; raise BadPage."""
    value, _dot, pk = cursor.partition(".")
    digits = cursor.isascii() and value.isdigit() and pk.isdigit()
    if not digits or len(value) > 9 or len(pk) > 18:
        raise BadPage(gettext_noop("There is no such page on this ladder."))
    return int(value), int(pk)
