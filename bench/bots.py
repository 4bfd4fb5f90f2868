"""How much many slow bots, asked at once on a real server, delay the moves of people."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from statistics import median, quantiles
from time import perf_counter

from asgiref.sync import sync_to_async
from django.db.models import Q
from django.utils import timezone

from bench.engine import Figure
from bench.players import TRANSPORTS, Players, Tally
from bench.seeding import Seated, asked_bots, running_matches
from bench.servers import server
from games.matches.models import Event, Player
from games.titles.registry import slow_levels

TABLES, RATE = 20, 20.0
"""Tables of people, and the moves a second that they make together."""
ASKED = 30
QUIET, SLICE = 10.0, 1.0
PATIENCE = 300
BUDGET = 50
"""Milliseconds until a move of a person is answered, in 99 of 100 cases."""


def slow_bots() -> list[Figure]:
    """Measure the moves of people while no bot thinks, and then while slow bots think."""
    slug, level = slow_levels()[-1]
    tables, bots = running_matches(TABLES), asked_bots(ASKED, slug, level)
    Player.objects.filter(pk__in=[bot.pk for bot in bots]).update(asked_at=None)
    with server(worker=True) as (address, _pid):
        quiet, busy = asyncio.run(_play(address, tables, bots))
    waits = [(event.took or 0) / 1000 for event in _answers(bots)]
    turns = [event.match_id for event in _answers(bots)]
    asked = [bot.match_id for bot in bots]
    name = f"{ASKED} slow bots"
    return [
        *_waiting("no bot thinks", quiet),
        *_waiting(f"{name} think", busy),
        Figure(f"{name}, the first answered after", round(min(waits), 1), "s"),
        Figure(f"{name}, the last answered after", round(max(waits), 1), "s"),
        Figure(f"{name}, not in their turn", _displaced(turns, asked), "bots"),
    ]


def _waiting(when: str, tally: Tally) -> list[Figure]:
    answers = [seconds * 1000 for seconds in tally.answers]
    name = f"{when}: {len(answers)} moves of people"
    return [
        Figure(f"{name}, median", round(median(answers), 1), "ms"),
        Figure(f"{name}, p99", round(quantiles(answers, n=100)[98], 1), "ms", BUDGET),
    ]


def _displaced(turns: Sequence[str], asked: Sequence[str]) -> int:
    """Return the number of matches whose place in the two orders differs."""
    return sum(one != other for one, other in zip(turns, asked, strict=True))


async def _play(
    address: str, tables: Sequence[Seated], bots: Sequence[Player]
) -> tuple[Tally, Tally]:
    """Return the tallies of people before the bots are asked, and until all bots have answered."""
    players = Players([address], TRANSPORTS[0])
    await players.sit_down(tables)
    await players.play(SLICE)
    quiet, busy = await players.play(QUIET, RATE), Tally()
    await sync_to_async(_ask)(bots)
    began = perf_counter()
    while await sync_to_async(lambda: len(_answers(bots)))() < len(bots):
        if perf_counter() - began > PATIENCE:
            raise TimeoutError("The bots do not answer.")
        busy.answers += (await players.play(SLICE, RATE)).answers
    players.leave()
    return quiet, busy


def _ask(bots: Sequence[Player]) -> None:
    """Ask all bots at once, but in an order: each a millisecond before the next one."""
    now = timezone.now()
    for number, bot in enumerate(bots, start=-len(bots)):
        bot.asked_since = now + timedelta(milliseconds=number)
    Player.objects.bulk_update(bots, ["asked_at", "asked_since"])


def _answers(bots: Sequence[Player]) -> list[Event]:
    """Return the events that answer the bots' questions, in the order of writing."""
    wanted = Q()
    for bot in bots:
        wanted |= Q(match=bot.match_id, number=(bot.asked_at or 0) + 1)
    return list(Event.objects.filter(wanted, kind=Event.Kind.MOVE).order_by("pk"))
