"""What in somebody's matches makes moderators look twice: quick losses, always to the same one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User as Account
from accounts.services.devices import share_a_device
from games.matches.models import Event, Match, Player

if TYPE_CHECKING:
    from accounts.models import User

LATELY = timedelta(days=60)
LOOKED_AT = 300
"""So many of their latest matches are looked at, whatever they played in that time."""
QUICK = 6
"""A match of at most so many events a seat was over before it was played."""
TOO_MANY = 3
"""From so many on it is no accident."""
SHOWN = 10


@dataclass
class Pattern:
    """Two people between whom one won quickly, again and again."""

    other: User
    lost: list[str] = field(default_factory=list)
    """The matches that went quickly to the other, the newest first."""
    won: list[str] = field(default_factory=list)
    """Those the other lost as quickly."""
    shared_device: bool = False


def latest_tables(user: User) -> QuerySet[Match]:
    """The tables somebody sat at last, the newest first."""
    tables = Match.objects.filter(players__user=user).order_by("-opened_at", "-id")
    return tables[:SHOWN]


def quick_losses(user: User) -> list[Pattern]:
    """With whom somebody had too many quick losses, or quick wins, of late; the most first."""
    since = timezone.now() - LATELY
    own = Player.objects.filter(user=user, ended_at__gt=since).order_by("-ended_at", "-id")
    latest = list(own.values_list("match_id", flat=True)[:LOOKED_AT])
    quick = Match.objects.filter(id__in=latest, status=Match.Status.FINISHED)
    quick = quick.filter(last_number__lte=F("seats") * QUICK)
    # Being sent away is no gift to anybody.
    quick = quick.exclude(players__left_by=Event.Kind.EXPEL)
    chairs = Player.objects.filter(match__in=quick).exclude(user=None)
    tables: dict[str, list[Player]] = defaultdict(list)
    for chair in chairs.order_by("-ended_at", "-id"):
        tables[chair.match_id].append(chair)
    lost, won = _counted(user, tables.values())
    odd = [pk for pk in {*lost, *won} if max(len(lost[pk]), len(won[pk])) >= TOO_MANY]
    odd.sort(key=lambda pk: -len(lost[pk]) - len(won[pk]))
    people = Account.objects.in_bulk(odd[:SHOWN])
    return [
        Pattern(people[pk], lost[pk], won[pk], share_a_device(user, people[pk]))
        for pk in odd[:SHOWN]
        if pk in people
    ]


def _counted(
    user: User, tables: Iterable[list[Player]]
) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """The matches lost to, and won against, each other person: a win is a first place."""
    lost: dict[int, list[str]] = defaultdict(list)
    won: dict[int, list[str]] = defaultdict(list)
    for table in tables:
        mine = next(chair for chair in table if chair.user_id == user.pk)
        for chair in table:
            if chair.user_id is None or chair is mine:
                continue
            if chair.place == 1 != mine.place:
                lost[chair.user_id].append(mine.match_id)
            elif mine.place == 1 != chair.place:
                won[chair.user_id].append(mine.match_id)
    return lost, won
