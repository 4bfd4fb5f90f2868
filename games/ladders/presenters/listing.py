"""The rows of one list of a ladder: in their order, in parts, from a row on, with their places."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from games.ladders.models import Ladder, Rating, SeasonRating
from games.ladders.presenters.ladder_choice import Choice
from games.ladders.presenters.standings import Row, row_of
from games.matches.refusals import BadPage
from games.rating import PROVISIONAL, Season

PAGE = 50
ACTIVE_DAYS = 60


class Listing:
    """A list of a ladder as one visitor sees it."""

    def __init__(self, choice: Choice, viewer: Any) -> None:
        self.choice = choice
        self.viewer = viewer
        # Everything is asked by the ladder's own number, or the index by place is not found.
        ladders = Ladder.objects.filter(game=choice.game.slug, size=choice.size, bots=choice.bots)
        self.ladder = ladders.values_list("id", flat=True).first()
        everyone = self._everyone().order_by("-value", "id")
        self._all = everyone.filter(ladder=self.ladder, matches__gt=0)
        few = Q(career__lt=PROVISIONAL)
        self.placed = self._listed().exclude(few)
        self.provisional = self._listed().filter(few)
        self.part = self.provisional if choice.provisional else self.placed

    def _everyone(self) -> QuerySet[Any]:
        if self.choice.season is None:
            shown = Q(user__is_active=True) | ~Q(bot="")
            return Rating.objects.select_related("user").filter(shown)
        shown = Q(rating__user__is_active=True) | ~Q(rating__bot="")
        rows = SeasonRating.objects.select_related("rating__user")
        return rows.filter(shown, season=str(self.choice.season))

    def _listed(self) -> QuerySet[Any]:
        """Of all time, those who are still at it; of a season, whoever played in it."""
        return self._all.filter(at__gte=_active_since()) if self._of_all_time else self._all

    @property
    def _of_all_time(self) -> bool:
        return self.choice.season is None

    @cached_property
    def mine(self) -> Row | None:
        """My own row, listed or not, with its place if I have one."""
        if not self.viewer.is_authenticated or self.choice.bots:
            return None
        rating = Rating.objects.filter(ladder=self.ladder, user=self.viewer.pk).first()
        if rating is None:
            return None
        whose = {"id": rating.pk} if self._of_all_time else {"rating": rating.pk}
        tally = self._all.filter(**whose).first()
        if tally is None:
            return None
        listed = not self._of_all_time or tally.at >= _active_since()
        placed = listed and tally.career >= PROVISIONAL
        place = self._place(tally.value) if placed else None
        return row_of(tally, place, self.viewer, listed=listed)

    def _place(self, value: int) -> int:
        """Equal ratings share a place."""
        return int(self.placed.filter(value__gt=value).count()) + 1

    def rows(self, tallies: list[Any]) -> list[Row]:
        """Rows that follow each other, with their places; who is provisional has none."""
        if self.choice.provisional or not tallies:
            return [row_of(tally, None, self.viewer) for tally in tallies]
        place = self._place(tallies[0].value)
        number = self.above(row_of(tallies[0], place, self.viewer).cursor).count()
        rows: list[Row] = []
        for tally in tallies:
            number += 1
            if rows and rows[-1].rating != tally.value:
                place = number
            rows.append(row_of(tally, place, self.viewer))
        return rows

    def first(self, count: int = PAGE) -> list[Any]:
        return list(self.part[:count])

    def after(self, cursor: str) -> list[Any]:
        return list(self.below(cursor)[:PAGE])

    def before(self, cursor: str) -> list[Any]:
        """The page above a row; the first one, where there are not enough for a whole page."""
        found = list(self.above(cursor).reverse()[:PAGE])[::-1]
        return found if len(found) == PAGE else self.first()

    def around(self, cursor: str) -> list[Any]:
        """A page with this row in its middle."""
        above = list(self.above(cursor).reverse()[: PAGE // 2])[::-1]
        value, pk = _read(cursor)
        return above + list(self.below(f"{value}.{pk - 1}")[: PAGE - len(above)])

    def above(self, cursor: str) -> QuerySet[Any]:
        value, pk = _read(cursor)
        # The last condition says nothing new, but a database finds where to begin by it.
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
    value, _dot, pk = cursor.partition(".")
    digits = cursor.isascii() and value.isdigit() and pk.isdigit()
    if not digits or len(value) > 9 or len(pk) > 18:
        raise BadPage(gettext_noop("There is no such page of this ladder."))
    return int(value), int(pk)
