"""Matches with common players that end simultaneously: no entry lost, no deadlock."""

from collections import Counter
from functools import partial
from itertools import combinations

import pytest
from django.utils import timezone

from accounts.models import User
from games.ladders.models import Rating, RatingEntry
from games.ladders.services.ratings import annul
from games.lobby.services import lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.services import commands
from tests.games.matches.test_races import at_once
from tests.helpers.matches import change_rows, fresh, people, started, under_way
from tests.helpers.ratings import finished, recomputed

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


def running(*users: User, seed: int = 1) -> Match:
    match = under_way(started(*users, seed=seed))
    change_rows(match, rated=True)
    return fresh(match)


def test_simultaneous_ends_of_all_pairs_are_rated_once() -> None:
    users = people("Anna", "Berta", "Carla", "Dora", "Emil")
    pairs = list(combinations(users, 2))
    matches = [running(*pair, seed=n) for n, pair in enumerate(pairs)]
    results = at_once(
        [
            partial(commands.resign, pair[number % 2], match.id)
            for number, (pair, match) in enumerate(zip(pairs, matches, strict=True))
        ]
    )
    assert all(result.startswith("done") for result in results), results
    assert {fresh(match).status for match in matches} == {Match.Status.FINISHED}
    assert RatingEntry.objects.count() == 2 * len(pairs)
    assert {rating.matches for rating in Rating.objects.all()} == {len(users) - 1}
    numbers = Counter(RatingEntry.objects.values_list("number", flat=True))
    assert numbers == {number: len(users) for number in range(1, len(users))}
    ends = list(Match.objects.values_list("ended_at", flat=True))
    assert len(set(ends)) == len(ends), "one after the other, to the microsecond"
    assert recomputed()[0] == 0


def test_simultaneous_ends_of_one_match_are_rated_once() -> None:
    anna, berta = people("Anna", "Berta")
    match = running(anna, berta)
    results = at_once([partial(commands.resign, user, match.id) for user in [anna, berta] * 5])
    assert sum(result.startswith("done") for result in results) == 1
    assert RatingEntry.objects.count() == 2


def test_simultaneous_annulment_and_ends_keep_ledger_consistent() -> None:
    users = people("Anna", "Berta", "Carla", "Dora")
    old = [finished(pair, [1, 2], at=timezone.now()) for pair in combinations(users, 2)]
    matches = [running(*pair, seed=n) for n, pair in enumerate(combinations(users, 2))]
    ends = [
        partial(commands.resign, pair[0], match.id)
        for pair, match in zip(combinations(users, 2), matches, strict=True)
    ]
    annulments = [partial(annul, match.id, "a reason") for match in old[:3] * 2]
    results = at_once([*ends, *annulments])
    assert all(result.startswith("done") for result in results[: len(ends)])
    assert Counter(results[len(ends) :])["cannot-annul"] == 3
    assert recomputed()[0] == 0


def test_simultaneous_matches_of_same_two_are_counted_in_order() -> None:
    anna, berta = people("Anna", "Berta")
    request = TableRequest("condottiere", 2, rated=True, clock="live-10")
    tables = [
        (lobby.open_table(host, request, sure=True), guest)
        for host, guest in [(anna, berta), (berta, anna)] * 2
    ]
    results = at_once([partial(lobby.join, guest, table.id, sure=True) for table, guest in tables])
    assert all(result.startswith("done") for result in results), results
    reasons = sorted(fresh(table).uncounted for table, _guest in tables)
    assert reasons == ["", "", "often", "often"]
