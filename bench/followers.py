"""What a large tournament costs: opening its tables, and pushing standings to its followers."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from itertools import count
from statistics import quantiles
from time import perf_counter, process_time

from accounts.models import Scope, User
from accounts.services import tokens
from bench.client import Streams, listen, open_all, request, send, until
from bench.engine import Figure
from bench.seeding import cookies_of, new_users
from bench.servers import cpu_seconds, server
from games.events.models import Registration
from games.events.services import running as events
from games.events.services.finding import open_event
from games.events.services.planning import EventFacts
from games.matches.services import time_source
from games.titles.registry import all_games
from games.tournaments.models import Entrant, Tournament, TournamentTable
from games.tournaments.services import planning, running
from games.tournaments.services.planning import TournamentTerms

PLAYERS = 256
SIZE = 4
FOLLOWERS = 1_000
CHANGES = 8
APART = 1.5
"""Seconds between two changes, after the last follower has the former one."""
TIMEOUT = 60
HUNDREDTHS = 100


def followed_tournament() -> list[Figure]:
    """Pair 256 players at tables of four, and decide tables while 1,000 pages follow.

    A quarter of the followers are the players. The time is that from the request which decides a
    table to the new standings.
    """
    organiser, *players = new_users(PLAYERS + 1)
    tournament = _begun(organiser, players)
    before = process_time()
    while running.tend(tournament.pk):
        pass
    opening = process_time() - before
    tables = list(TournamentTable.objects.filter(tournament=tournament.pk).order_by("number"))
    _, key = tokens.make(organiser, "bench", (Scope.EVENTS,), days=7)
    with server() as (address, pid):
        seconds, cpu = asyncio.run(_push(address, pid, tournament.pk, key, tables, players))
    name = f"{PLAYERS} players, {len(tables)} tables"
    parts = quantiles(seconds, n=HUNDREDTHS)
    pushed = f"standings to {FOLLOWERS:,} followers"
    return [
        Figure(f"{name}, pairing and opening", round(opening, 2), "s"),
        Figure(f"{pushed}, p50", round(parts[49] * 1000), "ms"),
        Figure(f"{pushed}, p99", round(parts[98] * 1000), "ms"),
        Figure(f"{pushed}, CPU", round(cpu / CHANGES, 2), "s"),
    ]


def _begun(organiser: User, players: list[User]) -> Tournament:
    """Return a tournament that is to be paired now, and all of whose players are here."""
    start = (datetime.now(UTC) + timedelta(hours=1)).replace(tzinfo=None)
    slug = next(game.slug for game in all_games() if SIZE in game.seats)
    facts = EventFacts("The cup", start, "UTC", games=(slug,), clock="live-20", places=PLAYERS)
    made = planning.plan(organiser, facts, TournamentTerms(size=SIZE))
    now = time_source.now()
    Registration.objects.bulk_create(
        Registration(event=made.event, user=user, at=now, waiting=False) for user in players
    )
    events.begin(open_event(organiser, made.pk))
    Entrant.objects.filter(tournament=made.pk).update(here_at=now)
    Tournament.objects.filter(pk=made.pk).update(next_at=now)
    return made


async def _push(
    address: str,
    pid: int,
    event_id: str,
    key: str,
    tables: list[TournamentTable],
    players: list[User],
) -> tuple[list[float], float]:
    """Decide tables; return the seconds until each follower knew of each, and the server's CPU."""
    frames, arrived = count(), list[float]()

    def note(_frame: bytes, at: float) -> None:
        next(frames)
        arrived.append(at)

    cookies = await asyncio.to_thread(lambda: [cookies_of(user) for user in players])
    path = f"/ws/tournaments/{event_id}/?lang=en"
    sockets = await open_all(
        listen(address, path, cookies[number] if number < len(cookies) else "", note)
        for number in range(FOLLOWERS)
    )
    # Each gets the newest state once, since it names none that it shows.
    await until(lambda: len(arrived) >= FOLLOWERS, TIMEOUT)
    names = await asyncio.to_thread(_names, tables)
    streams = await asyncio.open_connection(*address.split(":"))
    seconds: list[float] = []
    before = cpu_seconds([pid])
    for table in tables[:CHANGES]:
        await asyncio.sleep(APART)
        arrived.clear()
        began = perf_counter()
        status = await _decide(streams, address, event_id, key, table, names)
        if status != 200:
            raise ValueError(f"the table was not decided: {status}")
        await until(lambda: len(arrived) >= FOLLOWERS, TIMEOUT)
        seconds += [at - began for at in arrived]
    cpu = cpu_seconds([pid]) - before
    for socket in sockets:
        socket.close()
    return seconds, cpu


async def _decide(
    streams: Streams,
    address: str,
    event_id: str,
    key: str,
    table: TournamentTable,
    names: dict[int, str],
) -> int:
    places = [
        {"username": names[pk], "place": place} for place, pk in enumerate(table.seated, start=1)
    ]
    body = json.dumps({"places": places, "reason": "They agreed."}).encode()
    headers = (
        f"Authorization: Bearer {key}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    )
    path = f"/api/v1/tournaments/{event_id}/rounds/{table.round}/{table.number}/"
    return await send(streams, request(f"PUT {path}", address, *headers, body=body))


def _names(tables: list[TournamentTable]) -> dict[int, str]:
    seated = [pk for table in tables for pk in table.seated]
    rows = Entrant.objects.filter(pk__in=seated).values_list("pk", "user__username")
    return {pk: name or "" for pk, name in rows}
