"""What somebody has earned, with the match in which they first did, and what is still to be earned.

A visitor is told of matches that they may see, and of no others: what was earned at a private table
alone is not earned for whoever was not there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext

from games.achievements.models import Earned
from games.achievements.services.career import Career
from games.achievements.services.milestones import MILESTONES, Milestone, milestones_of
from games.engine.achievements import Achievement
from games.engine.contract import Game
from games.matches.models import Player
from games.titles.registry import titles


@dataclass(frozen=True)
class Prize:
    """Something that can be earned; `times`, `at` and `url` where it was."""

    slug: str
    name: str
    condition: str
    emblem: str
    times: int = 0
    at: datetime | None = None
    match_id: str = ""

    @property
    def url(self) -> str:
        """The match in which it was earned first."""
        return reverse("match", args=[self.match_id])


@dataclass(frozen=True)
class Shelf:
    """The achievements of one game; those of all games together stand in one without a game."""

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
"""How often something was earned, when first, and the id of that match."""


def shelves_of(person: Any, viewer: Any, career: Career) -> list[Shelf]:
    """Everything that can be earned here; the career is what the viewer may know of it."""
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


def _earned(person: Any, viewer: Any) -> dict[tuple[str, str], First]:
    """What somebody earned, by game and achievement."""
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
    # Each by the index of its own, which finds one row; by time alone it would be all of them.
    those = [Q(game=key[0], achievement=key[1], at=at) for key, (_times, at) in firsts.items()]
    found = rows.filter(reduce(or_, those)).values_list("game", "achievement", "match_id")
    matches = {(game, slug): match_id for game, slug, match_id in found}
    return {key: (times, at, matches[key]) for key, (times, at) in firsts.items()}


def _prize(one: Achievement | Milestone, first: First | None) -> Prize:
    times, at, match_id = first or (0, None, "")
    name, condition = gettext(one.name), gettext(one.condition)
    return Prize(one.slug, name, condition, one.emblem, times, at, match_id)
