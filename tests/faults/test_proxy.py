"""The site behind the proxy of `deploy/`, with two servers and TLS."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from functools import partial
from random import Random
from signal import SIGTERM
from threading import Event

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from games.engine.contract import Json
from tests.faults.cluster import PATIENCE, Driver, Process, agree, wait_until
from tests.faults.conftest import Site
from tests.faults.sockets import opened

RESTARTS = 1012
DECLINED = 403
PLAYERS, PACE, BETWEEN = 4, 15, 8
"""Pairs at the same time, their requests a second, and the moves before the next restart."""
FLOOD = 100
"""Connections that send a request at the same moment.

The proxy lets 61 of them through, and one more each twentieth of a second. Requests that come one
after the other would never exceed that on a busy machine.
"""
HTMX = {"HX-Request": "true"}


def csrf(page: str) -> str:
    """Return the token of a page's form."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found, page[:400]
    return found[1]


def sockets_at(server: Process) -> float:
    """Return the number of sockets at this server."""
    figures = httpx.get(f"http://127.0.0.1:{server.port}/metrics").text
    return sum(float(n) for n in re.findall(r"^tavola_sockets\{.*\} (\S+)$", figures, re.MULTILINE))


def flood(site: Site, come_from: str, path: str, **headers: str) -> list[httpx.Response]:
    """Send requests at the same moment, and return the answers."""
    lines = [site.proxy.way(come_from, site.proxy.port) for _ in range(FLOOD)]
    for line in lines:
        line.connect()
    for line in lines:
        line.request("GET", path, headers=headers)
    answers = []
    for line in lines:
        got = line.getresponse()
        heard = httpx.Response(got.status, headers=got.getheaders(), content=got.read())
        answers.append(heard)
        line.close()
    return answers


def sign_in(site: Site, browser: httpx.Client, person: Json) -> None:
    word = site.cluster.ask("let_sign_in", username=person["name"])
    page = browser.get("/accounts/login/")
    form = {"csrfmiddlewaretoken": csrf(page.text), "login": person["name"], "password": word}
    answer = browser.post("/accounts/login/", data=form, headers={"Referer": str(page.url)})
    assert (answer.status_code, answer.headers["location"]) == (302, "/")
    set_cookies = answer.headers.get_list("set-cookie")
    assert any(cookie.startswith("sessionid=") for cookie in set_cookies)
    assert all("Secure" in cookie and "SameSite=Lax" in cookie for cookie in set_cookies)


def test_http_request_is_redirected_to_https(site: Site) -> None:
    answer = httpx.get(f"http://localhost:{site.proxy.plain_port}/rules/babel/?a=b")
    assert answer.status_code == 301
    assert answer.headers["location"] == "https://localhost/rules/babel/?a=b"


def test_certbot_challenge_is_served_over_http(site: Site) -> None:
    where = site.proxy.folder / ".well-known/acme-challenge"
    where.mkdir(parents=True)
    (where / "token").write_text("token.thumbprint")
    plain = f"http://localhost:{site.proxy.plain_port}/.well-known/acme-challenge"
    assert httpx.get(f"{plain}/token").text == "token.thumbprint"
    assert httpx.get(f"{plain}/other").status_code == 404


def test_proxy_serves_static_files_itself(site: Site) -> None:
    with site.proxy.client() as browser:
        page = browser.get("/")
        assert "max-age=31536000" in page.headers["strict-transport-security"]
        assert "x-request-id" in page.headers
        named = set(re.findall(r'"(/static/[^"#]+)', page.text))
        assert len(named) > 8
        for path in named:
            answer = browser.get(path)
            assert answer.status_code == 200, path
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["content-type"] != "application/octet-stream", path
            assert "x-request-id" not in answer.headers, "no server of ours was asked"
            if path.endswith((".css", ".js")):
                assert answer.headers["content-encoding"] == "gzip"
        unhashed = browser.get("/static/css/base.css")
        assert unhashed.headers["cache-control"] == "public, max-age=3600"
        for outside in (
            "/static/../secret_key",
            "/static/%2e%2e/secret_key",
            "/static../secret_key",
        ):
            assert browser.get(httpx.URL(site.proxy.address, raw_path=outside.encode())).is_error


