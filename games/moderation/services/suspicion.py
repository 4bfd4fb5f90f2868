"""Open a case automatically when the end of a rated match completes a suspicious pattern.

A case is a hint with evidence, not a verdict, and only moderators see it. Matches before the last
closed case of the same pattern do not count again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.presenters import GAINED, NOWHERE_ELSE, ONE_NETWORK, QUICK, SHARED
from accounts.services import reports
from accounts.services.devices import networks_of, shares_device, shares_network
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
"""The minimum percentage of the points, or of the wins, that came from the suspicious opponents."""
STRANGERS = 5
"""The number of opponents that played rated with no other player for a pattern."""
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
            _examine_strangers(winner)


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
    """Open a case if most points a user won lately came from few opponents, or one network."""
    lately = _won_lately(user)
    for pattern, suspicious in ((GAINED, _most_generous), (ONE_NETWORK, _largest_network)):
        since = _since(user, pattern)
        won = {match: one for match, one in lately.items() if one.at > since}
        gained = _gained(won.values())
        _report_gain(user, pattern, suspicious(gained), won, gained)


def _most_generous(gained: Mapping[int, float]) -> Collection[int]:
    """Return the few opponents from whom a user won the most points."""
    return sorted(gained, key=lambda pk: -gained[pk])[:FEW]


def _largest_network(gained: Mapping[int, float]) -> Collection[int]:
    """Return the opponents on the network that gave the most points, if they are not few."""
    by_network: dict[str, set[int]] = defaultdict(set)
    for pk, networks in networks_of(gained).items():
        for network in networks:
            by_network[network].add(pk)
    largest = max(
        by_network.values(), key=lambda there: sum(gained[pk] for pk in there), default=set[int]()
    )
    return largest if len(largest) > FEW else ()


@dataclass
class Won:
    """The points that a match brought a user, when, and the other users at its table."""

    points: int
    at: datetime
    others: list[int]


def _won_lately(user: User) -> dict[str, Won]:
    """Return what each of the user's latest matches brought."""
    entries = RatingEntry.objects.in_force().filter(
        rating__user=user, at__gt=timezone.now() - patterns.LATELY, rating__ladder__bots=False
    )
    rows = entries.order_by("-at").values_list("match_id", "before", "after", "at")
    won = {
        match: Won(after - before, at, []) for match, before, after, at in rows[: patterns.EXAMINED]
    }
    players = Player.objects.filter(match__in=won).exclude(user=None).exclude(user=user)
    for match, other in players.values_list("match_id", "user_id"):
        if other is not None:
            won[match].others.append(other)
    return won


def _gained(won: Iterable[Won]) -> dict[int, float]:
    """Return the points that a user won from each other user.

    The points of a match count in equal parts as won from all other users at its table.
    """
    gained: dict[int, float] = defaultdict(float)
    for one in won:
        for other in one.others:
            gained[other] += one.points / len(one.others)
    return {other: points for other, points in gained.items() if points > 0}


def _report_gain(
    user: User,
    pattern: str,
    others: Collection[int],
    won: Mapping[str, Won],
    gained: Mapping[int, float],
) -> None:
    """Open a case if these users gave most of many points."""
    whole, points = sum(gained.values()), sum(one.points for one in won.values())
    part = round(100 * sum(gained[pk] for pk in others) / whole) if whole else 0
    if points < GAIN or part < PART:
        return
    matches = [match for match, one in won.items() if set(one.others) & set(others)]
    _open_case(user, pattern, pattern, _named(others), matches, n=points, part=part)


def _examine_strangers(user: User) -> None:
    """Open a case if most of a user's wins were against accounts that play with no other player."""
    rated = Player.objects.filter(match__rated=True, match__status=Match.Status.FINISHED)
    own = rated.filter(user=user, place=1, ended_at__gt=_since(user, NOWHERE_ELSE))
    wins = list(own.order_by("-ended_at").values_list("match_id", flat=True)[: patterns.EXAMINED])
    lost = rated.filter(match__in=wins, place__gt=1).exclude(user=None).exclude(user=user)
    losers: dict[int, set[str]] = defaultdict(set)
    for match, other in lost.values_list("match_id", "user_id"):
        if other is not None:
            losers[other].add(match)
    with_user = rated.filter(user=user).values("match")
    elsewhere = rated.filter(user__in=losers).exclude(match__in=with_user)
    strangers = losers.keys() - set(elsewhere.values_list("user_id", flat=True))
    if len(strangers) < STRANGERS:
        return
    there = set().union(*(losers[pk] for pk in strangers))
    part = round(100 * len(there) / len(wins))
    if part >= PART:
        matches = [match for match in wins if match in there]
        _open_case(
            user, NOWHERE_ELSE, NOWHERE_ELSE, _named(strangers), matches, n=len(there), part=part
        )


def _named(users: Collection[int]) -> list[User]:
    """Return some of these users, for the evidence."""
    return list(User.objects.filter(pk__in=users).order_by("pk")[:LISTED])


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
