"""A real server from start to end: metrics, log lines and shutdown."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from random import Random
from threading import Event

import httpx
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from games.matches.models import Match
from tests.helpers.matches import (
    events,
    fresh,
    mover,
    people,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.processes import PATIENCE, Process, daphne, server

pytestmark = pytest.mark.django_db(transaction=True)
WORD = "quiet-harbour-42"
PRIVATE = ("annabella", "bertrand", "example.org", "127.0.0.1")
TALK = "see-you-in-verona"
FEW = 10
"""Moves that are made before a player resigns."""


@pytest.fixture
def match(transactional_db: None) -> Match:
    """Start a private match of two."""
    return started(*people("Annabella", "Bertrand"), public=False)


def session_of(user: User) -> str:
    client: Client = signed_in(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@contextmanager
def visitor(site: Process, user: User | None = None) -> Iterator[httpx.Client]:
    """Open an HTTP client that can send forms."""
    with httpx.Client(base_url=site.address, timeout=PATIENCE) as client:
        if user is not None:
            client.cookies.set(settings.SESSION_COOKIE_NAME, session_of(user))
        client.get("/accounts/login/" if user is None else "/settings/notifications/")
        client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
        yield client


@contextmanager
def follow(site: Process, match: Match, user: User) -> Iterator[ClientConnection]:
    headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session_of(user)}"}
    where = f"ws://127.0.0.1:{site.port}/ws/matches/{match.id}/"
    with connect(
        where,
        additional_headers=headers,
        origin=Origin(site.address),
        open_timeout=PATIENCE,
        ping_interval=None,
    ) as screen:
        screen.recv(timeout=PATIENCE)
        yield screen


def move(
    client: httpx.Client, match: Match, token: str, sent: Event | None = None
) -> httpx.Response:
    """Make a move; `sent` is set when the request is on its way, which may take its time."""

    def trace(event: str, _details: object) -> None:
        if sent is not None and event == "http11.send_request_body.complete":
            sent.set()

    body = {"type": "decline", "turn_token": token}
    return client.post(f"/api/v1/matches/{match.id}/moves/", json=body, extensions={"trace": trace})


def arrived(site: Process, sent: Event) -> None:
    """Wait until the server has begun what was sent: it has, when it answers a later question."""
    assert sent.wait(PATIENCE)
    httpx.get(f"{site.address}/healthz", timeout=PATIENCE)


def test_metrics_and_logs_show_activity_without_names(match: Match) -> None:
    users = {seat: user_at(match, seat) for seat in (0, 1)}
    with server(TRUSTED_PROXIES="1", EMAIL_URL="dummymail://") as site:
        with follow(site, match, users[0]) as screen:
            first = mover(match)
            with visitor(site, users[first]) as client:
                client.headers["X-Forwarded-For"] = "203.0.113.77"
                client.headers["X-Request-ID"] = "from-the-proxy-1"
                answer = move(client, match, turn_token(match, first))
                assert answer.status_code == 200
                assert answer.headers["X-Request-ID"] == "from-the-proxy-1"
                screen.recv(timeout=PATIENCE)
                client.headers["X-Request-ID"] = "' or 1=1"
                stale = move(client, match, "stale-token")
                assert stale.status_code == 409
                assert stale.headers["X-Request-ID"] != "' or 1=1"
                client.post(f"/matches/{match.id}/chat/", data={"text": TALK})
                client.get(f"/players/{users[1].username}/")
            with visitor(site) as stranger:
                stranger.get(f"/join/{match.key}/?key={match.key}")
                stranger.get(f"/matches/{match.id}/")
                fields = {"login": "annabella@example.org", "password": WORD}
                stranger.post("/accounts/login/", data=fields)
                stranger.post("/accounts/password/reset/", data={"email": "annabella@example.org"})
            _figures_are_right(site)
            answer = httpx.get(f"{site.address}/readyz").json()
            assert (answer["ready"], answer["down"]) == (True, [])
        site.terminate()
        assert site.ended() == 0
    _lines_are_right(site, match)


def _figures_are_right(site: Process) -> None:
    assert site.figure("tavola_moves_total", game="condottiere", door="json") == 1
    assert site.figure("tavola_move_seconds_count", door="json") == 1
    assert site.figure("tavola_push_lag_seconds_count") == 1
    assert 0 < site.figure("tavola_push_lag_seconds_sum") < PATIENCE
    assert site.figure("tavola_sockets", page="matches") == 1
    assert site.figure("tavola_refusals_total", code="not-your-turn") == 1
    assert site.figure("tavola_requests_total", route="api_moves", status="200") == 1
    assert site.figure("tavola_requests_total", route="invitation") == 1
    assert site.figure("tavola_replay_seconds_count", since="start") >= 1
    assert site.figure("tavola_kept_total", what="positions", found="yes") >= 1
    assert site.figure("process_cpu_seconds_total") > 0


def _lines_are_right(site: Process, match: Match) -> None:
    lines = site.lines()
    moved = next(line for line in lines if line.get("event") == 1)
    known = {name: moved[name] for name in ("request", "match", "route", "method", "status")}
    assert known == {
        "request": "from-the-proxy-1",
        "match": match.id,
        "route": "api_moves",
        "method": "POST",
        "status": 200,
    }
    assert moved["ms"] > 0
    assert any(line.get("refusal") == "not-your-turn" for line in lines)
    written = site.wrote.lower()
    keys = [match.key, session_of(user_at(match, 0)), WORD, TALK]
    for word in [*keys, *PRIVATE, "203.0.113"]:
        assert word.lower() not in written, word


@contextmanager
def held_up() -> Iterator[None]:
    """Lock the database, so that every write waits."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as hold:
        hold.execute("BEGIN IMMEDIATE")
        yield