def test_monitoring_endpoints_are_not_public(site: Site) -> None:
    with site.proxy.client() as browser:
        answers = [
            browser.get(f"/{endpoint}").status_code for endpoint in ("healthz", "readyz", "metrics")
        ]
    assert answers == [404] * 3


async def test_move_reaches_pages_at_every_server(
    site: Site,
) -> None:
    (table,) = site.cluster.ask("tables")
    page, moves = f"/matches/{table['id']}/", f"/matches/{table['id']}/moves/"

    def move() -> int:
        for person in table["people"]:
            with site.proxy.client() as browser:
                sign_in(site, browser, person)
                state = browser.get(f"/api/v1{page}").json()
                if not state["turn_token"]:
                    continue
                form = {
                    "csrfmiddlewaretoken": csrf(browser.get(page).text),
                    "move": json.dumps(state["moves"][0]),
                    "turn_token": state["turn_token"],
                }
                referer = {"Referer": f"{site.proxy.address}{page}"}
                answer = browser.post(moves, data=form, headers={**HTMX, **referer})
                assert answer.status_code == 200, answer.text[:400]
                assert 'id="table"' in answer.text
                return int(browser.get(f"/api/v1{page}").json()["seen"])
        raise AssertionError("no player has to move")

    async with AsyncExitStack() as stack:
        port, trust = site.proxy.port, site.proxy.trust
        lines = [
            await stack.enter_async_context(opened(port, table["id"], person, trust))
            for person in (*table["people"], None, None)
        ]
        await asyncio.gather(*(line.until(0) for line in lines))
        for server in site.servers:
            assert sockets_at(server) > 0
        seen = await asyncio.to_thread(move)
        await asyncio.gather(*(line.until(seen) for line in lines))


async def test_socket_of_foreign_origin_is_refused(site: Site) -> None:
    address = f"wss://localhost:{site.proxy.port}/ws/lobby/"
    elsewhere = Origin("https://elsewhere.example")
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, origin=elsewhere, ssl=site.proxy.trust)
    assert refused.value.response.status_code == 403


def test_forged_address_headers_are_ignored(site: Site) -> None:
    """Five guests per address are allowed; headers of the visitor do not change the address."""

    def arrive(come_from: str, said: str) -> int:
        with site.proxy.client(come_from) as browser:
            page = browser.get("/")
            headers = {
                "Referer": str(page.url),
                "X-Forwarded-For": said,
                "X-Real-IP": said,
                "Forwarded": f"for={said}",
                "X-Forwarded-Proto": "http",
            }
            form = {"csrfmiddlewaretoken": csrf(page.text)}
            return browser.post("/guests/", data=form, headers=headers).status_code

    answers = [arrive("127.0.0.3", f"203.0.113.{number}") for number in range(6)]
    assert answers == [302] * 5 + [429]
    assert arrive("127.0.0.4", "127.0.0.3") == 302, "the forged address is not counted"


def test_too_many_requests_are_refused_in_requested_format(site: Site) -> None:
    answers = flood(site, "127.0.0.5", "/api/v1/matches/none/")
    assert [answer.status_code for answer in answers].count(404) > 60
    declined = next(answer for answer in answers if answer.status_code == 429)
    assert declined.headers["content-type"] == "application/json"
    assert declined.headers["retry-after"] == "5"
    assert declined.json()["error"]["code"] == "too-many"
    answers = flood(site, "127.0.0.5", "/rules/babel/")
    page = next(answer for answer in answers if answer.status_code == 429)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<p>Slow down: wait a moment, then try again.</p>" in page.text
    with site.proxy.client("127.0.0.5") as browser:
        for style in re.findall(r'href="(/static/[^"]+)"', page.text):
            assert browser.get(style).status_code == 200, style
    answers = flood(site, "127.0.0.5", "/", **HTMX)
    line = next(answer for answer in answers if answer.status_code == 503)
    assert line.headers["content-type"] == "text/plain; charset=utf-8"
    assert line.text == "Slow down: wait a moment, then try again."
    with site.proxy.client("127.0.0.6") as another:
        assert another.get("/").status_code == 200


