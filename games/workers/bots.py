"""Bots at the tables: which are due, and their decisions, from what their seat may know."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef

from games.locks import BOTS, claimed
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.event_store import installed, match_state
from games.matches.services.knowledge import question
from games.matches.services.play import submit_bot_move
from games.titles.registry import bot_for
from watch.context import step
from watch.metrics import BOT_AGE, BOT_QUEUE

PACE = timedelta(milliseconds=settings.BOT_PACE_MS)
BATCH = 50


class Asked(NamedTuple):
    """A bot that is asked: since when, and from when on it is due."""

    player: int
    question: int
    since: datetime
    due_at: datetime


def _asked() -> list[Asked]:
    """The bots whose turn it is, longest waiting first."""
    people = Player.objects.filter(
        match=OuterRef("match"), bot="", left_at=None, user__isnull=False
    )
    rows = list(
        Player.objects.exclude(bot="")
        .filter(installed("match__"), asked_at__isnull=False, match__status=Match.Status.RUNNING)
        .annotate(with_people=Exists(people))
        .order_by("asked_since")
        .values_list("id", "asked_at", "asked_since", "with_people")[:BATCH]
    )
    now = time_source.now()
    return [
        Asked(player, question, since or now, _due_at(since, with_people, now))
        for player, question, since, with_people in rows
        if question is not None
    ]


def _due_at(since: datetime | None, with_people: bool, now: datetime) -> datetime:
    """A bot among people takes its time."""
    # Asked later than now: the clock was set back, and that hour is not waited for.
    return since + PACE if with_people and since is not None and since <= now else now


def due() -> list[tuple[int, int]]:
    """The bots that are to move now, longest waiting first: player id and the question asked."""
    bots = _asked()
    now = time_source.now()
    late = [bot for bot in bots if bot.due_at <= now]
    BOT_QUEUE.set(len(late))
    BOT_AGE.set((now - late[0].since).total_seconds() if late else 0)
    return [(bot.player, bot.question) for bot in late]


def next_due() -> datetime | None:
    """When the next bot is to move; None while none is asked."""
    return min((bot.due_at for bot in _asked()), default=None)


def answer(player_id: int, asked_at: int) -> bool:
    """Let a bot answer the question it was asked; False when the question has passed."""
    player = Player.objects.select_related("match").get(id=player_id)
    match, seat = player.match, player.seat
    if seat is None or match.status != Match.Status.RUNNING or player.asked_at != asked_at:
        return False
    asked = question(match_state(match), seat)
    if not asked.moves:
        return False
    bot = bot_for(match.game, player.bot)
    move = bot.choose(asked, Random(secrets.randbits(64)))
    return submit_bot_move(player_id, asked_at, move.dump())


def answer_all_due(stopping: Callable[[], bool] = lambda: False) -> int:
    """One round, or until `stopping`: every due bot answers once, in one worker; how many did."""
    answered = 0
    for player_id, asked_at in due():
        if stopping():
            break
        failed = f"A bot could not move (player {player_id})."
        with step("bot", failed), claimed(BOTS, player_id) as mine:
            answered += mine and answer(player_id, asked_at)
    return answered
