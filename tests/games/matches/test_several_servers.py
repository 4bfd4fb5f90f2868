"""Two servers and a worker serve the same matches: exactly one event answers each question.

Every player has a socket at each server and sends each move to both at once, the same move or two
different ones. At the same time clocks expire, players resign, and a player is banned.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.utils import timezone
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from accounts.models import User
from core.server.redis_layer import LastingLayer
from games.engine.contract import Json
from games.matches.models import Event, Match
from games.matches.publish import group_of
from games.matches.refusals import NotRunning
from games.matches.services import commands, leaving
from games.matches.services.clocks import GRACE
from games.matches.services.event_store import digest_of, match_state, state_cache
from tests.helpers.effort import examples
from tests.helpers.matches import people, signed_in, started
from tests.helpers.processes import PATIENCE, Process, server, worker
from tests.helpers.servers import redis_server

pytestmark = [
    pytest.mark.on_postgresql,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
MOVES = examples(90)
"""So many are played at all matches together before the end."""
MATCHES = 6


@pytest.fixture(autouse=True)
def _where_several_servers_are(transactional_db: None) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("several servers need PostgreSQL; there this runs")


@pytest.fixture
def redis() -> Iterator[str]:
    with redis_server() as url:
        yield url


@pytest.fixture
def processes(redis: str) -> Iterator[tuple[Process, Process]]:
    """Two servers; a worker beside them."""
    fast = partial(
        server, REDIS_URL=redis, SOCKET_MESSAGES_A_SECOND="1000", WRITES_A_MINUTE="1000000"
    )
    with ExitStack() as stack:
        stack.enter_context(worker(REDIS_URL=redis))
        servers = [stack.enter_context(fast()) for _ in range(2)]
        yield servers[0], servers[1]


@dataclass
class Seat:
    """Somebody at a match, with a socket at each server, and what they were answered."""

    match: str
    cookie: str
    rng: Random
    played: list[Json] = field(default_factory=list)
    """The moves that were acknowledged."""
    refused: set[str] = field(default_factory=set)
    over: bool = False
    _answers: dict[int, asyncio.Future[Any]] = field(default_factory=dict)
    _newest: Any = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self, servers: tuple[Process, Process]) -> None:
        """Play at both servers until the match is over."""
        answered: set[str] = set()
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(self._open(one)) for one in servers]
            readers = [asyncio.ensure_future(self._read(socket)) for socket in sockets]
            while not self.over:
                state = self._newest
                if state is None or not state["moves"] or state["turn_token"] in answered:
                    self._changed.clear()
                    await asyncio.wait_for(self._changed.wait(), PATIENCE)
                    continue
                answered.add(state["turn_token"])
                await self._answer(sockets, state)
            for reader in readers:
                reader.cancel()

    @asynccontextmanager
    async def _open(self, process: Process) -> AsyncIterator[ClientConnection]:
        address = process.address.removeprefix("http://")
        async with connect(
            f"ws://{address}/ws/api/v1/matches/{self.match}/",
            origin=Origin(process.address),
            additional_headers={"Cookie": self.cookie},
            open_timeout=PATIENCE,
        ) as socket:
            yield socket

    async def _read(self, socket: ClientConnection) -> None:
        """Note every table that comes, and what each message was answered."""
        try:
            async for frame in socket:
                answer = json.loads(frame)
                state = answer.get("table", answer)
                if self._newest is None or state["seen"] >= self._newest["seen"]:
                    self._newest = state
                self.over = self.over or state["status"] != "running"
                if "id" in answer:
                    self._answers[answer["id"]].set_result(answer)
                self._changed.set()
        except ConnectionClosed:
            pass
        self.over = True
        self._changed.set()
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_result(None)

    async def _answer(self, sockets: list[ClientConnection], state: Any) -> None:
        """Send a move, or two different ones, to both servers at once."""
        first = self.rng.choice(state["moves"])
        second = first if self.rng.random() < 0.5 else self.rng.choice(state["moves"])
        for socket, move in zip(sockets, (first, second), strict=True):
            id = len(self._answers)
            self._answers[id] = asyncio.get_running_loop().create_future()
            try:
                await socket.send(
                    json.dumps({"move": move, "turn_token": state["turn_token"], "id": id})
                )
            except ConnectionClosed:
                self._answers[id].set_result(None)
        for id, move in zip(list(self._answers)[-2:], (first, second), strict=True):
            answer = await asyncio.wait_for(self._answers[id], PATIENCE)
            if answer is not None and "error" in answer:
                self.refused.add(answer["error"]["code"])
            elif answer is not None:
                self.played.append(move)


def sit_down() -> list[tuple[Match, list[User], list[Seat]]]:
    tables = []
    for number in range(MATCHES):
        users = people(f"One{number}", f"Two{number}")
        match = started(*users, seed=number, clock="live-5")
        name = settings.SESSION_COOKIE_NAME
        cookies = [f"{name}={signed_in(user).cookies[name].value}" for user in users]
        seats = [Seat(match.id, cookie, Random(cookie)) for cookie in cookies]
        tables.append((match, users, seats))
    return tables


async def test_each_question_is_answered_once_and_no_acknowledged_move_lost(
    processes: tuple[Process, Process], redis: str
) -> None:
    layer = LastingLayer(hosts=[redis])
    tables = await sync_to_async(sit_down)()

    def count() -> int:
        return Event.objects.filter(kind=Event.Kind.MOVE).count()

    def run_out(match: Match) -> None:
        late = timezone.now() - 2 * GRACE
        match.players.filter(deadline__isnull=False).update(deadline=late)

    async def publish_move(match: Match) -> None:
        """As a process does that is connected to the same Redis, which this one is not."""
        number = await sync_to_async(lambda: Match.objects.get(id=match.id).last_number)()
        await layer.group_send(
            group_of("match", match.id), {"type": "match.moved", "number": number}
        )

    async def disturb() -> None:
        """Let a clock run out, a player resign, a player be banned, and a match be called off."""
        acts = [
            lambda: run_out(tables[0][0]),
            lambda: commands.resign(tables[1][1][0], tables[1][0].id),
            lambda: leaving.expel(tables[2][1][1], tables[2][0].id),
            lambda: leaving.call_off(tables[3][0].id),
        ]
        for number, act in enumerate(acts, 1):
            while await sync_to_async(count)() < MOVES * number // (len(acts) + 1):
                await asyncio.sleep(0.02)
            await sync_to_async(act)()
            await publish_move(tables[number - 1][0])
        while await sync_to_async(count)() < MOVES:
            await asyncio.sleep(0.02)
        # Whoever waits for the other's move has nothing to wait for any more.
        for match, *_ in tables:
            await sync_to_async(end)(match)
            await publish_move(match)

    seats = [seat for _match, _users, seated in tables for seat in seated]
    await asyncio.gather(disturb(), *(seat.play(processes) for seat in seats))
    # The last one: whose clock ran out, before the worker has put them out.
    known = {"stale", "over", "not-your-turn", "time-is-up"}
    assert {code for seat in seats for code in seat.refused} <= known
    for match, _users, seated in tables:
        await sync_to_async(check)(match, seated)


def end(match: Match) -> None:
    """Call a match off, unless it ends by itself before that."""
    with suppress(NotRunning):
        leaving.call_off(match.id)


def check(match: Match, seats: list[Seat]) -> None:
    """No gap, no double, no acknowledgement that was lost; every process came to one end."""
    stored = list(match.events.order_by("number").values_list("number", "kind", "data"))
    assert [number for number, *_ in stored] == list(range(1, len(stored) + 1))
    moves = [data for _number, kind, data in stored if kind == Event.Kind.MOVE]
    acknowledged = [move for seat in seats for move in seat.played]
    for move in moves:
        assert move in acknowledged, "it was acknowledged"
    for move in acknowledged:
        assert move in moves
    state_cache.clear()
    ended = Match.objects.get(id=match.id)
    assert ended.last_number == len(stored)
    assert ended.digest == digest_of(match_state(ended))