async def test_sockets_and_streams_of_one_address_are_limited_to_forty(site: Site) -> None:
    def stream(person: Json, come_from: str) -> int:
        headers = {"Authorization": f"Bearer {person['token']}"}
        with (
            site.proxy.client(come_from) as client,
            client.stream("GET", "/api/v1/stream/me/", headers=headers) as answer,
        ):
            return answer.status_code

    (table,) = await asyncio.to_thread(site.cluster.ask, "tables")
    person = table["people"][0]
    assert await asyncio.to_thread(stream, person, "127.0.0.8") == 200
    async with AsyncExitStack() as stack:

        async def come() -> None:
            line = connect(
                f"wss://localhost:{site.proxy.port}/ws/lobby/",
                origin=Origin(site.proxy.address),
                ssl=site.proxy.trust,
                local_addr=("127.0.0.7", 0),
                open_timeout=PATIENCE,
                ping_interval=None,
            )
            await stack.enter_async_context(line)

        for _ in range(40):
            await come()
        with pytest.raises(InvalidStatus) as refused:
            await come()
        assert refused.value.response.status_code == 429
        assert await asyncio.to_thread(stream, person, "127.0.0.7") == 429


def test_oversized_body_is_refused(site: Site) -> None:
    large = b"x" * 70_000
    with site.proxy.client() as browser:
        for content in (large, iter([large])):
            answer = browser.post("/api/v1/matches/none/moves/", content=content)
            assert answer.status_code == 413
            assert answer.json()["error"]["code"] == "too-large"
        page = browser.post("/accounts/login/", content=large)
        assert page.status_code == 413
        assert "That is more than this site accepts at once." in page.text


async def test_rolling_restart_refuses_no_request(site: Site) -> None:
    port, trust = site.proxy.port, site.proxy.trust
    drivers = [
        Driver(table, [port], Random(n), partial(site.proxy.way, f"127.0.1.{n + 1}"))
        for n, table in enumerate(site.cluster.ask("tables", how_many=PLAYERS))
    ]
    renewed = Event()
    came_back: set[str] = set()
    codes: set[int] = set()

    def play(driver: Driver) -> None:
        while not renewed.wait(1 / PACE) and not driver.over:
            driver.step()

    async def watch(match_id: str, come_from: str) -> None:
        """Reconnect at once after each close, as a page does."""
        away = False
        while True:
            try:
                async with opened(port, match_id, trust=trust, come_from=come_from) as line:
                    await line.until(0)
                    if away:
                        came_back.add(match_id)
                    while True:
                        await line.hear()
            except ConnectionClosed as closed:
                codes.add(closed.rcvd.code if closed.rcvd else 0)
                away = True
            except InvalidStatus as left:
                # The handshake came while that server shut down.
                codes.add(left.response.status_code)
                await asyncio.sleep(0.1)

    async def moves_go_on() -> None:
        known = sum(driver.acknowledged for driver in drivers)
        await asyncio.to_thread(
            wait_until,
            lambda: sum(driver.acknowledged for driver in drivers) >= known + BETWEEN,
            "moves go on",
        )

    watching = [
        asyncio.create_task(watch(driver.table["id"], f"127.0.2.{n + 1}"))
        for n, driver in enumerate(drivers)
    ]
    playing = [asyncio.create_task(asyncio.to_thread(play, driver)) for driver in drivers]
    try:
        for place, server in enumerate(list(site.servers)):
            await moves_go_on()
            server.kill(SIGTERM)
            site.servers[place] = await asyncio.to_thread(site.cluster.server, server.port)
        await moves_go_on()
        # Each of them was connected to one of the two.
        back = partial(wait_until, lambda: len(came_back) == PLAYERS, "all of them come back")
        await asyncio.to_thread(back)
    finally:
        renewed.set()
        await asyncio.gather(*playing)
        for task in watching:
            task.cancel()
        ended = await asyncio.gather(*watching, return_exceptions=True)
    assert {type(end) for end in ended} == {asyncio.CancelledError}, ended
    assert RESTARTS in codes
    assert codes <= {RESTARTS, DECLINED}
    for driver in drivers:
        driver.close()
        assert driver.refused == []
        assert all(acknowledged for _, acknowledged in driver.sent), "every move was answered"
        stored = site.cluster.ask("stored", match_id=driver.table["id"])
        assert agree(driver.sent, stored["moves"])