def test_match_is_played_to_its_end_on_daphne(match: Match) -> None:
    users = [user_at(match, seat) for seat in (0, 1)]
    path, rng = f"/api/v1/matches/{match.id}/", Random(4)
    with daphne() as site, ExitStack() as stack:
        clients = [stack.enter_context(visitor(site, user)) for user in users]
        screen = stack.enter_context(follow(site, match, users[0]))
        assert clients[0].get(f"/matches/{match.id}/").status_code == 200
        states = [client.get(path).json() for client in clients]
        for _ in range(FEW):
            seat = next(seat for seat, state in enumerate(states) if state["turn_token"])
            move = {**rng.choice(states[seat]["moves"]), "turn_token": states[seat]["turn_token"]}
            answer = clients[seat].post(f"{path}moves/", json=move)
            assert answer.status_code == 200, answer.text
            assert 'id="table"' in str(screen.recv(timeout=PATIENCE))
            states = [client.get(path).json() for client in clients]
        assert clients[0].post(f"{path}resign/").status_code == 200
        assert 'id="table"' in str(screen.recv(timeout=PATIENCE))
    assert fresh(match).status == Match.Status.FINISHED


def test_terminated_server_finishes_requests_and_closes_sockets(
    match: Match,
) -> None:
    seat = mover(match)
    token = turn_token(match, seat)
    user = user_at(match, seat)
    with server() as site, ThreadPoolExecutor(1) as aside:
        with follow(site, match, user) as screen, visitor(site, user) as client:
            with held_up():
                moving = aside.submit(move, client, match, token, sent := Event())
                arrived(site, sent)
                site.terminate()
                with pytest.raises(ConnectionClosed) as closed:
                    screen.recv(timeout=PATIENCE)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
                _until(lambda: _lets_nobody_in(site))
                assert site.running.poll() is None, "the server waits for the move"
            answer = moving.result(PATIENCE)
        assert answer.status_code == 200, answer.text
        assert site.ended() == 0
    assert [kind for _, kind, _, _ in events(fresh(match))] == ["move"]
    assert not [line for line in site.lines() if line["level"] in ("warning", "error")]
    assert not [word for word in PRIVATE if word in site.wrote.lower()]


def test_endless_request_is_abandoned_at_shutdown(match: Match) -> None:
    seat = mover(match)
    with server(DRAIN_SECONDS="0.5") as site, ThreadPoolExecutor(1) as aside:
        token = turn_token(match, seat)
        with visitor(site, user_at(match, seat)) as client, held_up():
            moving = aside.submit(move, client, match, token, sent := Event())
            arrived(site, sent)
            site.terminate()
            assert moving.result(PATIENCE).status_code == 503
        assert site.ended() == 1
    assert any(line["message"].startswith("Abandoned: 1") for line in site.lines())


def _lets_nobody_in(site: Process) -> bool:
    try:
        httpx.get(f"{site.address}/healthz", timeout=PATIENCE)
    except httpx.TransportError:
        return True
    return False


def _until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.05)
