"""An evening as one visitor sees it: who is there, the tables, how everybody stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from accounts.permissions import may_host
from games.evenings.models import Attendance, Evening
from games.lobby.presenters.lobby import OpenTable, listed
from games.matches.models import Match, Player

MATCHES_COUNTED = 500


@dataclass
class Score:
    """What somebody did at the tables of the evening that are over."""

    user: User
    matches: int = 0
    wins: int = 0
    points: int = 0
    """One for everybody they were placed before."""

    place: int = 0


@dataclass(frozen=True)
class Shown:
    """All that an evening's page shows."""

    evening: Evening
    hosting: bool
    there: bool
    people: list[Attendance]
    waiting: list[OpenTable]
    running: list[OpenTable]
    scores: list[Score] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.evening.closed_at is not None

    @property
    def free(self) -> list[OpenTable]:
        """The tables somebody can be given a seat at."""
        return [table for table in self.waiting if table.free]


def evening_for(user: Any, evening: Evening) -> Shown:
    """The evening as it stands; `hosting` opens what only its host may do."""
    people = list(evening.attendances.select_related("user"))
    hosting = user.is_authenticated and evening.host_id == user.pk and bool(may_host(user))
    return Shown(
        evening=evening,
        hosting=hosting,
        there=any(one.user_id == user.pk for one in people),
        people=people,
        waiting=tables_of(evening, Match.Status.OPEN, user),
        running=tables_of(evening, Match.Status.RUNNING, user),
        scores=scores_of(evening),
    )


def scores_of(evening: Evening) -> list[Score]:
    """How people stand by the matches that are over, the best first; equals share a place."""
    over = Match.objects.filter(evening=evening, status=Match.Status.FINISHED)
    counted = over.order_by("-ended_at").values("id")[:MATCHES_COUNTED]
    chairs = Player.objects.filter(match__in=list(counted.values_list("id", flat=True)))
    scores: dict[int, Score] = {}
    for player in chairs.exclude(user=None).select_related("user", "match"):
        assert player.user is not None
        assert player.place is not None
        score = scores.setdefault(player.user.pk, Score(player.user))
        score.matches += 1
        score.wins += player.place == 1
        score.points += player.match.seats - player.place
    ranked = sorted(scores.values(), key=lambda one: (-one.points, -one.wins, one.user.username))
    for at, score in enumerate(ranked, start=1):
        before = ranked[at - 2] if at > 1 else None
        same = before is not None and (before.points, before.wins) == (score.points, score.wins)
        score.place = before.place if same and before is not None else at
    return ranked


def tables_of(evening: Evening, status: str, user: Any) -> list[OpenTable]:
    """The tables of an evening in this state, the oldest first."""
    return listed(evening.matches.filter(status=status).order_by("opened_at", "id"), user)
