"""A move through the doors of a real server, with two sockets that follow: CPU and waiting."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any

import httpx
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client
from websockets.asyncio.client import connect
from websockets.typing import Origin

from accounts.models import User
from bench.pure import Figure
from bench.seeding import long_table
from games.lobby.services import lobby
from games.matches.models import Match, Player
from games.matches.services.event_store import match_state
from games.matches.services.play import asked_token

WARM_UP = 40
MOVES = 250
NEVER_COMES = 1.0
"""Seconds after which a push is waited for no longer."""
DOORS = (("JSON", "api/", 2.5), ("JSON", "", None), ("HTML", "", 5.0))
"""The door, which sockets of ours follow, and the budget of CPU in milliseconds."""


@contextmanager
def server(kind: str) -> Iterator[tuple[str, int]]:
    """A server of its own process on a free port of this machine: its address and pid."""
    port = _free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--server", kind]
    process = subprocess.Popen(  # noqa: S603
        [*command, "--no-worker", "--no-migrate"],
        cwd=Path(settings.BASE_DIR),
        env={**os.environ, "WRITES_A_MINUTE": "1000000"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port)
        yield f"127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def doors(kind: str) -> list[Figure]:
    """Moves one after the other through both doors of a server."""
    figures: list[Figure] = []
    for door, follow, budget in DOORS:
        with server(kind) as (address, pid):
            result = asyncio.run(_drive(address, pid, door, follow))
        name = f"{kind}: {door} door, {'programs' if follow else 'pages'} follow"
        figures += [
            Figure(f"{name}, server CPU", result["cpu"], "ms", budget),
            Figure(f"{name}, answered (median)", result["answer"], "ms"),
            Figure(f"{name}, pushed (median)", result["push"], "ms"),
            Figure(f"{name}, pushed (p99)", result["push99"], "ms", 50),
        ]
    return figures


async def _drive(address: str, pid: int, door: str, follow: str) -> dict[str, float]:
    # A line for each request would cost more than the request.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    users, match = await sync_to_async(open_match)()
    cookies = await sync_to_async(cookies_of)(users)
    arrivals: list[float] = []
    sockets = [
        await connect(
            f"ws://{address}/ws/{follow}matches/{match.id}/",
            additional_headers={"Cookie": cookie},
            origin=Origin(f"http://{address}"),
        )
        for cookie in cookies
    ]
    readers = [asyncio.ensure_future(_read(s, arrivals)) for s in sockets]
    answers: list[float] = []
    pushes: list[float] = []
    rng = Random("bench")
    async with httpx.AsyncClient(base_url=f"http://{address}") as client:
        await asyncio.sleep(0.5)
        cpu = 0.0
        for number in range(WARM_UP + MOVES):
            if number == WARM_UP:
                cpu = _cpu(pid)
                answers, pushes = [], []
            match, cookie, move = await sync_to_async(next_move)(match, users, cookies, rng)
            arrivals.clear()
            started = perf_counter()
            await post(client, door, match.id, cookie, move)
            answers.append(perf_counter() - started)
            # A secret answer is pushed to its own seat alone.
            while len(arrivals) < len(sockets) and perf_counter() < started + NEVER_COMES:
                await asyncio.sleep(0.0005)
            if len(arrivals) == len(sockets):
                pushes.append(max(arrivals) - started)
        cpu = _cpu(pid) - cpu
    for reader, opened in zip(readers, sockets, strict=True):
        reader.cancel()
        await opened.close()
    return {
        "cpu": round(cpu / MOVES * 1000, 2),
        "answer": round(median(answers) * 1000, 1),
        "push": round(median(pushes) * 1000, 1),
        "push99": round(quantiles(pushes, n=100)[98] * 1000, 1),
    }


async def post(client: Any, door: str, match: str, cookie: str, move: dict[str, Any]) -> None:
    headers = {"Cookie": cookie, "X-CSRFToken": _CSRF, "Referer": str(client.base_url)}
    if door == "JSON":
        response = await client.post(f"/api/matches/{match}/moves/", json=move, headers=headers)
    else:
        headers["HX-Request"] = "true"
        response = await client.post(f"/matches/{match}/moves/", data=move, headers=headers)
    assert response.status_code == 200, response.text


async def _read(opened: Any, arrivals: list[float]) -> None:
    async for _frame in opened:
        arrivals.append(perf_counter())


_CSRF = "b" * 32


def open_match() -> tuple[list[User], Match]:
    users = []
    for name in ("bench_one", "bench_two"):
        user, _ = User.objects.get_or_create(username=name, email=f"{name}@example.org")
        users.append(user)
    return users, _start(users)


def _start(users: list[User]) -> Match:
    match = lobby.open_table(users[0], long_table(), sure=True)
    return lobby.join(users[1], match.id, sure=True)


def cookies_of(users: list[User]) -> list[str]:
    cookies = []
    for user in users:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        key = client.cookies[name].value
        cookies.append(f"{name}={key}; {settings.CSRF_COOKIE_NAME}={_CSRF}")
    return cookies


def next_move(
    match: Match, users: list[User], cookies: list[str], rng: Random
) -> tuple[Match, str, dict[str, Any]]:
    """Who is to move, and a random legal move; the same match goes on for ever by new games."""
    match = Match.objects.get(id=match.id)
    position = match_state(match).position
    seat = rng.choice(position.to_move())
    player = Player.objects.get(match=match, seat=seat)
    moves = position.moves(seat)
    move = rng.choice(moves)
    index = next(i for i, user in enumerate(users) if user.pk == player.user_id)
    return match, cookies[index], {**move.dump(), "asked": asked_token(player)}


def _cpu(pid: int) -> float:
    """User and system seconds a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.1)
    raise TimeoutError("The server did not open its port.")
