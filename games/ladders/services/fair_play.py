"""Rated matches that do not count, because of what two of their players have in common.

It is decided when the match starts and holds from then on, so that no player can undo a result by
signing in elsewhere, and every player knows beforehand whether the match counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from datetime import timedelta
from itertools import combinations

from accounts.services.devices import pairs_of_one_device
from games.matches.models import Match, Player
from games.matches.services import time_source

COUNTED_A_DAY = 2
"""Rated matches between the same two users that count within a day."""
DAY = timedelta(days=1)
Pair = frozenset[int]
Uncounted = Match.Uncounted


def uncounted_pairs(users: Collection[int]) -> dict[Pair, Uncounted]:
    """Return the pairs of these users whose rated match would not count, and the reason."""
    pairs = dict.fromkeys(_pairs_met_today(users), Uncounted.OFTEN)
    return pairs | dict.fromkeys(pairs_of_one_device(users), Uncounted.DEVICE)


def why_uncounted(users: Collection[int]) -> str:
    """Return why a rated match of these users that starts now does not count, or "".

    One pair is enough, also at a larger table: what two players do for each other changes all
    places.
    """
    reasons = set(uncounted_pairs(users).values())
    return next((reason.value for reason in Uncounted if reason in reasons), "")


def _pairs_met_today(users: Collection[int]) -> list[Pair]:
    """Return the pairs whose rated matches within a day have reached the limit.

    Matches that were called off do not count.
    """
    players = Player.objects.filter(
        user__in=users,
        match__rated=True,
        match__started_at__gt=time_source.now() - DAY,
        match__status__in=(Match.Status.RUNNING, Match.Status.FINISHED),
    )
    tables: dict[str, set[int]] = defaultdict(set)
    for match, user in players.values_list("match_id", "user_id"):
        tables[match].add(user)
    met = Counter(frozenset(pair) for seated in tables.values() for pair in combinations(seated, 2))
    return [pair for pair, times in met.items() if times >= COUNTED_A_DAY]
