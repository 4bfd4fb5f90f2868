"""Races at a game night: its limits hold, and each player has one seat."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.game_nights import services as game_nights
from games.game_nights.models import GameNight
from games.game_nights.rounds import DrawRequest, draw_round
from games.lobby.services import lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match, Player
from tests.games.matches.test_races import at_once
from tests.helpers.matches import fresh, people

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]
CROWD = 8


def test_simultaneous_sign_ups_do_not_exceed_limit(
    game_night: GameNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_nights, "PEOPLE", 3)
    crowd = people(*(f"Guest{number}" for number in range(CROWD)))
    results = at_once([partial(game_nights.attend, user, game_night) for user in crowd])
    assert sorted(results) == ["bad-table"] * (CROWD - 3) + ["done None"] * 3
    assert game_night.attendances.count() == 3


def test_simultaneous_sign_ups_of_one_user_count_once(game_night: GameNight) -> None:
    (anna,) = people("Anna")
    results = at_once([partial(game_nights.attend, anna, game_night)] * CROWD)
    assert results == ["done None"] * CROWD
    assert game_night.attendances.count() == 1


def test_player_joining_while_host_seats_them_has_one_seat(
    host: User, game_night: GameNight
) -> None:
    (anna,) = people("Anna")
    (match,) = game_nights.create_tables(
        host, game_night, TableRequest("condottiere", 3, public=False), 1
    )
    game_nights.attend(anna, game_night)
    at_once(
        [
            *[lambda: lobby.join(anna, match.id).id] * 3,
            *[lambda: game_nights.seat(host, game_night, match.id, "Anna").id] * 3,
        ]
    )
    assert match.players.count() == 1


def test_simultaneous_draws_give_each_player_one_seat(host: User, game_night: GameNight) -> None:
    for user in people(*(f"Guest{number}" for number in range(CROWD))):
        game_nights.attend(user, game_night)
    wish = DrawRequest("condottiere", (2,))
    at_once([lambda: draw_round(host, game_night, wish).number] * 4)
    seated = list(Player.objects.exclude(user=None).values_list("user", flat=True))
    assert len(seated) == len(set(seated)) >= 2
    assert {match.players.count() for match in Match.objects.all()} == {2}


def test_closing_night_while_table_fills_leaves_no_open_table(
    host: User, game_night: GameNight
) -> None:
    anna, berta = people("Anna", "Berta")
    (match,) = game_nights.create_tables(
        host, game_night, TableRequest("condottiere", 2, public=False), 1
    )
    lobby.join(anna, match.id)
    at_once(
        [
            lambda: lobby.join(berta, match.id).id,
            lambda: game_nights.close(host, game_night),
        ]
    )
    assert fresh(match).status in (Match.Status.RUNNING, Match.Status.CLOSED)
