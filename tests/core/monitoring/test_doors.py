"""/healthz, /readyz and /metrics: who gets which answer, and at what cost."""

from __future__ import annotations

import asyncio
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from prometheus_client import generate_latest
from pytest_django import Settings

from core.monitoring import drain, health
from core.monitoring.asgi import Monitoring
from games.maintenance import backups, stores

Usage = namedtuple("Usage", "total used free")
NEARBY = ("127.0.0.1", 1)


async def page(scope: Any, receive: Any, send: Any) -> None:
    """Answer as the application behind the endpoints."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"a page"})


async def ask(
    path: str, app: Monitoring | None = None, client: tuple[str, int] = NEARBY, **more: Any
) -> httpx.Response:
    # Of the shape of an ASGI application httpx has words of its own.
    monitored = cast("Any", app or Monitoring(page))
    transport = httpx.ASGITransport(app=monitored, client=client)
    method = more.pop("method", "GET")
    async with httpx.AsyncClient(transport=transport, base_url="http://anything") as visitor:
        return await visitor.request(method, path, **more)


@pytest.fixture
def draining() -> Iterator[None]:
    drain.begin()
    yield
    drain.process.draining = False


async def test_healthz_answers_any_host_without_database() -> None:
    answer = await ask("/healthz", headers={"host": "10.0.0.7"})
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert "set-cookie" not in answer.headers
    assert (await ask("/healthz", method="POST")).status_code == 405
    assert (await ask("/elsewhere")).text == "a page"
    assert (await ask("/elsewhere", app=Monitoring())).status_code == 404


async def test_healthz_reports_stuck_worker_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_seen", {})
    health.heartbeat("bots")
    assert (await ask("/healthz")).status_code == 200
    monkeypatch.setattr(health, "STUCK", -1.0)
    answer = await ask("/healthz")
    assert (answer.status_code, answer.text) == (503, "stuck: bots\n")


@pytest.mark.django_db(transaction=True)
async def test_process_is_ready_if_all_parts_answer() -> None:
    answer = await ask("/readyz")
    assert answer.status_code == 200
    assert (answer.json()["ready"], answer.json()["down"]) == (True, [])


@pytest.mark.django_db(transaction=True)
async def test_full_disk_and_old_backup_are_warnings_and_figures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Settings
) -> None:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(stores, "disk_usage", lambda path: Usage(100, 95, 5))
    answer = await ask("/readyz")
    assert (answer.status_code, answer.json()["warnings"]) == (200, ["backup", "disk"])
    figures = generate_latest().decode()
    assert "tavola_disk_free_ratio 0.05" in figures
    assert "tavola_backup_age_seconds +Inf" in figures
    backups._note(Path(__file__))
    monkeypatch.setattr(stores, "disk_usage", lambda path: Usage(100, 20, 80))
    assert (await ask("/readyz")).json()["warnings"] == []


@pytest.mark.django_db(transaction=True)
async def test_readiness_names_only_failing_part(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def set(self, *_what: object) -> None:
            raise OSError("redis://user:secret@cache:6379 refused")

    monkeypatch.setattr(health, "cache", Broken())
    answer = await ask("/readyz")
    assert answer.status_code == 503
    assert (answer.json()["ready"], answer.json()["down"]) == (False, ["cache"])


async def test_slow_part_is_down_and_checked_once_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health, "TIMEOUT", 0.1)
    monkeypatch.setattr(health, "VALID", 0.0)
    asked, goes_on = 0, asyncio.Event()

    async def hang() -> bool:
        nonlocal asked
        asked += 1
        return await goes_on.wait()

    ready = health.Readiness({"layer": hang})
    both = await asyncio.gather(ready.down(), ready.down())
    assert [*both] == [["layer"], ["layer"]]
    assert asked == 1, "simultaneous requests share one check"
    goes_on.set()
    monkeypatch.setattr(health, "TIMEOUT", 120)
    assert await ready.down() == []


async def test_hanging_database_check_uses_one_thread() -> None:
    from threading import Event

    goes_on, asked = Event(), list[int]()

    def hang() -> bool:
        asked.append(1)
        return goes_on.wait(120)

    aside = health.ThreadCheck(hang)
    first = asyncio.ensure_future(aside())
    await asyncio.sleep(0)
    assert await aside() is False
    goes_on.set()
    assert await first is True
    assert asked == [1]


async def test_readiness_is_cached_briefly() -> None:
    asked = []

    async def ask_once() -> bool:
        asked.append(1)
        return True

    ready = health.Readiness({"cache": ask_once})
    assert [await ready.down() for _ in range(5)] == [[]] * 5
    assert asked == [1]


async def test_draining_process_is_not_ready(draining: None) -> None:
    answer = await ask("/readyz")
    assert (answer.status_code, answer.json()["down"]) == (503, ["draining"])
    assert (await ask("/healthz")).status_code == 200, "it lives to the end"
    assert (await ask("/elsewhere")).headers["connection"] == "close"


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        ("10.1.2.3", {}, 404),
        ("fd00::7", {}, 404),
        ("93.184.215.14", {}, 404),
        ("", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 404),
        ("10.1.2.3", {"forwarded": "for=10.1.2.3"}, 404),
    ],
)
async def test_metrics_are_readable_only_from_this_machine(
    client: str, headers: dict[str, str], status: int
) -> None:
    answer = await ask("/metrics", client=(client, 1), headers=headers)
    assert answer.status_code == status
    assert ("tavola_moves" in answer.text) == (status == 200)


async def test_metrics_are_readable_with_token() -> None:
    app = Monitoring(page, "a long token")
    for shown, status in (
        ({}, 404),
        ({"authorization": "Bearer a long toke"}, 404),
        ({"authorization": "Bearer a long token"}, 200),
    ):
        answer = await ask("/metrics", app=app, headers=shown, client=("93.184.215.14", 1))
        assert answer.status_code == status
