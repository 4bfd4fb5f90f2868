"""Repeated quick losses against the same opponent, with a hint about a shared device."""

from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services import devices
from games.matches.models import Match, Player
from games.moderation.services import patterns
from tests.helpers.matches import people
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db


def ended(winner: User, loser: User, *, events: int = 4, at: Any = None) -> Match:
    match = finished([winner, loser], [1, 2], at=at, rated=False)
    Match.objects.filter(id=match.id).update(last_number=events)
    return match


def test_repeated_quick_losses_are_found_from_both_sides() -> None:
    anna, berta = people("Anna", "Berta")
    matches = [ended(anna, berta).id for _ in range(patterns.TOO_MANY)]
    (seen,) = patterns.quick_losses(berta)
    assert (seen.other, sorted(seen.lost), seen.won) == (anna, sorted(matches), [])
    (turned,) = patterns.quick_losses(anna)
    assert (turned.other, turned.lost, sorted(turned.won)) == (berta, [], sorted(matches))
    assert not seen.shared_device


def test_few_long_or_old_losses_are_no_pattern() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    for _ in range(patterns.TOO_MANY - 1):
        ended(anna, berta)
    for _ in range(patterns.TOO_MANY):
        ended(anna, berta, events=2 * patterns.QUICK + 1)
        ended(anna, berta, at=timezone.now() - patterns.LATELY * 2)
        ended(carla, anna)
        sent_away = ended(carla, berta)
        Player.objects.filter(match=sent_away, user=berta).update(left_by="expel")
    assert patterns.quick_losses(berta) == []
    assert [one.other for one in patterns.quick_losses(anna)] == [carla]


def test_shared_device_is_reported_as_flag() -> None:
    anna, berta = people("Anna", "Berta")
    for _ in range(patterns.TOO_MANY):
        ended(anna, berta)
    for user in (anna, berta):
        devices.note_use(user, "one browser")
    assert [one.shared_device for one in patterns.quick_losses(berta)] == [True]


def test_pattern_search_takes_few_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    anna, *others = people("Anna", "Berta", "Carla", "Dora")
    for other in others:
        for _ in range(patterns.TOO_MANY):
            ended(other, anna)
    with django_assert_max_num_queries(3 + len(others)):
        assert len(patterns.quick_losses(anna)) == len(others)
