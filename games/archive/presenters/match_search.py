"""Finished matches that somebody looks for: by what, in which order, page by page.

My own are read from my chairs, everybody's from the public matches; either has an index in the
order of the list. Pages follow a row, not a number: what ends meanwhile moves nobody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.services.privacy import hidden_from
from games.matches.models import Match, Player
from games.matches.refusals import BadPage

PAGE = 20
COUNTED = 200
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
_ID = re.compile(r"(?:.*/)?([a-hjkmnp-z2-9]{10})/?(?:replay/?)?")
_CURSOR = re.compile(r"([0-9]{1,17})\.([0-9a-z]{1,18})")


class Result:
    """How a match ended for somebody."""

    WON, LOST, LEFT = "won", "lost", "left"
    choices = [
        (WON, gettext_lazy("won")),
        (LOST, gettext_lazy("not won")),
        (LEFT, gettext_lazy("left early")),
    ]


@dataclass(frozen=True)
class TicketRequest:
    """What is looked for; what is left out may be anything."""

    text: str = ""
    game: str = ""
    player: Any = None
    result: str = ""
    rated: str = ""
    seats: int | None = None
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True)
class Found:
    """A page of what was found, and the rows that the pages beside it follow."""

    matches: list[Match]
    newer: str = ""
    older: str = ""


class Finding:
    """All finished matches of a list: somebody's own, or everybody's public ones."""

    rows: QuerySet[Any]

    def __init__(self, sought: TicketRequest, viewer: Any, *, mine: bool) -> None:
        self.sought = sought
        self.viewer = viewer
        if mine:
            self._of_chairs(viewer.pk)
            if sought.player is not None:
                there = Player.objects.filter(match=OuterRef("match"), user=sought.player.pk)
                self.rows = self.rows.filter(Exists(there)).exclude(user=sought.player.pk)
            self._by_result()
        elif sought.player is not None:
            self._of_chairs(sought.player.pk)
            self.rows = self.rows.filter(public=True)
        else:
            self.when, self.path = "listed_at", ""
            self.rows = Match.objects.filter(listed_at__isnull=False)
        self._by_match()
        self._by_day()
        self._by_text(mine)
        self.rows = self.rows.order_by(f"-{self.when}", "-id")

    def _of_chairs(self, user_id: int) -> None:
        self.when, self.path = "ended_at", "match__"
        rows = Player.objects.filter(user=user_id, ended_at__isnull=False)
        self.rows = rows.select_related("match")

    def _by_result(self) -> None:
        by = {
            Result.WON: Q(place=1, left_at=None),
            Result.LOST: Q(place__gt=1, left_at=None),
            Result.LEFT: Q(left_at__isnull=False),
        }
        self.rows = self.rows.filter(by.get(self.sought.result, Q()))

    def _by_match(self) -> None:
        sought = self.sought
        if sought.game:
            # Chairs and matches both know their game.
            self.rows = self.rows.filter(game=sought.game)
        if sought.seats:
            self._keep(seats=sought.seats)
        if sought.rated:
            self._keep(rated=sought.rated == "yes")

    def _by_day(self) -> None:
        """Days by Greenwich time, both included."""
        since, until = self.sought.since, self.sought.until
        if since is not None:
            self.rows = self.rows.filter(**{f"{self.when}__gte": _midnight(since)})
        if until is not None and until < date.max:
            after = _midnight(until + timedelta(days=1))
            self.rows = self.rows.filter(**{f"{self.when}__lt": after})

    def _by_text(self, mine: bool) -> None:
        """A match by its number or address, else all at which somebody bears such a name."""
        text = self.sought.text.strip().casefold()
        if not text:
            return
        number = _ID.fullmatch(text)
        if number and Match.objects.filter(id=number[1]).exists():
            self._keep(id=number[1])
            return
        self._keep(words__contains=text)
        hidden = [] if mine else hidden_from(self.viewer)
        if not hidden:
            return
        # Whoever keeps their matches to themselves is not found by their name.
        bearers = Player.objects.filter(
            match=OuterRef("match" if self.path else "pk"),
            name__icontains=text,
            user__privacy__matches__in=hidden,
        )
        self.rows = self.rows.exclude(Exists(bearers.exclude(user=self.viewer.pk)))

    def _keep(self, **facts: Any) -> None:
        self.rows = self.rows.filter(**{f"{self.path}{name}": v for name, v in facts.items()})

    def page(self, asked: Mapping[str, str]) -> Found:
        """The newest, or those `older` or `newer` than a row; BadPage."""
        if asked.get("newer"):
            above = list(self._beyond(asked["newer"], newer=True).reverse()[: PAGE + 1])
            if len(above) > PAGE:
                rows = above[:PAGE][::-1]
                return Found(self._told(rows), self._cursor(rows[0]), self._cursor(rows[-1]))
            if len(above) == PAGE:
                return Found(self._told(above[::-1]), older=self._cursor(above[0]))
        elif asked.get("older"):
            rows = list(self._beyond(asked["older"], newer=False)[: PAGE + 1])
            newer = self._cursor(rows[0]) if rows else ""
            older = self._cursor(rows[PAGE - 1]) if len(rows) > PAGE else ""
            return Found(self._told(rows[:PAGE]), newer, older)
        rows = list(self.rows[: PAGE + 1])
        older = self._cursor(rows[PAGE - 1]) if len(rows) > PAGE else ""
        return Found(self._told(rows[:PAGE]), older=older)

    def count(self) -> int | None:
        """How many there are altogether; None for more than anybody counts."""
        counted = self.rows.order_by()[: COUNTED + 1].count()
        return counted if counted <= COUNTED else None

    def _beyond(self, cursor: str, *, newer: bool) -> QuerySet[Any]:
        written = _CURSOR.fullmatch(cursor)
        if written is None or (self.path and not written[2].isdigit()):
            raise BadPage(gettext_noop("There is no such page of this list."))
        moment, key, side = _moment(written[1]), written[2], "gt" if newer else "lt"
        beyond = Q(**{f"{self.when}__{side}": moment}) | Q(
            **{self.when: moment, f"id__{side}": key}
        )
        # The second condition says nothing new, but a database finds where to begin by it.
        return self.rows.filter(beyond, **{f"{self.when}__{side}e": moment})

    def _cursor(self, row: Any) -> str:
        return f"{(getattr(row, self.when) - EPOCH) // MICROSECOND}.{row.pk}"

    def _told(self, rows: list[Any]) -> list[Match]:
        return with_players([row.match for row in rows] if self.path else rows)


def with_players(matches: list[Match]) -> list[Match]:
    """The same matches with everybody at hand, by place."""
    players = Player.objects.select_related("user").order_by("place", "seat")
    prefetch_related_objects(matches, Prefetch("players", players))
    return matches


def chairs_seen(person: Any, viewer: Any) -> QuerySet[Player]:
    """Somebody's finished matches as chairs: all for themselves, else public and shared ones."""
    chairs = Player.objects.filter(user=person.pk, ended_at__isnull=False)
    if viewer.pk == person.pk:
        return chairs
    seen = Q(public=True)
    if viewer.pk:
        seen |= Q(Exists(Player.objects.filter(match=OuterRef("match"), user=viewer.pk)))
    return chairs.filter(seen)


def latest(chairs: QuerySet[Player], count: int) -> list[Match]:
    """The newest matches of somebody's chairs."""
    rows = chairs.select_related("match").order_by(F("ended_at").desc(), "-id")[:count]
    return with_players([row.match for row in rows])


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def _moment(microseconds: str) -> datetime:
    return EPOCH + int(microseconds) * MICROSECOND
