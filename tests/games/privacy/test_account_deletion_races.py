"""Accounts deleted while others play and moderators act."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import User
from accounts.permissions import may_play
from accounts.services import deletion, sanctions
from games.matches.models import Match, Player
from games.matches.services import commands
from tests.games.matches.test_races import at_once
from tests.helpers.matches import change_rows, fresh, people, person, play_on, started, under_way
from tests.helpers.ratings import finished, recomputed

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


def due(user: User) -> None:
    deletion.request_deletion(user)
    User.objects.filter(pk=user.pk).update(closes_at=timezone.now())


def test_simultaneous_deletion_and_resignations_are_consistent() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    finished([anna, berta], [1, 2])
    duel = under_way(started(anna, berta))
    three = under_way(started(anna, berta, carla, seed=2))
    change_rows(duel, three, rated=True)
    due(anna)
    at_once(
        [
            deletion.delete_due_accounts,
            deletion.delete_due_accounts,
            lambda: commands.resign(berta, three.id),
        ]
    )
    deletion.delete_due_accounts()
    assert not User.objects.filter(username="Anna").exists()
    assert set(Player.objects.filter(user=None).values_list("name", flat=True)) == {"Gone player"}
    assert fresh(duel).status == Match.Status.FINISHED
    play_on(three)
    assert fresh(three).status == Match.Status.FINISHED
    assert recomputed()[0] == 0


def test_simultaneous_deletion_and_cancellation_are_consistent() -> None:
    users = people("Anna", "Berta", "Carla", "Dora")
    for user in users:
        due(user)
    at_once(
        [
            deletion.delete_due_accounts,
            *(lambda user=user: deletion.cancel_deletion(user) for user in users),
        ]
    )
    deletion.delete_due_accounts()
    for user in User.objects.all():
        assert (user.is_active, user.closes_at) == (True, None)


def test_ban_during_sanction_sweep_holds() -> None:
    chief = person("Chief")
    chief.groups.add(Group.objects.get_or_create(name="senior moderator")[0])
    chief = User.objects.get(pk=chief.pk)
    users = people("Anna", "Berta", "Carla", "Dora")
    User.objects.filter(pk__in=[user.pk for user in users]).update(sanctioned=True)
    until = timezone.now() + timedelta(days=1)
    gives = [
        lambda user=user: sanctions.give(chief, user, "ban", "Insults.", until=until).pk
        for user in users
    ]
    results = at_once([sanctions.sweep, *gives, sanctions.sweep])
    assert all(result.startswith("done") for result in results), results
    for user in User.objects.filter(pk__in=[user.pk for user in users]):
        assert user.sanctioned
        assert may_play(user).code == "ban"
