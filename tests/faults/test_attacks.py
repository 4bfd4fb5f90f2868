"""Attacks on two servers behind the proxy: each limit holds over both, whatever the client claims.

Each test attacks from an address of its own, and names others in its headers.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from accounts.services.stored_answers import QUOTA
from bench.attackers import FRAGMENTS, MESSAGE_BEGINS, PINGS
from games.engine.contract import Json
from games.lobby.services.limits import SLOW_EACH
from games.notifications.services.channels import DEVICES_EACH, TESTS_EACH
from games.notifications.services.webpush import new_private_key
from games.titles.registry import slow_levels
from tests.faults.cluster import PATIENCE, TOKEN, Process, wait_until
from tests.faults.conftest import Site
from tests.faults.test_proxy import csrf
from tests.helpers.notices import Browser
from tests.helpers.ports import free_port
from tests.helpers.proxy import HOST, proxy
from tests.helpers.requirements import provided

WRITES, SECONDS = 30, 0.2
AT_ONCE = 8
COUNTED = 150
"""Further addresses whose writes each server counts."""
GUESSES = 5
"""Failed sign-ins to one account from one address (ACCOUNT_RATE_LIMITS)."""
SETTINGS = "/settings/notifications/"
claimed = (f"203.0.113.{number % 250}" for number in count())


@pytest.fixture(scope="module")
def guarded(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run two more servers of the site, with limits, behind a proxy of their own."""
    changed = {
        "WRITES_A_MINUTE": WRITES,
        "ANONYMOUS_SECONDS_A_MINUTE": SECONDS,
        "VAPID_PRIVATE_KEY": new_private_key(),
    }
    servers = [site.cluster.server(changed=changed) for _ in range(2)]
    folder, ports = tmp_path_factory.mktemp("guarded"), (free_port(), free_port())
    static = site.cluster.log.parent / "static"
    opening = partial(proxy, folder, [server.port for server in servers], static, ports)
    for before in provided(opening):
        yield Site(site.cluster, servers, before)


@pytest.fixture
def person(guarded: Site) -> Json:
    """Return a user with a seat in a running match."""
    (table,) = guarded.cluster.ask("tables")
    return {**table["people"][0], "match": table["id"]}


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    with ThreadPoolExecutor(len(acts)) as pool:
        return [done.result() for done in [pool.submit(act) for act in acts]]


def forged() -> dict[str, str]:
    """Return headers that claim another address each time."""
    address = next(claimed)
    return {"X-Forwarded-For": address, "X-Real-IP": address, "Forwarded": f"for={address}"}


def passed_on(address: str) -> dict[str, str]:
    """Return the headers with which the proxy passes on a request from an address."""
    return {"Host": HOST, "X-Forwarded-For": address, "X-Forwarded-Proto": "https"}


def asked(server: Process, path: str, address: str) -> int:
    """Return the status with which one server answers a visitor from an address."""
    url = f"http://127.0.0.1:{server.port}{path}"
    return httpx.get(url, headers=passed_on(address), timeout=PATIENCE).status_code


def program(site: Site, person: Json, address: str) -> httpx.Client:
    """Return a client with the token of a user, whose requests reach both servers in turn."""
    client = site.proxy.client(address)
    client.headers["Authorization"] = f"Bearer {person['token']}"
    return client


def count_many(server: Process) -> None:
    """Let a server count the writes of many addresses."""
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE) as client:
        for number in range(COUNTED):
            address = f"2001:db8:{server.port:x}:{number:x}::1"
            assert client.post("/guests/", headers=passed_on(address)).status_code == 403


def test_login_guesses_are_counted_together(guarded: Site, person: Json) -> None:
    """Neither simultaneous guesses nor a flood of other counts allow more of them."""
    word = guarded.cluster.ask("let_sign_in", username=person["name"])
    with guarded.proxy.client("127.0.4.1") as browser:
        page = browser.get("/accounts/login/")
        form = {"csrfmiddlewaretoken": csrf(page.text), "login": person["name"]}

        def guess(password: str) -> str:
            headers = {"Referer": str(page.url), **forged()}
            sent = {**form, "password": password}
            return browser.post("/accounts/login/", data=sent, headers=headers).text

        answers = at_once([partial(guess, f"guess {number}") for number in range(AT_ONCE)])
        assert sum("Wrong name or password." in answer for answer in answers) == GUESSES
        assert sum("Too many attempts." in answer for answer in answers) == AT_ONCE - GUESSES
        at_once([partial(count_many, server) for server in guarded.servers])
        assert "Too many attempts." in guess(word)


def test_writes_of_one_address_are_counted_together(guarded: Site) -> None:
    def accepted(address: str) -> int:
        with guarded.proxy.client(address) as browser:
            answers = [browser.post("/guests/", headers=forged()) for _ in range(WRITES + 10)]
        assert answers[-1].status_code == 429
        return sum(answer.status_code == 403 for answer in answers)

    for number in range(10, 20):
        minute = time.time() // 60
        found = accepted(f"127.0.4.{number}")
        if time.time() // 60 == minute:
            break
    assert found == WRITES


