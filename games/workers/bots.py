"""Bots at the tables: which are due, and their decisions, from what their seat may see."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from random import Random

from django.conf import settings
from django.db.models import Exists, OuterRef

from games.locks import BOTS, claimed
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.event_store import installed, match_state
from games.matches.services.play import submit_bot_move
from games.titles.registry import bot_for
from watch.context import step
from watch.metrics import BOT_AGE, BOT_QUEUE

PACE = timedelta(milliseconds=settings.BOT_PACE_MS)
BATCH = 50


def due() -> list[tuple[int, int]]:
    """The bots whose turn it is, longest waiting first: player id and the question asked."""
    people = Player.objects.filter(
        match=OuterRef("match"), bot="", left_at=None, user__isnull=False
    )
    asked = (
        Player.objects.exclude(bot="")
        .filter(installed("match__"), asked_at__isnull=False, match__status=Match.Status.RUNNING)
        .annotate(with_people=Exists(people))
        .order_by("asked_since")
        .values_list("id", "asked_at", "asked_since", "with_people")[:BATCH]
    )
    now = time_source.now()
    late = [
        (player, question, since or now)
        for player, question, since, with_people in asked
        # Asked later than now: the clock was set back, and that hour is not waited for.
        if question is not None
        and (not with_people or since is None or not now - PACE < since <= now)
    ]
    BOT_QUEUE.set(len(late))
    BOT_AGE.set((now - late[0][2]).total_seconds() if late else 0)
    return [(player, question) for player, question, _since in late]


def answer(player_id: int, asked_at: int) -> bool:
    """Let a bot answer the question it was asked; False when the question has passed."""
    player = Player.objects.select_related("match").get(id=player_id)
    match, seat = player.match, player.seat
    if seat is None or match.status != Match.Status.RUNNING or player.asked_at != asked_at:
        return False
    position = match_state(match).position
    moves = position.moves(seat)
    if not moves:
        return False
    bot = bot_for(match.game, player.bot)
    rng = Random(secrets.randbits(64))
    move = bot.choose(position.view(seat), seat, position.options, moves, rng)
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
