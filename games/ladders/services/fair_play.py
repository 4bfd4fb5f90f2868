"""Which rated matches count for nobody: what two at the table have in common.

It is judged when the match starts and stands from then on, so that nobody can undo a result by
signing in somewhere else, and everybody knows beforehand what they play for.
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
"""So many rated matches between the same two count within a day."""
DAY = timedelta(days=1)
Pair = frozenset[int]
Uncounted = Match.Uncounted


def pairs_that_count_not(users: Collection[int]) -> dict[Pair, Uncounted]:
    """The pairs of these users between whom a rated match would count for nobody, and why."""
    pairs = dict.fromkeys(_pairs_met_today(users), Uncounted.OFTEN)
    return pairs | dict.fromkeys(pairs_of_one_device(users), Uncounted.DEVICE)


def why_uncounted(users: Collection[int]) -> str:
    """Why a rated match of these users that starts now counts for nobody; empty if it counts.

    One pair is enough, also at a table of more: what two do for each other there changes the
    places of all.
    """
    reasons = set(pairs_that_count_not(users).values())
    return next((reason.value for reason in Uncounted if reason in reasons), "")


def _pairs_met_today(users: Collection[int]) -> list[Pair]:
    """The pairs that had as many rated matches within a day as count; none that were called off."""
    chairs = Player.objects.filter(
        user__in=users,
        match__rated=True,
        match__started_at__gt=time_source.now() - DAY,
        match__status__in=(Match.Status.RUNNING, Match.Status.FINISHED),
    )
    tables: dict[str, set[int]] = defaultdict(set)
    for match, user in chairs.values_list("match_id", "user_id"):
        tables[match].add(user)
    met = Counter(frozenset(pair) for seated in tables.values() for pair in combinations(seated, 2))
    return [pair for pair, times in met.items() if times >= COUNTED_A_DAY]
