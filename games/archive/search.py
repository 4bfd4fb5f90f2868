"""Search in finished matches, page by page: a user's own, or all public ones.

A user's own matches are read from the players, public ones from the matches; both have an index in
the order of the list. A page follows a row, not a page number: matches that end between two pages
shift nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.http import Visitor
from accounts.models import User
from accounts.services.privacy import hidden_from
from games.archive import hooks
from games.archive.facts import facts_with, read_fact, with_facts
from games.archive.hooks import Occasion
from games.archive.models import Bookmark
from games.matches.access import require_signed_in
from games.matches.models import Match, Player
from games.matches.refusals import BadPage

PAGE = 20
COUNTED = 200
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
_ID = re.compile(r"(?:.*/)?([a-hjkmnp-z2-9]{10})/?(?:replay/?)?")
_CURSOR = re.compile(r"([0-9]{1,17})\.([0-9a-z]{1,18})")


class Opponents(models.TextChoices):
    """The kinds of opponents in a match."""

    PEOPLE = "people", gettext_lazy("people only")
    MIXED = "mixed", gettext_lazy("people and bots")
    BOTS = "bots", gettext_lazy("bots only")


class Marked(models.TextChoices):
    """The kinds of a user's bookmarks."""

    FAVOURITE = "favourite", gettext_lazy("favourites")
    NOTE = "note", gettext_lazy("with a note")


class Result(models.TextChoices):
    """The ways in which a match ended for a user."""

    WON = "won", gettext_lazy("won")
    LOST = "lost", gettext_lazy("not won")
    LEFT = "left", gettext_lazy("left early")


@dataclass(frozen=True)
class MatchFilters:
    """The filters of a search; an empty field filters nothing."""

    text: str = ""
    game: str = ""
    player: User | None = None
    result: str = ""
    rated: str = ""
    seats: int | None = None
    since: date | None = None
    until: date | None = None
    opponents: str = ""
    marked: str = ""
    fact: str = ""
    occasion: Occasion | None = None


@dataclass(frozen=True)
class ResultPage:
    """A page of matches, and the cursors of the pages before and after it."""

    matches: list[Match]
    newer: str = ""
    older: str = ""


class MatchSearch:
    """The finished matches that pass the filters: a user's own, or all public ones.

    `rows` are players or matches; `path` leads from a row to its match.
    """

    rows: QuerySet[Any]

    def __init__(self, filters: MatchFilters, viewer: Visitor, *, mine: bool) -> None:
        self.viewer = viewer
        other = filters.player
        if mine:
            self._of_players(viewer.pk)
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
            self._of_players(other.pk)
            self.rows = self.rows.filter(public=True)
        else:
            self.when, self.path = "listed_at", ""
            self.rows = Match.objects.filter(listed_at__isnull=False)
        if filters.game:
            # Players and matches both store their game.
            self.rows = self.rows.filter(game=filters.game)
        if filters.seats:
            self._narrow(seats=filters.seats)
        if filters.rated:
            self._narrow(rated=filters.rated == "yes")
        person = viewer if mine else other
        self._by_opponents(filters.opponents, None if person is None else person.pk)
        if filters.fact:
            fact = read_fact(filters.fact)
            self.rows = self.rows.filter(with_facts([fact], of_players=bool(self.path)))
        if filters.occasion is not None:
            self.rows = self.rows.filter(**{self._id_in: filters.occasion.matches})
        self._by_day(filters.since, filters.until)
        self._by_text(filters.text.strip().casefold(), mine)
        self.rows = self.rows.order_by(f"-{self.when}", "-id")

    def _of_players(self, user_id: int | None) -> None:
        self.when, self.path = "ended_at", "match__"
        rows = Player.objects.filter(user=user_id, ended_at__isnull=False)
        self.rows = rows.select_related("match")

    def _narrow(self, **facts: object) -> None:
        """Filter by fields of the match."""
        self.rows = self.rows.filter(**{f"{self.path}{name}": v for name, v in facts.items()})

    @property
    def _match(self) -> OuterRef:
        """The match of a row, for subqueries on other tables."""
        return OuterRef("match" if self.path else "pk")

    @property
    def _id_in(self) -> str:
        """The lookup of a row's match among ids."""
        return "match__in" if self.path else "pk__in"

    def _by_bookmark(self, marked: str) -> None:
        marks = Bookmark.objects.filter(user=self.viewer.pk, match=self._match)
        if marked == Marked.FAVOURITE:
            self.rows = self.rows.filter(Exists(marks.filter(favourite=True)))
        elif marked == Marked.NOTE:
            self.rows = self.rows.filter(Exists(marks.exclude(note="")))

    def _by_opponents(self, kind: str, whose: int | None) -> None:
        """Filter matches by the kinds of players, not counting the user `whose` if given."""
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
        """Filter by days in UTC, both included."""
        if since is not None:
            self.rows = self.rows.filter(**{f"{self.when}__gte": midnight(since)})
        if until is not None and until < date.max:
            after = midnight(until + timedelta(days=1))
            self.rows = self.rows.filter(**{f"{self.when}__lt": after})

    def _by_text(self, text: str, mine: bool) -> None:
        """Filter by the match's id or URL, else by a part of a player's name, or of a fact.

        A user's own matches are also found by their notes, and by the names of occasions.
        """
        if not text:
            return
        number = _ID.fullmatch(text)
        if number and Match.objects.filter(id=number[1]).exists():
            self._narrow(id=number[1])
            return
        named = Q(**{f"{self.path}words__contains": text})
        facts = facts_with(text)
        happened = with_facts(facts, of_players=bool(self.path))
        if mine:
            notes = Bookmark.objects.filter(user=self.viewer.pk, match=self._match)
            found = named | Q(Exists(notes.filter(words__contains=text))) | happened
            self.rows = self.rows.filter(found | self._at_occasions(text))
            return
        hidden = hidden_from(self.viewer)
        if hidden:
            # Users who hide their matches are not found by their name.
            bearers = Player.objects.filter(
                match=self._match,
                name__icontains=text,
                user__privacy__matches__in=hidden,
            )
            named &= ~Q(Exists(bearers.exclude(user=self.viewer.pk)))
        self.rows = self.rows.filter(named | happened)

    def _at_occasions(self, text: str) -> Q:
        """Return a condition for matches of the user's occasions with a text in their names."""
        found = Q()
        for kind in hooks.kinds:
            for occasion in kind.played(require_signed_in(self.viewer)):
                if text in occasion.name.casefold():
                    found |= Q(**{self._id_in: occasion.matches})
        return found

    def page(self, query: Mapping[str, str]) -> ResultPage:
        """Return the newest matches, or those `older` or `newer` than a cursor; raise BadPage."""
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
        """Return the number of matches found; None for more than COUNTED."""
        counted = self.rows.order_by()[: COUNTED + 1].count()
        return counted if counted <= COUNTED else None

    def _beyond(self, cursor: str, *, newer: bool) -> QuerySet[Any]:
        written = _CURSOR.fullmatch(cursor)
        if written is None or (self.path and not written[2].isdigit()):
            raise BadPage(gettext_noop("There is no such page in this list."))
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
        """Return these rows, with the cursors of the existing pages before and after."""
        return ResultPage(
            with_players([row.match for row in rows] if self.path else rows),
            self._cursor(rows[0]) if newer else "",
            self._cursor(rows[-1]) if older else "",
        )


def midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def with_players(matches: list[Match]) -> list[Match]:
    """Return the same matches with their players prefetched, by place."""
    players = Player.objects.select_related("user").order_by("place", "seat")
    models.prefetch_related_objects(matches, models.Prefetch("players", players))
    return matches
