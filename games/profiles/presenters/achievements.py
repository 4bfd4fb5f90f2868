"""A user's achievements, with the match of each first one, and those still to earn.

A visitor sees only achievements in matches that the visitor may see: one earned only at private
tables is shown only to the players there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Count, Exists, Min, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext

from accounts.http import Visitor
from accounts.models import User
from games.achievements.models import Earned
from games.achievements.services.career import Career
from games.achievements.services.milestones import MILESTONES, Milestone, milestones_of
from games.engine.achievements import Achievement
from games.engine.contract import Game
from games.matches.models import Player
from games.titles.registry import titles


@dataclass(frozen=True)
class Prize:
    """An achievement; `times`, `at` and `url` if it was earned."""

    slug: str
    name: str
    condition: str
    emblem: str
    times: int = 0
    at: datetime | None = None
    match_id: str = ""

    @property
    def url(self) -> str:
        """The match in which it was first earned."""
        return reverse("match", args=[self.match_id])


@dataclass(frozen=True)
class Shelf:
    """The achievements of one game; general ones are on a shelf without a game."""

    game: Game | None
    prizes: list[Prize]

    @property
    def earned(self) -> list[Prize]:
        return [prize for prize in self.prizes if prize.times]

    @property
    def missing(self) -> list[Prize]:
        return [prize for prize in self.prizes if not prize.times]

    @property
    def total(self) -> int:
        return len(self.prizes)


First = tuple[int, datetime, str]
"""How often an achievement was earned, when first, and the id of that match."""


def shelves_of(person: User, viewer: Visitor, career: Career) -> list[Shelf]:
    """Return all achievements of the site; the career is the part that the viewer may see."""
    reached = {one.milestone: one for one in milestones_of(career)}
    general = []
    for one in MILESTONES:
        found = reached.get(one)
        general.append(_prize(one, None if found is None else (1, found.at, found.match_id)))
    earned = _earned(person, viewer)
    shelves = [Shelf(None, general)]
    for title in titles():
        prizes = [_prize(one, earned.get((title.slug, one.slug))) for one in title.achievements]
        if prizes:
            shelves.append(Shelf(title.game, prizes))
    return shelves


def _earned(person: User, viewer: Visitor) -> dict[tuple[str, str], First]:
    """Return a user's achievements, by game and slug."""
    rows = Earned.objects.filter(user=person.pk).order_by()
    if viewer.pk != person.pk:
        at_table = Player.objects.filter(match=OuterRef("match"), user=viewer.pk)
        rows = rows.filter(
            Q(match__public=True) | Q(Exists(at_table)) if viewer.pk else Q(match__public=True)
        )
    groups = rows.values_list("game", "achievement").annotate(times=Count("id"), at=Min("at"))
    firsts = {(game, slug): (times, at) for game, slug, times, at in groups}
    if not firsts:
        return {}
    # Each by its full index, which finds one row; a filter only by time would read all rows.
    those = [Q(game=key[0], achievement=key[1], at=at) for key, (_times, at) in firsts.items()]
    found = rows.filter(reduce(or_, those)).values_list("game", "achievement", "match_id")
    matches = {(game, slug): match_id for game, slug, match_id in found}
    return {key: (times, at, matches[key]) for key, (times, at) in firsts.items()}


def _prize(one: Achievement | Milestone, first: First | None) -> Prize:
    times, at, match_id = first or (0, None, "")
    name, condition = gettext(one.name), gettext(one.condition)
    return Prize(one.slug, name, condition, one.emblem, times, at, match_id)
