"""How much slow bots on a real server delay people, and how long people wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from statistics import median, quantiles
from time import perf_counter
from unittest.mock import patch

from asgiref.sync import sync_to_async
from django.db.models import Q
from django.utils import timezone

from bench.engine import Figure
from bench.players import TRANSPORTS, Players, Tally
from bench.seeding import Seated, asked_bots, running_matches, tables_with_bots
from bench.servers import server
from games.lobby.services import limits
from games.matches.models import Event, Match, Player
from games.titles.registry import slow_levels

TABLES, RATE = 20, 20.0
"""Tables of people, and the moves a second that they make together."""
ASKED = 30
QUIET, SLICE = 10.0, 1.0
PATIENCE = 300
BUDGET = 50
"""Milliseconds until a move of a person is answered, in 99 of 100 cases."""
CROWD, BOTS_EACH = 25, 5
"""Tables of one person, and the slow bots at each."""
ANSWERS = 100
WAIT = 3
"""Seconds until a slow bot answers a bystander, in 99 of 100 cases."""


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


def crowded() -> list[Figure]:
    """Measure how long a bystander waits for a slow bot while one person plays at 25 tables."""
    slug, level = slow_levels()[-1]
    with patch.object(limits, "SLOW_EACH", CROWD):
        crowd = tables_with_bots(CROWD, slug, (level,) * BOTS_EACH, hosts=1)
    with server(worker=True) as (address, _pid):
        waits, stood_in = asyncio.run(_bystand(address, crowd, (slug, level)))
    name = f"one person plays at {CROWD} tables of {BOTS_EACH} slow bots"
    return [
        Figure(f"{name}: {len(waits)} answers to others, median", round(median(waits), 1), "s"),
        Figure(f"{name}: p99", round(quantiles(waits, n=100)[98], 1), "s", WAIT),
        Figure(f"{name}: weaker bots stood in", stood_in, "times"),
    ]


async def _bystand(
    address: str, crowd: Sequence[Seated], bot: tuple[str, str]
) -> tuple[list[float], int]:
    """Return the seconds that bystanders waited for a bot, and how often a weaker one answered.

    They play one after the other against this level of a game.
    """
    players = Players([address], TRANSPORTS[0])
    await players.sit_down(crowd)
    await players.play(SLICE, RATE)
    began, waits, stood_in = perf_counter(), list[float](), 0
    slug, level = bot
    while len(waits) < ANSWERS:
        (table,) = await sync_to_async(tables_with_bots)(1, slug, (level,), hosts=1)
        await players.sit_down([table])
        while await sync_to_async(_is_running)(table[0]):
            if perf_counter() - began > PATIENCE:
                raise TimeoutError("The bots do not answer.")
            await players.play(SLICE, RATE)
        took = await sync_to_async(_times_of_bots)(table[0])
        waits += [seconds for seconds, _weaker in took]
        stood_in += sum(weaker is not None for _seconds, weaker in took)
    players.leave()
    return waits, stood_in


def _is_running(match_id: str) -> bool:
    return Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).exists()


def _times_of_bots(match_id: str) -> list[tuple[float, int | None]]:
    """Return, for each move of a bot, the seconds it took, and the `weaker` of its event."""
    seats = Player.objects.filter(match=match_id).exclude(bot="").values("seat")
    moves = Event.objects.filter(match=match_id, kind=Event.Kind.MOVE, seat__in=seats)
    return [((took or 0) / 1000, weaker) for took, weaker in moves.values_list("took", "weaker")]


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
