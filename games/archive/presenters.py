"""Finished matches: searched, page by page, and shown as rows of a list.

Somebody's own matches are read from their chairs, everybody's from the public matches; both have
an index in the order of the list. A page follows a row, not a page number: matches that end
meanwhile shift nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.services.privacy import hidden_from
from games.archive.models import Bookmark
from games.archive.services.bookmarks import bookmarks_among
from games.engine.contract import Game
from games.ladders.services.ratings import annulled_among, changes_among
from games.matches.models import Match, Player
from games.matches.presenters.clocks import clock_of
from games.matches.presenters.log import result_of
from games.matches.refusals import BadPage
from games.titles.registry import game_of

PAGE = 20
COUNTED = 200
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
_ID = re.compile(r"(?:.*/)?([a-hjkmnp-z2-9]{10})/?(?:replay/?)?")
_CURSOR = re.compile(r"([0-9]{1,17})\.([0-9a-z]{1,18})")


class Opponents(models.TextChoices):
    """Who played in a match besides whoever looks for it."""

    PEOPLE = "people", gettext_lazy("people only")
    MIXED = "mixed", gettext_lazy("people and bots")
    BOTS = "bots", gettext_lazy("bots only")


class Marked(models.TextChoices):
    """What somebody keeps of their matches."""

    FAVOURITE = "favourite", gettext_lazy("favourites")
    NOTE = "note", gettext_lazy("with a note")


class Result(models.TextChoices):
    """How a match ended for somebody."""

    WON = "won", gettext_lazy("won")
    LOST = "lost", gettext_lazy("not won")
    LEFT = "left", gettext_lazy("left early")


@dataclass(frozen=True)
class MatchFilters:
    """What matches are searched by; an empty field filters nothing."""

    text: str = ""
    game: str = ""
    player: Any = None
    result: str = ""
    rated: str = ""
    seats: int | None = None
    since: date | None = None
    until: date | None = None
    opponents: str = ""
    marked: str = ""


@dataclass(frozen=True)
class ResultPage:
    """A page of matches, and the cursors of the pages beside it."""

    matches: list[Match]
    newer: str = ""
    older: str = ""


@dataclass(frozen=True)
class MatchRow:
    """A finished match in a list: its players by place, and the chair of one of them, if any."""

    match: Match
    players: list[Player]
    mine: Player | None
    annulled: bool = False
    rating: tuple[int, int] | None = None
    """What it did to the rating of `mine`: before and after."""
    bookmark: Bookmark | None = None
    """What the visitor keeps of it."""

    @property
    def change(self) -> str:
        """The rating won or lost, signed: “+12”."""
        before, after = self.rating or (0, 0)
        return f"{after - before:+d}".replace("-", "−")

    @property
    def moves(self) -> int:
        """How many decisions it took."""
        return self.match.last_number

    @property
    def lasted(self) -> str:
        """From its start to its end, in the two greatest units."""
        match = self.match
        if match.started_at is None or match.ended_at is None:
            return ""
        return timesince(match.started_at, match.ended_at)

    @property
    def clock(self) -> str:
        """The clock in words; empty without one."""
        return clock_of(self.match)

    @property
    def game(self) -> Game:
        return game_of(self.match.game)

    @property
    def with_people(self) -> bool:
        """Whether anybody else with an account played, who can be challenged again."""
        own = None if self.mine is None else self.mine.user_id
        return any(player.user_id not in (None, own) for player in self.players)

    @property
    def result(self) -> str:
        """Who won and how, in one sentence."""
        return result_of(self.match, self.players)


class MatchSearch:
    """The finished matches that filters let through: somebody's own, or everybody's public ones.

    `rows` are players or matches; `path` leads from a row to its match.
    """

    rows: QuerySet[Any]

    def __init__(self, filters: MatchFilters, viewer: Any, *, mine: bool) -> None:
        self.viewer = viewer
        other = filters.player
        if mine:
            self._of_chairs(viewer.pk)
            if other is not None:
                there = Player.objects.filter(match=OuterRef("match"), user=other.pk)
                self.rows = self.rows.filter(Exists(there)).exclude(user=other.pk)
            results = {
                Result.WON.value: Q(place=1, left_at=None),
                Result.LOST.value: Q(place__gt=1, left_at=None),
                Result.LEFT.value: Q(left_at__isnull=False),
            }
            self.rows = self.rows.filter(results.get(filters.result, Q()))
            self._by_bookmark(filters.marked)
        elif other is not None:
            self._of_chairs(other.pk)
            self.rows = self.rows.filter(public=True)
        else:
            self.when, self.path = "listed_at", ""
            self.rows = Match.objects.filter(listed_at__isnull=False)
        if filters.game:
            # Chairs and matches both store their game.
            self.rows = self.rows.filter(game=filters.game)
        if filters.seats:
            self._narrow(seats=filters.seats)
        if filters.rated:
            self._narrow(rated=filters.rated == "yes")
        self._by_opponents(filters.opponents, viewer.pk if mine else other and other.pk)
        self._by_day(filters.since, filters.until)
        self._by_text(filters.text.strip().casefold(), mine)
        self.rows = self.rows.order_by(f"-{self.when}", "-id")

    def _of_chairs(self, user_id: int) -> None:
        self.when, self.path = "ended_at", "match__"
        rows = Player.objects.filter(user=user_id, ended_at__isnull=False)
        self.rows = rows.select_related("match")

    def _narrow(self, **facts: Any) -> None:
        """Filter by fields of the match."""
        self.rows = self.rows.filter(**{f"{self.path}{name}": v for name, v in facts.items()})

    @property
    def _match(self) -> OuterRef:
        """The match of a row, for what is looked up in other tables."""
        return OuterRef("match" if self.path else "pk")

    def _by_bookmark(self, marked: str) -> None:
        marks = Bookmark.objects.filter(user=self.viewer.pk, match=self._match)
        if marked == Marked.FAVOURITE:
            self.rows = self.rows.filter(Exists(marks.filter(favourite=True)))
        elif marked == Marked.NOTE:
            self.rows = self.rows.filter(Exists(marks.exclude(note="")))

    def _by_opponents(self, kind: str, whose: int | None) -> None:
        """Matches by who sits there besides somebody; besides nobody, where it is nobody's list."""
        if not kind:
            return
        others = Player.objects.filter(match=self._match)
        people = Exists(others.filter(bot="").exclude(user=whose))
        bots = Exists(others.exclude(bot=""))
        conditions = {
            Opponents.PEOPLE.value: ~bots,
            Opponents.MIXED.value: people & bots,
            Opponents.BOTS.value: ~people & bots,
        }
        self.rows = self.rows.filter(conditions[kind])

    def _by_day(self, since: date | None, until: date | None) -> None:
        """Days in UTC, both included."""
        if since is not None:
            self.rows = self.rows.filter(**{f"{self.when}__gte": _midnight(since)})
        if until is not None and until < date.max:
            after = _midnight(until + timedelta(days=1))
            self.rows = self.rows.filter(**{f"{self.when}__lt": after})

    def _by_text(self, text: str, mine: bool) -> None:
        """The match with this id or URL, else all with a player whose name contains the text."""
        if not text:
            return
        number = _ID.fullmatch(text)
        if number and Match.objects.filter(id=number[1]).exists():
            self._narrow(id=number[1])
            return
        self._narrow(words__contains=text)
        hidden = [] if mine else hidden_from(self.viewer)
        if not hidden:
            return
        # People who hide their matches are not found by their name.
        bearers = Player.objects.filter(
            match=self._match,
            name__icontains=text,
            user__privacy__matches__in=hidden,
        )
        self.rows = self.rows.exclude(Exists(bearers.exclude(user=self.viewer.pk)))

    def page(self, query: Mapping[str, str]) -> ResultPage:
        """The newest matches, or those `older` or `newer` than a cursor; BadPage."""
        if query.get("newer"):
            above = list(self._beyond(query["newer"], newer=True).reverse()[: PAGE + 1])
            if len(above) >= PAGE:
                return self._page(above[:PAGE][::-1], newer=len(above) > PAGE, older=True)
        elif query.get("older"):
            rows = list(self._beyond(query["older"], newer=False)[: PAGE + 1])
            return self._page(rows[:PAGE], newer=bool(rows), older=len(rows) > PAGE)
        rows = list(self.rows[: PAGE + 1])
        return self._page(rows[:PAGE], newer=False, older=len(rows) > PAGE)

    def count(self) -> int | None:
        """The number of matches found; None for more than COUNTED."""
        counted = self.rows.order_by()[: COUNTED + 1].count()
        return counted if counted <= COUNTED else None

    def _beyond(self, cursor: str, *, newer: bool) -> QuerySet[Any]:
        written = _CURSOR.fullmatch(cursor)
        if written is None or (self.path and not written[2].isdigit()):
            raise BadPage(gettext_noop("There is no such page of this list."))
        moment = EPOCH + int(written[1]) * MICROSECOND
        key, side = written[2], "gt" if newer else "lt"
        beyond = Q(**{f"{self.when}__{side}": moment}) | Q(
            **{self.when: moment, f"id__{side}": key}
        )
        # The second condition is redundant, but it lets the database start from the index.
        return self.rows.filter(beyond, **{f"{self.when}__{side}e": moment})

    def _cursor(self, row: Any) -> str:
        return f"{(getattr(row, self.when) - EPOCH) // MICROSECOND}.{row.pk}"

    def _page(self, rows: list[Any], *, newer: bool, older: bool) -> ResultPage:
        """These rows, with the cursors of the pages there are."""
        return ResultPage(
            with_players([row.match for row in rows] if self.path else rows),
            self._cursor(rows[0]) if newer else "",
            self._cursor(rows[-1]) if older else "",
        )


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def with_players(matches: list[Match]) -> list[Match]:
    """The same matches with their players prefetched, by place."""
    players = Player.objects.select_related("user").order_by("place", "seat")
    models.prefetch_related_objects(matches, models.Prefetch("players", players))
    return matches


