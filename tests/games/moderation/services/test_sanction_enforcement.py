"""Banned or suspended users lose their seats at once; the matches of others continue."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from accounts.services import sanctions
from games.lobby.models import Ticket
from games.lobby.services import lobby
from games.matches.models import Match, Player
from games.workers.worker import enforce_sanctions
from tests.helpers.matches import committed, fresh, opened, people, person, play_on, started
from tests.helpers.seeking import DUEL, SLOW, seek

pytestmark = pytest.mark.django_db


def sanction(user: User, kind: str) -> None:
    senior = person(f"Senior{user.pk}")
    senior.groups.add(Group.objects.get(name="senior moderator"))
    with committed():
        sanctions.give(senior, user, kind, "Insults.")


@pytest.mark.parametrize("kind", ["ban", "suspension"])
def test_bot_replaces_sanctioned_player_in_running_match(db: Any, kind: str) -> None:
    rude, anna, berta = people("Rude", "Anna", "Berta")
    match = started(rude, anna, berta)
    sanction(rude, kind)
    after = fresh(match)
    player = Player.objects.get(match=match, user=rude)
    assert after.status in (Match.Status.RUNNING, Match.Status.ABORTED)
    assert after.status == Match.Status.ABORTED or player.bot


def test_finished_matches_are_unchanged_by_sanction(db: Any) -> None:
    rude, anna = people("Rude", "Anna")
    match = started(rude, anna)
    play_on(match)
    before = fresh(match).outcome
    sanction(rude, "ban")
    assert fresh(match).outcome == before
    assert Player.objects.get(match=match, user=rude).left_at is None


def test_open_tables_of_suspended_host_are_closed(db: Any) -> None:
    rude = person("Rude")
    table = opened(rude)
    sanction(rude, "suspension")
    assert fresh(table).status == Match.Status.CLOSED


def test_mute_keeps_seat(db: Any) -> None:
    rude, anna = people("Rude", "Anna")
    match = started(rude, anna)
    sanction(rude, "mute")
    assert fresh(match).status == Match.Status.RUNNING
    assert Player.objects.get(match=match, user=rude).left_at is None


def test_unrated_sanction_removes_user_only_from_waiting_rated_tables(db: Any) -> None:
    rude, anna, berta = people("Rude", "Anna", "Berta")
    rated, plain = opened(anna, seats=3), opened(berta, seats=3)
    for table in (rated, plain):
        lobby.join(rude, table.id, sure=True)
    running = started(rude, anna)
    Match.objects.filter(id__in=(rated.id, running.id)).update(rated=True)
    seek(rude, replace(DUEL, rated=True), sure=True)
    seek(rude, SLOW, sure=True)
    sanction(rude, "unrated")
    seats = Player.objects.filter(user=rude, left_at=None).values_list("match_id", flat=True)
    assert set(seats) == {plain.id, running.id}
    assert [ticket.pool.rated for ticket in Ticket.objects.filter(user=rude)] == [False]


def test_worker_enforces_interrupted_sanction(db: Any) -> None:
    rude = person("Rude")
    table = opened(rude)
    senior = person("Senior")
    senior.groups.add(Group.objects.get(name="senior moderator"))
    sanctions.give(senior, rude, "ban", "Insults.")
    assert fresh(table).status == Match.Status.OPEN, "not enforced before the commit"
    assert enforce_sanctions() == 1
    assert fresh(table).status == Match.Status.CLOSED
    assert enforce_sanctions() == 0


def test_failing_table_does_not_block_leaving_others(
    db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rude = person("Rude")
    tables = [opened(rude) for _ in range(2)]
    leave = lobby.leave

    def stumble(user: User, match_id: str) -> Match:
        if match_id == tables[0].id:
            raise RuntimeError
        return leave(user, match_id)

    monkeypatch.setattr(lobby, "leave", stumble)
    sanction(rude, "ban")
    assert [fresh(table).status for table in tables] == [Match.Status.OPEN, Match.Status.CLOSED]
