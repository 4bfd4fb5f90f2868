"""Rated matches that do not count, because of what two of their players have in common.

It is decided when the match starts and holds from then on, so that no player can undo a result by
signing in elsewhere, and every player knows beforehand whether the match counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import TypeVar

from accounts.services.devices import ids_answering_for, networks_of, pairs_of_one_device
from games.matches.models import Match, Player
from games.matches.services import time_source

COUNTED_A_DAY = 2
"""Rated matches between the same two users, or of a user with users of the same network, that
count within a day."""
DAY = timedelta(days=1)
Pair = frozenset[int]
T = TypeVar("T")
Uncounted = Match.Uncounted


def uncounted_pairs(users: Collection[int]) -> dict[Pair, Uncounted]:
    """Return the pairs of these users whose rated match would not count, and the reason."""
    tables = _tables_today(users)
    pairs = dict.fromkeys(_pairs_by_network(users, tables), Uncounted.NETWORK)
    pairs |= dict.fromkeys(_pairs_met_today(users, tables), Uncounted.OFTEN)
    return pairs | dict.fromkeys(pairs_of_one_device(users), Uncounted.DEVICE)


def met_often(user: int, others: Collection[int]) -> set[int]:
    """Return the others whose next rated match with a user would not count: they met today."""
    pairs = _pairs_met_today({user, *others}, _tables_today({user}))
    return {other for pair in pairs if user in pair for other in pair - {user}} & set(others)


def why_uncounted(users: Collection[int]) -> str:
    """Return why a rated match of these users that starts now does not count, or "".

    One pair is enough, also at a larger table: what two players do for each other changes all
    places.
    """
    reasons = set(uncounted_pairs(users).values())
    return next((reason.value for reason in Uncounted if reason in reasons), "")


def _tables_today(users: Collection[int]) -> list[set[int]]:
    """Return the users at each rated table of a day at which one of these users sat.

    Matches that were called off do not count.
    """
    matches = Match.objects.filter(
        players__user__in=users,
        rated=True,
        started_at__gt=time_source.now() - DAY,
        status__in=(Match.Status.RUNNING, Match.Status.FINISHED),
    )
    tables: dict[str, set[int]] = defaultdict(set)
    players = Player.objects.filter(match__in=matches.values("id")).exclude(user=None)
    for match, user in players.values_list("match_id", "user_id"):
        if user is not None:
            tables[match].add(user)
    return list(tables.values())


def _pairs_met_today(users: Collection[int], tables: Collection[set[int]]) -> list[Pair]:
    """Return the pairs whose rated matches within a day have reached the limit.

    The bots of one owner count as one player, so that they cannot all lose to the same bot.
    """
    answering = ids_answering_for({*users, *(user for table in tables for user in table)})
    return _pairs_beyond(users, tables, {user: {one} for user, one in answering.items()})


def _pairs_by_network(users: Collection[int], tables: Collection[set[int]]) -> list[Pair]:
    """Return the pairs of which one has met the other's network up to the limit today.

    A player with many accounts most often has them behind one address.
    """
    networks = networks_of({*users, *(user for table in tables for user in table)})
    return _pairs_beyond(users, tables, networks)


def _pairs_beyond(
    users: Collection[int], tables: Collection[set[int]], groups: Mapping[int, set[T]]
) -> list[Pair]:
    """Return the pairs of which one has met a group of the other up to the limit today."""
    met: dict[int, Counter[T]] = {user: Counter() for user in users}
    for table in tables:
        for user in table & met.keys():
            met[user].update(set().union(*(groups[other] for other in table - {user})))
    return [
        frozenset((one, other))
        for one in met
        for other in met
        if one != other and any(met[one][group] >= COUNTED_A_DAY for group in groups[other])
    ]
