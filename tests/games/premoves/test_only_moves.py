"""The only move of a person: when it is played, and when the person decides."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Sanction, User
from games.matches.models import Match, Player
from games.matches.services import commands
from games.matches.services.clocks import CLOCKS
from games.premoves import services
from games.premoves.models import OnlyMoves
from games.workers import delay
from games.workers import premoves as worker
from tests.helpers.condottiere import all_but
from tests.helpers.matches import (
    act,
    events,
    legal,
    nothing_written,
    people,
    player_at,
    signed_in,
    turn_token,
    user_at,
)
from tests.helpers.moderation import sanctioned
from tests.helpers.pages import assert_clean_page
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db
ONE_CITY = {
    "phase": "choose",
    "declines": 4,
    "cities": all_but("5543", "parma"),
    "hands": [["m1", "m2"]] * 4,
}
"""The holder of the pawn must choose the last city."""
CHOSEN = (1, "move", 0, {"type": "choose", "city": "parma"})


@pytest.fixture
def users(db: None, monkeypatch: pytest.MonkeyPatch) -> list[User]:
    monkeypatch.setattr(worker, "_tried", {})
    monkeypatch.setattr(delay, "DELAY", timedelta(0))
    return people("Anna", "Berta", "Carla", "Dora")


def wanted_by(*users: User) -> None:
    for user in users:
        services.choose_only_moves(user, wanted=True)


def test_setting_is_off_until_chosen(users: list[User]) -> None:
    client = signed_in(users[0])
    assert_clean_page(client.get("/settings/turns/"))
    assert not services.plays_only_moves(users[0])
    assert client.post("/settings/turns/", {"only_moves": "on"}).status_code == 302
    assert services.plays_only_moves(users[0])
    assert " checked" in client.get("/settings/turns/").content.decode()
    assert client.post("/settings/turns/").status_code == 302
    assert not OnlyMoves.objects.exists()


@pytest.mark.parametrize("clock", ["turns-24", "live-10"])
def test_only_move_is_played_and_logged(users: list[User], clock: str) -> None:
    match = prepared("condottiere", ONE_CITY, *users, clock=CLOCKS[clock])
    match.players.update(came_at=match.started_at)
    assert worker.play_all_due() == 0, "nobody chose so"
    wanted_by(*users)
    assert worker.play_all_due() == 1
    assert events(match) == [CHOSEN]
    assert worker.play_all_due() == 0, "the next question has several moves"
    page = signed_in(users[1]).get(match.get_absolute_url()).content.decode()
    assert "Anna leads an army against Parma" in page


def test_only_move_waits_as_long_as_that_of_a_bot(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Longer than any pause of a busy machine.
    monkeypatch.setattr(delay, "DELAY", timedelta(hours=1))
    match = prepared("condottiere", ONE_CITY, *users)
    wanted_by(users[0])
    assert worker.play_all_due() == 0
    (due_at,), player = [one.due_at for one in worker.decided()], player_at(match, 0)
    assert player.asked_since is not None
    assert player.asked_at is not None
    assert due_at == player.asked_since + delay.delay_of(match.id, 0, player.asked_at)
    Player.objects.filter(pk=player.pk).update(asked_since=player.asked_since - timedelta(days=1))
    assert worker.play_all_due() == 1


def test_player_who_may_not_play_or_has_not_come_decides_themselves(users: list[User]) -> None:
    wanted_by(*users)
    match = prepared("condottiere", ONE_CITY, *users, clock=CLOCKS["live-10"])
    with nothing_written(match):
        assert worker.play_all_due() == 0, "it would count as an arrival"
    free = prepared("condottiere", ONE_CITY, *users)
    sanctioned(users[0], Sanction.Kind.SUSPENSION)
    with nothing_written(free):
        assert worker.play_all_due() == 0
        assert worker.decided() == [], "it is not tried again at once"


def test_table_waits_while_move_can_be_taken_back(users: list[User]) -> None:
    wanted_by(*users)
    match = babel(users)
    with nothing_written(match):
        assert worker.play_all_due() == 0
    commands.take_back(user_at(match, 0), match.id, turn_token(match, 0))
    with nothing_written(match):
        assert worker.play_all_due() == 0, "the player has just taken back"


def babel(users: list[User]) -> Match:
    """Return a match in which Anna has moved, has one move left and may take back."""
    position = {"duty": [False, False], "hands": [["mede"], ["hittite", "hittite"]]}
    match = prepared("babel", position, *users[:2])
    act(match, 0, {"type": "travel", "tribe": "mede"})
    assert legal(match, 0) == [{"type": "end"}]
    return match
