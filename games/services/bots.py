"""Bots at the tables: who is due, and one decision at a time, from what its seat may see."""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from random import Random

from django.db.models import Exists, OuterRef
from django.utils import timezone

from games import bots
from games.engine.refusals import Refusal
from games.models import Match, Player
from games.services.play import submit_bot_move
from games.services.record import standing_of

logger = logging.getLogger(__name__)
# At a table with people a bot takes its time, but answers within a second.
PACE = timedelta(milliseconds=650)
BATCH = 50


def due() -> list[tuple[int, int]]:
    """The bots whose turn it is, longest waiting first: player id and the question asked."""
    people = Player.objects.filter(
        match=OuterRef("match"), bot="", left_at=None, user__isnull=False
    )
    asked = (
        Player.objects.exclude(bot="")
        .filter(asked_at__isnull=False, match__status=Match.Status.RUNNING)
        .annotate(with_people=Exists(people))
        .order_by("asked_since")
        .values_list("id", "asked_at", "asked_since", "with_people")[:BATCH]
    )
    late = timezone.now() - PACE
    return [
        (player, question)
        for player, question, since, with_people in asked
        if question is not None and (not with_people or since is None or since <= late)
    ]


def answer(player_id: int, asked_at: int) -> bool:
    """Let a bot answer the question it was asked; False when the question has passed."""
    player = Player.objects.select_related("match").get(id=player_id)
    match, seat = player.match, player.seat
    if seat is None or match.status != Match.Status.RUNNING or player.asked_at != asked_at:
        return False
    position = standing_of(match).position
    moves = position.moves(seat)
    if not moves:
        return False
    bot = bots.bot_for(match.game, player.bot)
    rng = Random(secrets.randbits(64))
    move = bot.choose(position.view(seat), seat, position.options, moves, rng)
    return submit_bot_move(player_id, asked_at, move.dump())


def answer_all_due() -> int:
    """One round: every bot that is due answers once; how many did."""
    answered = 0
    for player_id, asked_at in due():
        try:
            answered += answer(player_id, asked_at)
        except Refusal:
            logger.exception("A bot's move was refused (player %s).", player_id)
    return answered
