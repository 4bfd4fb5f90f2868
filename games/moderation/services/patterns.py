"""Suspicious patterns in a user's matches: repeated quick losses to the same opponent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services.devices import shares_device
from games.matches.models import Event, Match, Player

LATELY = timedelta(days=60)
EXAMINED = 300
"""The maximum number of recent matches to examine."""
QUICK = 6
"""The maximum number of events per seat in a quick match."""
TOO_MANY = 3
"""The number of quick matches that make a pattern."""
SHOWN = 10


@dataclass
class Pattern:
    """An opponent who repeatedly won or lost quickly against a user."""

    other: User
    lost: list[str]
    """The matches the opponent won quickly, the newest first."""
    won: list[str]
    """The matches the opponent lost quickly."""
    shared_device: bool


def latest_tables(user: User) -> QuerySet[Match]:
    """Return the last tables a user had a seat at, the newest first."""
    return Match.objects.filter(players__user=user).order_by("-opened_at", "-id")[:SHOWN]


def quick_losses(user: User) -> list[Pattern]:
    """Return the opponents with too many recent quick losses or wins, the most first."""
    since = timezone.now() - LATELY
    own = Player.objects.filter(user=user, ended_at__gt=since).order_by("-ended_at", "-id")
    latest = list(own.values_list("match_id", flat=True)[:EXAMINED])
    quick = Match.objects.filter(id__in=latest, status=Match.Status.FINISHED)
    quick = quick.filter(last_number__lte=F("seats") * QUICK)
    # A win because the loser was expelled is not suspicious.
    quick = quick.exclude(players__left_by=Event.Kind.EXPEL)
    players = Player.objects.filter(match__in=quick).exclude(user=None)
    tables: dict[str, list[Player]] = defaultdict(list)
    for player in players.order_by("-ended_at", "-id"):
        tables[player.match_id].append(player)
    lost, won = _lost_and_won(user, tables.values())
    odd = [pk for pk in {*lost, *won} if max(len(lost[pk]), len(won[pk])) >= TOO_MANY]
    odd.sort(key=lambda pk: -len(lost[pk]) - len(won[pk]))
    people = User.objects.in_bulk(odd[:SHOWN])
    return [
        Pattern(people[pk], lost[pk], won[pk], shares_device(user, people[pk]))
        for pk in odd[:SHOWN]
        if pk in people
    ]


def _lost_and_won(
    user: User, tables: Iterable[list[Player]]
) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Return the matches lost to, and won against, each opponent; a win is a first place."""
    lost: dict[int, list[str]] = defaultdict(list)
    won: dict[int, list[str]] = defaultdict(list)
    for table in tables:
        own = next(player for player in table if player.user_id == user.pk)
        for other in table:
            if other.user_id is None or other is own:
                continue
            if other.place == 1 != own.place:
                lost[other.user_id].append(own.match_id)
            elif own.place == 1 != other.place:
                won[other.user_id].append(own.match_id)
    return lost, won
