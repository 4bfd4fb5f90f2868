"""Hidden parts of a running match appear in no page, frame, refusal, error or log line.

Everything that a viewer cannot know is drawn again, and everything that they are sent must stay the
same. Secrets that are long enough are searched for.
"""

from __future__ import annotations

import logging
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from games.engine.chance import Chance
from games.engine.testing.secrecy import hides_something
from games.matches.models import Match, MatchSecret, Player
from tests.games.matches.test_secrecy import as_if_long_ago, as_it_stands, resampled, viewers
from tests.helpers.endpoints import without_tokens
from tests.helpers.matches import (
    at_random,
    people,
    play_on,
    position_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.sockets import aside, close_connections, screen
from tests.helpers.tables import every_game_with

GAMES = every_game_with(seats=3)
NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil", "Franz")
MOVES = 17


@pytest.fixture(params=GAMES, ids=[game for game, _seats in GAMES])
def match(request: pytest.FixtureRequest, db: None) -> Match:
    """Start a match of each game, and make some moves."""
    game, seats = request.param
    match = started(*people(*NAMES[:seats]), game=game, seed=6)
    steps = iter(range(some_way(match)))
    return play_on(match, at_random(3), until=lambda _: next(steps, None) is None)


def some_way(match: Match) -> int:
    """Make some moves, or half of the moves of a shorter match."""
    position, rng, moves = position_of(match).clone(), Random(3), 0
    while (asked := position.to_move()) and moves < 2 * MOVES:
        position.play(asked[0], rng.choice(position.moves(asked[0])), Chance(bytes(32), moves))
        moves += 1
    return min(MOVES, moves // 2)


def test_answers_and_logs_do_not_depend_on_hidden_cards(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    as_if_long_ago(match)
    truth = position_of(match).dump()
    differed = False
    for name, (seat, client) in viewers(match).items():
        before = outputs(match, client, caplog)
        with resampled(match, seat, 1):
            differed |= position_of(match).dump() != truth
            after = outputs(match, client, caplog)
        for where in before:
            assert before[where] == after[where], (name, where)
    hides = hides_something(truth, position_of(match).view(None))
    assert differed == hides, "the hidden part was not drawn again, so the test proves nothing"


def outputs(match: Match, client: Client, caplog: pytest.LogCaptureFixture) -> dict[str, str]:
    """Return everything that a viewer reads of a match, the refusals, and the log."""
    caplog.clear()
    heard = as_it_stands(match, client)
    table = f"/matches/{match.id}/"
    for path in ("record.json", "replay/?view=all"):
        heard[path] = _plain(client.get(f"{table}{path}"))
    nonsense = {"turn_token": "x", "type": "play", "card": "none"}
    heard["refused move"] = _plain(client.post(f"{table}moves/", nonsense))
    heard["refused JSON"] = _plain(
        client.post(f"/api/v1{table}moves/", nonsense, "application/json")
    )
    heard["refused show"] = _plain(client.post(f"{table}show/", {"card": "none", "to": "9"}))
    heard["log"] = caplog.text
    return heard


def _plain(response: Any) -> str:
    return without_tokens(response.content.decode())


def test_server_error_page_and_log_contain_no_secret(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the error page nor the traceback in the log contains a card or a seed."""
    caplog.set_level(logging.DEBUG)
    own = MatchSecret.objects.get(match=match)
    hidden = [own.seed, *own.secrets, *Player.objects.values_list("nonce", flat=True)]
    seat = position_of(match).to_move()[0]
    client = signed_in(user_at(match, seat), raise_request_exception=False)
    with patch("games.matches.services.commands.require_seat", side_effect=RuntimeError("broken")):
        for path in (f"/matches/{match.id}/moves/", f"/api/v1/matches/{match.id}/moves/"):
            answer = client.post(path, {"turn_token": "x"}, "application/json")
            assert answer.status_code == 500
            assert "RuntimeError" not in answer.content.decode()
            assert not any(word in answer.content.decode() for word in hidden)
    assert "broken" in caplog.text
    assert not any(word in caplog.text for word in hidden)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_socket_frames_contain_no_secret(game: str, seats: int) -> None:
    """Each seat and a spectator receive frames for a move; hands as on the pages."""
    users = await aside(lambda: people(*NAMES[:seats]))
    match = await aside(lambda: started(*users, game=game, seed=6))
    own = await aside(lambda: MatchSecret.objects.get(match=match))
    nonces = await aside(lambda: list(match.players.values_list("nonce", flat=True)))
    clients = [await aside(signed_in, user) for user in users]
    for client in (*clients, None):
        async with screen(f"/ws/matches/{match.id}/", client) as heard:
            frame = await heard.frame()
            for secret in (*own.secrets, own.seed, match.key, *nonces, "@example.org"):
                assert secret not in frame
    await close_connections()
