"""Open a case automatically when the end of a rated match completes a suspicious pattern.

A case is a hint with evidence, not a verdict, and only moderators see it. Matches before the last
closed case of the same pattern do not count again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.presenters import GAINED, QUICK, SHARED
from accounts.services import reports
from accounts.services.devices import shares_device, shares_network
from games.ladders.models import RatingEntry
from games.matches.models import Event, Match, Player
from games.moderation.services import patterns

ENOUGH = 3
"""The number of rated matches against one opponent, quick or from one browser, for a pattern."""
GAIN = 150
"""The number of points, won from few opponents, that make a pattern."""
FEW = 2
"""The number of opponents that count as few."""
PART = 80
"""The minimum percentage of the points that came from these few."""
LISTED = 10


def examine(match_id: str) -> None:
    """Open a case for each pattern that the winners of this match now show."""
    players = list(Player.objects.filter(match=match_id).exclude(user=None).select_related("user"))
    won = [player.user for player in players if player.place == 1 and player.user]
    lost = [player.user for player in players if player.place != 1 and player.user]
    for winner in won:
        for loser in lost:
            _examine_pair(winner, loser)
        if lost:
            _examine_gain(winner)


def _examine_pair(winner: User, loser: User) -> None:
    quick = f"{QUICK}:{loser.pk}"
    fast = _against(winner, loser, _since(winner, quick)).filter(place=1)
    fast = fast.filter(match__last_number__lte=F("match__seats") * patterns.QUICK)
    # An expelled player did not lose on purpose.
    expelled = Player.objects.filter(user=loser, left_by=Event.Kind.EXPEL).values("match")
    _report(winner, quick, QUICK, [loser], fast.exclude(match__in=expelled))
    if shares_device(winner, loser):
        shared = f"{SHARED}:{loser.pk}"
        _report(winner, shared, SHARED, [loser], _against(winner, loser, _since(winner, shared)))


def _against(user: User, other: User, since: datetime) -> QuerySet[Player]:
    """Return the user's seats in finished rated matches with the other user."""
    there = Player.objects.filter(user=other, ended_at__gt=since).values("match")
    own = Player.objects.filter(user=user, ended_at__gt=since, match__in=there)
    return own.filter(match__rated=True, match__status=Match.Status.FINISHED)


def _report(
    about: User, key: str, pattern: str, others: list[User], seats: QuerySet[Player]
) -> None:
    newest = seats.order_by("-ended_at", "-id").values_list("match_id", flat=True)
    matches = list(newest[: patterns.EXAMINED])
    if len(matches) >= ENOUGH:
        _open_case(about, key, pattern, others, matches, n=len(matches))


def _examine_gain(user: User) -> None:
    """Open a case if most of the points a user won lately came from few opponents."""
    entries = RatingEntry.objects.in_force().filter(
        rating__user=user, at__gt=_since(user, GAINED), rating__ladder__bots=False
    )
    rows = entries.order_by("-at").values_list("match_id", "before", "after")
    changes = {match: after - before for match, before, after in rows[: patterns.EXAMINED]}
    if sum(changes.values()) < GAIN:
        return
    # The points of a match count in equal parts as won from all other users at its table.
    others: dict[str, list[int]] = defaultdict(list)
    players = Player.objects.filter(match__in=changes).exclude(user=None).exclude(user=user)
    for match, other in players.values_list("match_id", "user_id"):
        if other is not None:
            others[match].append(other)
    gained: dict[int, float] = defaultdict(float)
    for match, seated in others.items():
        for other in seated:
            gained[other] += changes[match] / len(seated)
    best = sorted((pk for pk in gained if gained[pk] > 0), key=lambda pk: -gained[pk])
    won, few = sum(gained[pk] for pk in best), best[:FEW]
    part = round(100 * sum(gained[pk] for pk in few) / won) if won else 0
    if part >= PART:
        people = User.objects.in_bulk(few)
        matches = [match for match in changes if set(others[match]) & set(few)]
        named = [people[pk] for pk in few if pk in people]
        _open_case(user, GAINED, GAINED, named, matches, n=sum(changes.values()), part=part)


def _since(user: User, key: str) -> datetime:
    """Return the time from which matches count for a pattern: recent ones, not judged before."""
    decided = reports.pattern_decided_at(user, key)
    lately = timezone.now() - patterns.LATELY
    return max(lately, decided) if decided is not None else lately


def _open_case(
    about: User,
    key: str,
    pattern: str,
    others: Iterable[User],
    matches: list[str],
    **facts: int,
) -> None:
    others = list(others)
    evidence = {
        "pattern": pattern,
        "others": [other.username for other in others],
        "days": patterns.LATELY.days,
        "matches": matches[:LISTED],
        "device": pattern != SHARED and any(shares_device(about, other) for other in others),
        "network": any(shares_network(about, other) for other in others),
        **facts,
    }
    reports.report_pattern(about, key, evidence)
