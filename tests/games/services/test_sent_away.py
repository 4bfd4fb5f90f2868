"""Who is banned or suspended sits nowhere any more, at once; the others' matches stand."""

from typing import Any

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from accounts.services import sanctions
from games.models import Match, Player
from tests.helpers.matches import committed, fresh, opened, people, person, play_on, started

pytestmark = pytest.mark.django_db


def sanction(user: User, kind: str) -> None:
    senior = person(f"Senior{user.pk}")
    senior.groups.add(Group.objects.get(name="senior moderator"))
    with committed():
        sanctions.give(senior, user, kind, "Insults.")


@pytest.mark.parametrize("kind", ["ban", "suspension"])
def test_a_running_match_goes_on_with_a_bot(db: Any, kind: str) -> None:
    rude, anna, berta = people("Rude", "Anna", "Berta")
    match = started(rude, anna, berta)
    sanction(rude, kind)
    after = fresh(match)
    player = Player.objects.get(match=match, user=rude)
    assert after.status in (Match.Status.RUNNING, Match.Status.ABORTED)
    assert after.status == Match.Status.ABORTED or player.bot


def test_what_is_finished_stays_as_it_is(db: Any) -> None:
    rude, anna = people("Rude", "Anna")
    match = started(rude, anna)
    play_on(match)
    before = fresh(match).outcome
    sanction(rude, "ban")
    assert fresh(match).outcome == before
    assert Player.objects.get(match=match, user=rude).left_at is None


def test_open_tables_of_theirs_are_taken_down(db: Any) -> None:
    rude = person("Rude")
    table = opened(rude)
    sanction(rude, "suspension")
    assert fresh(table).status == Match.Status.CLOSED


def test_a_mute_takes_nobodys_chair(db: Any) -> None:
    rude, anna = people("Rude", "Anna")
    match = started(rude, anna)
    sanction(rude, "mute")
    assert fresh(match).status == Match.Status.RUNNING
    assert Player.objects.get(match=match, user=rude).left_at is None
