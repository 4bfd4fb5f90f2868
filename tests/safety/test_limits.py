"""Limits on sizes, files, passwords and attempts, and that they do not lock out other users."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from core.monitoring.asgi import BURST, TOO_MANY
from core.monitoring.rate_limit import RateLimit
from core.server import socket_limits
from core.server.handler import PagesHandler
from core.server.socket_limits import address_of, slots
from games.lobby.models import Invitation
from games.lobby.services.limits import CLOSED_WITHIN, UNANSWERED_BY_ONE
from tests.helpers.matches import person, signed_in, started
from tests.helpers.pages import assert_clean_page
from tests.helpers.sockets import Screen, aside, close_connections, screen
from tests.helpers.tokens import bearer, key_for, socket_bearer

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "seven quiet towers"


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["/settings/profile/", "/accounts/login/", "/i18n/setlang/"])
def test_uploaded_file_is_refused(url: str) -> None:
    file = SimpleUploadedFile("cards.png", b"x" * 100, "image/png")
    answer = signed_in(person("Anna")).post(url, {"about": file, "display_name": "Anna"})
    assert_clean_page(answer, 400)
    assert "couldn’t be read" in answer.content.decode()


async def test_oversized_body_is_not_read_completely(settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    asked = 0

    async def receive() -> dict[str, Any]:
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": b"x" * 400, "more_body": True}

    body = await PagesHandler().body_of(receive)
    assert asked == 3
    assert len(body) == 1200, "enough for the refusal to see that it is too much"


@pytest.mark.django_db
def test_compressed_body_is_not_decompressed() -> None:
    """A small body would otherwise become a large one after it was measured."""
    body = gzip.compress(json.dumps({"game": "condottiere", "seats": 2, "clock": "free"}).encode())
    headers = {**bearer(key_for(person("Anna"))), "Content-Encoding": "gzip"}
    answer = Client(headers=headers).post("/api/v1/tables/", body, "application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-body")


def test_ranges_of_a_file_are_not_added_up(client: Client) -> None:
    many = "bytes=" + ",".join(["0-"] * 500)
    whole = client.get("/static/css/base.css")
    answer = client.get("/static/css/base.css", headers={"Range": many})
    assert len(answer.getvalue()) <= len(whole.getvalue())


def test_impossible_request_of_a_file_is_refused(client: Client) -> None:
    past_its_end = {"Range": "bytes=99999999-"}
    assert client.get("/static/css/base.css", headers=past_its_end).status_code == 416
    assert client.post("/static/css/base.css").status_code == 405


@pytest.mark.django_db
def test_overlong_text_is_refused() -> None:
    client = signed_in(person("Anna"))
    long = "long " * 2000
    fields = {"display_name": long, "about": long, "language": long}
    assert client.post("/settings/profile/", fields).status_code == 200
    assert User.objects.get(username="Anna").about == ""
    person("Berta")
    report = {"reason": "abuse", "note": long}
    assert client.post("/players/Berta/report/", report).status_code == 400


@pytest.mark.django_db
def test_writes_from_one_ipv6_network_are_counted_together(settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 2
    codes = [
        Client(REMOTE_ADDR=f"2001:db8:1:2::{n}").post("/guests/", {"next": "/"}).status_code
        for n in range(1, 5)
    ]
    assert codes[2:] == [429, 429]
    other = Client(REMOTE_ADDR="2001:db8:1:3::1").post("/guests/", {"next": "/"})
    assert other.status_code == 302


@pytest.mark.django_db
def test_failed_logins_from_elsewhere_do_not_lock_out_owner(mailoutbox: list[Any]) -> None:
    User.objects.create_user("Anna", "anna@example.org", PASSWORD)
    tries = [
        Client(REMOTE_ADDR=f"192.0.2.{n}").post(
            "/accounts/login/", {"login": login, "password": "wrong"}
        )
        for n in range(1, 8)
        for login in ("Anna", "anna@example.org", "ANNA")
    ]
    assert {answer.status_code for answer in tries} == {200}
    home = Client(REMOTE_ADDR="198.51.100.1")
    answer = home.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
    assert answer.status_code == 302, "failed logins from elsewhere do not count for the owner"
    for _ in range(9):
        Client(REMOTE_ADDR="192.0.2.1").post(
            "/accounts/password/reset/", {"email": "anna@example.org"}
        )
    links = [mail for mail in mailoutbox if "anna@example.org" in mail.to]
    assert 1 <= len(links) <= 4, "the links went only to the owner, and only a few"


def test_deployment_check_passes(tmp_path: Path) -> None:
    place = {
        "TAVOLA_VAR": str(tmp_path),
        "SECRET_KEY": "k" * 20 + "3x4mpl3-0nly-" + "Q" * 30,
        "ALLOWED_HOSTS": "play.example",
        "BEHIND_TLS": "on",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONWARNINGS": "error",
    }
    passed = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=passed | place,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr


def test_tls_site_redirects_http_and_sends_hsts(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31536000, True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    plain = client.get("/credits/")
    assert (plain.status_code, plain["Location"]) == (301, "https://testserver/credits/")
    answer = client.get("/worker.js", headers={"X-Forwarded-Proto": "https"})
    assert answer["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


@pytest.mark.django_db(transaction=True)
async def test_flooding_socket_is_closed_and_others_are_served() -> None:
    async with screen("/ws/lobby/") as calm, screen("/ws/lobby/") as flooding:
        await calm.frame()
        await flooding.frame()
        for _ in range(1000):
            await flooding.say("ping")
        answers = 0
        while (message := await flooding.hears())["type"] == "websocket.send":
            answers += 1
        assert message == {"type": "websocket.close", "code": 1008, "reason": "too-many"}
        assert answers == BURST
        await calm.say("ping")
        assert await calm.frame() == "pong"
    await close_connections()


def test_rate_limit_recovers_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, per_second = 0.0, 5
    monkeypatch.setattr("core.monitoring.rate_limit.monotonic", lambda: now)
    limit = RateLimit(BURST, per_second)
    assert [limit.allows() for _ in range(BURST + 1)] == [True] * BURST + [False]
    for _ in range(3):
        now += 1
        assert [limit.allows() for _ in range(per_second + 1)] == [True] * per_second + [False]
    now += 3600
    assert [limit.allows() for _ in range(BURST + 1)] == [True] * BURST + [False]


@pytest.fixture
def few_sockets(settings: Settings) -> None:
    settings.SOCKETS_A_PERSON, settings.SOCKETS_AN_ADDRESS = 2, 3


@asynccontextmanager
async def held_open(*wanted: tuple[str, Client | None, str]) -> AsyncIterator[list[Screen]]:
    """Open sockets one by one, each with its path, client and network address."""
    screens = [Screen(path, client, address=address) for path, client, address in wanted]
    try:
        for one in screens:
            assert await one.connect()
        yield screens
    finally:
        for one in screens:
            await one.disconnect()
        await close_connections()


@pytest.mark.django_db(transaction=True)
async def test_sockets_of_one_user_are_limited(few_sockets: None) -> None:
    """Sockets count per user over all addresses, and no longer after a page is closed."""
    client = await aside(lambda: signed_in(person("Anna")))
    pages = ("/ws/lobby/", "/ws/me/", "/ws/your-turn/")
    async with held_open(*((page, client, f"192.0.2.{n}") for n, page in enumerate(pages))) as one:
        assert [await screen.opens() for screen in one[:2]] == [True, True]
        assert await one[2].closed_with() == TOO_MANY
    async with held_open(("/ws/lobby/", client, "192.0.2.1")) as again:
        assert await again[0].opens()


@pytest.mark.django_db(transaction=True)
async def test_sockets_of_one_address_are_limited(few_sockets: None) -> None:
    """Anonymous visitors count by address, in IPv6 by network."""
    lines = [("/ws/lobby/", None, f"2001:db8:1:2::{n}") for n in range(4)]
    async with held_open(*lines, ("/ws/lobby/", None, "2001:db8:1:3::1")) as screens:
        assert [await screen.opens() for screen in screens[:3]] == [True] * 3
        assert await screens[3].closed_with() == TOO_MANY
        assert await screens[4].opens(), "another network has its own limit"
    assert not slots.taken("address 2001:db8:1:2::")


@pytest.mark.django_db(transaction=True)
async def test_address_of_many_floods_gets_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_limits, "FLOODS_A_MINUTE", 0.5)
    monkeypatch.setattr(socket_limits, "REFUSED_AFTER", 0)
    async with held_open(("/ws/lobby/", None, "192.0.2.1")) as (flooding,):
        for _ in range(BURST + 1):
            await flooding.say("ping")
        assert not await flooding.eventually("the close")
    refused = Screen("/ws/lobby/", address="192.0.2.1")
    assert not await refused.connect()
    async with held_open(("/ws/lobby/", None, "192.0.2.2")) as (calm,):
        assert await calm.opens()
    assert not slots.taken("address 192.0.2.1")


@pytest.mark.django_db(transaction=True)
async def test_program_sockets_count_for_token_owner(few_sockets: None) -> None:
    anna = await aside(lambda: person("Anna"))
    match = await aside(lambda: started(anna, person("Berta")))
    token = await aside(lambda: key_for(anna))
    path, header = f"/ws/api/v1/matches/{match.id}/", socket_bearer(token)
    programs = [Screen(path, headers=[header]) for _ in range(3)]
    for program in programs:
        assert await program.connect()
    assert [await program.opens() for program in programs[:2]] == [True, True]
    assert await programs[2].closed_with() == TOO_MANY
    for program in programs:
        await program.disconnect()
    await close_connections()


@pytest.mark.parametrize(
    ("proxies", "client", "forwarded", "address"),
    [
        (0, "192.0.2.1", [b"198.51.100.1"], "192.0.2.1"),
        (1, "10.0.0.1", [b"203.0.113.9, 198.51.100.1"], "198.51.100.1"),
        (1, "10.0.0.1", [b"203.0.113.9", b"198.51.100.1"], "198.51.100.1"),
        (1, "192.0.2.1", [], "192.0.2.1"),
        (0, "2001:db8:1:2::5", [], "2001:db8:1:2::"),
        (0, None, [], ""),
    ],
)
def test_visitor_cannot_forge_address(
    proxies: int, client: str | None, forwarded: list[bytes], address: str, settings: Settings
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = [(b"x-forwarded-for", value) for value in forwarded]
    assert address_of({"client": client and (client, 1), "headers": headers}) == address


@pytest.mark.django_db
def test_open_tables_and_invitations_are_limited() -> None:
    """Otherwise one user could make the lobby flicker and the bell ring without end."""
    person("Victim")
    client = signed_in(person("Anna"))
    table = {"seats": "2", "public": "yes", "clock": "free", "sure": "yes"}
    statuses = []
    for _ in range(CLOSED_WITHIN + 1):
        answer = client.post("/games/condottiere/open/", table)
        statuses.append(answer.status_code)
        if answer.status_code == 302:
            assert client.post(f"{answer['Location']}invite/", {"username": "Victim"})
            assert client.post(f"{answer['Location']}take-down/").status_code == 302
    assert statuses == [302] * CLOSED_WITHIN + [429]
    assert "You have closed many tables lately" in answer.content.decode()
    assert Invitation.objects.count() == UNANSWERED_BY_ONE