def test_slow_pages_of_one_address_are_refused_by_each_server(guarded: Site) -> None:
    """Each server counts the CPU that it spent itself."""
    address, path = "127.0.4.2", "/ladders/"

    def all_refuse() -> bool:
        with guarded.proxy.client(address) as browser:
            browser.get(path, headers=forged())
        return all(asked(server, path, address) == 429 for server in guarded.servers)

    wait_until(all_refuse, "the pages are refused")
    assert [asked(server, path, "127.0.4.3") for server in guarded.servers] == [200, 200]


@pytest.mark.parametrize("frames", [PINGS, FRAGMENTS], ids=["pings", "fragments"])
async def test_floods_are_cut_off_and_refused_by_each_server(guarded: Site, frames: bytes) -> None:
    address = "127.0.4.4" if frames is PINGS else "127.0.4.5"

    def opened(address: str) -> connect:
        return connect(
            f"wss://localhost:{guarded.proxy.port}/ws/lobby/",
            origin=Origin(guarded.proxy.address),
            ssl=guarded.proxy.trust,
            additional_headers=forged(),
            local_addr=(address, 0),
            open_timeout=PATIENCE,
            ping_interval=None,
        )

    async def flood() -> None:
        """Send frames until the server closes the socket."""
        async with opened(address) as line:
            line.transport.write(MESSAGE_BEGINS)
            while not line.transport.is_closing():
                line.transport.write(frames)
                await asyncio.sleep(0.001)

    async with opened("127.0.4.6") as calm:
        refusals: list[int] = []
        while len(refusals) < len(guarded.servers):
            try:
                await flood()
            except InvalidStatus as refused:
                refusals.append(refused.response.status_code)
        assert refusals == [403, 403]
        await calm.send("ping")
        async with opened("127.0.4.6"):
            pass


def test_unknown_host_is_refused_without_an_error(guarded: Site) -> None:
    written = guarded.cluster.log.stat().st_size
    evil = {"Host": "evil.example", "X-Forwarded-Host": HOST}
    with guarded.proxy.client("127.0.4.7") as browser:
        for _ in guarded.servers:
            for method, path in (("GET", "/"), ("POST", "/accounts/login/"), ("GET", "/api/v1/")):
                answer = browser.request(method, path, headers=evil)
                assert answer.status_code == 400, (method, path)
        told = browser.get("/accounts/login/", headers={"X-Forwarded-Host": "evil.example"})
        assert told.status_code == 200
        assert "evil.example" not in told.text
    with guarded.cluster.log.open() as log:
        log.seek(written)
        assert '"level": "error"' not in log.read()


def test_stored_answers_of_one_account_have_one_quota(guarded: Site, person: Json) -> None:
    kept = partial(guarded.cluster.ask, "stored_answers", username=person["name"])
    assert kept(fill=QUOTA - 1000) == QUOTA - 1000
    with program(guarded, person, "127.0.4.8") as client:
        path = f"/api/v1/matches/{person['match']}/moves/"

        def refused_move(number: int) -> int:
            key = {"Idempotency-Key": f"key-{number}"}
            return client.post(path, json={"type": "none"}, headers=key).status_code

        statuses = at_once([partial(refused_move, number) for number in range(AT_ONCE)])
    assert set(statuses) <= {400, 409}
    assert 0 < kept() <= QUOTA


def test_slow_bots_of_one_account_are_counted_together(guarded: Site, person: Json) -> None:
    game, level = slow_levels()[0]
    table = {"game": game, "seats": 2, "clock": "free", "bots": [level], "sure": True}
    with program(guarded, person, "127.0.4.9") as client:
        opening = partial(client.post, "/api/v1/tables/", json=table)
        statuses = [answer.status_code for answer in at_once([opening] * AT_ONCE)]
    assert sorted(statuses) == [201] * SLOW_EACH + [429] * (AT_ONCE - SLOW_EACH)


def browser_of(site: Site, person: Json, address: str) -> httpx.Client:
    """Return a signed-in browser, whose requests reach both servers in turn."""
    browser = site.proxy.client(address)
    browser.cookies.update({"sessionid": person["session"], "csrftoken": TOKEN})
    browser.headers.update({"X-CSRFToken": TOKEN, "Referer": f"{site.proxy.address}/"})
    return browser


def test_webhook_tests_of_one_account_are_counted_together(guarded: Site, person: Json) -> None:
    """A test that is being sent still counts after the webhook was removed."""
    with browser_of(guarded, person, "127.0.4.21") as browser:

        def tests() -> int:
            browser.post(f"{SETTINGS}webhook/", data={"url": "https://hook.example/"})
            sending = partial(browser.post, f"{SETTINGS}test/", data={"channel": "webhook"})
            at_once([sending] * AT_ONCE)
            return browser.get(SETTINGS).text.count("on its way</span>")

        assert tests() == TESTS_EACH
        browser.post(f"{SETTINGS}webhook/", data={"act": "remove"})
        assert tests() == 0


def test_browsers_of_one_account_are_counted_together(guarded: Site, person: Json) -> None:
    subscriptions = [Browser(f"/push/{number}") for number in range(DEVICES_EACH + AT_ONCE)]
    with browser_of(guarded, person, "127.0.4.22") as browser:

        def add(new: Browser) -> int:
            body = {"endpoint": new.endpoint, "keys": new.keys}
            return browser.post(f"{SETTINGS}devices/", json=body).status_code

        statuses = at_once([partial(add, new) for new in subscriptions])
    assert sorted(statuses) == [201] * DEVICES_EACH + [400] * AT_ONCE