def match_rows(matches: Iterable[Match], user: Any, viewer: Any = None) -> list[MatchRow]:
    """Matches as rows of a list; `mine` is the chair of `user`, the bookmarks are the viewer's."""
    rows, listed = [], list(matches)
    annulled, changes = annulled_among(listed), changes_among(listed)
    bookmarks = bookmarks_among(listed, viewer) if viewer is not None else {}
    for match in listed:
        players = list(match.players.all())
        mine = next((p for p in players if p.user_id and p.user_id == user.pk), None)
        rating = changes.get((match.id, mine.seat)) if mine is not None else None
        bookmark = bookmarks.get(match.id)
        rows.append(MatchRow(match, players, mine, match.id in annulled, rating, bookmark))
    return rows


def visible_chairs(person: Any, viewer: Any) -> QuerySet[Player]:
    """Somebody's chairs in finished matches: all of them for themselves, else public and shared."""
    chairs = Player.objects.filter(user=person.pk, ended_at__isnull=False)
    if viewer.pk == person.pk:
        return chairs
    seen = Q(public=True)
    if viewer.pk:
        seen |= Q(Exists(Player.objects.filter(match=OuterRef("match"), user=viewer.pk)))
    return chairs.filter(seen)


def latest(chairs: QuerySet[Player], count: int) -> list[Match]:
    """The newest matches of somebody's chairs."""
    rows = chairs.select_related("match").order_by("-ended_at", "-id")[:count]
    return with_players([row.match for row in rows])
