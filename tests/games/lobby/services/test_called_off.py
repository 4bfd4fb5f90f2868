"""Called-off matches are counted, so players cannot repeat them until they get a good hand."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.permissions import may_play_rated, may_sit_down
from games.lobby.services import lobby, quick
from games.lobby.services.lobby import TableRequest
from games.lobby.services.pairing import TicketRequest
from games.matches.refusals import NotAllowed
from games.matches.services import leaving, timeouts
from games.profiles.presenters.reliability import reliability_of
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, fresh, people, started

pytestmark = pytest.mark.django_db
DAY = 24 * 3600


@pytest.fixture
def users() -> list[User]:
    return people("Anna", "Berta")


def call_off(users: list[User], by: User) -> None:
    match = started(*users)
    with committed():
        leaving.abort(by, match.id)


def test_third_call_off_in_day_pauses_rated_play(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    anna, berta = users
    for _ in range(2):
        call_off(users, anna)
        wall.wait(3600)
    assert may_play_rated(anna)
    call_off(users, anna)
    refused = may_play_rated(anna)
    assert (refused.allowed, refused.code) == (False, "called-off")
    assert "3 matches within a day" in refused.reason
    table = TableRequest("condottiere", 2, rated=True, clock="live-10")
    with pytest.raises(NotAllowed, match="called off 3 matches"):
        lobby.open_table(anna, table)
    with pytest.raises(NotAllowed, match="called off 3 matches"):
        quick.seek(anna, TicketRequest(("condottiere",), (2,), "live-10", rated=True))
    assert may_sit_down(anna), "unrated tables stay open to them"
    assert may_play_rated(berta), "the other player did not call off"
    wall.wait(DAY - 2 * 3600 + 1)
    assert may_play_rated(anna)


def test_timeout_before_first_move_counts_as_call_off(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    match = started(*users, clock="live-10")
    slow = match.players.get(deadline__isnull=False).user
    assert slow is not None
    wall.wait(700)
    with committed():
        timeouts.expire(match.id)
    assert leaving.called_off_by(slow) == [fresh(match).ended_at]
    (other,) = (user for user in users if user != slow)
    assert leaving.called_off_by(other) == []


def test_call_off_counts_in_reliability(users: list[User]) -> None:
    anna, berta = users
    call_off(users, anna)
    shown = reliability_of(anna)
    assert shown is not None
    assert (shown.called_off, shown.matches, shown.rate) == (1, 0, 0)
    assert reliability_of(berta) is None
