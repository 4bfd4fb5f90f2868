"""Bots at the tables: which are due, and their decisions, from what their seat may know."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine.bots import ANY, Question
from games.engine.contract import Move
from games.locks import BOTS, claimed
from games.matches.models import Match, Player
from games.matches.services import knowledge, time_source
from games.matches.services.commands import BotMove
from games.matches.services.event_store import MatchState, installed, match_state
from games.matches.services.execute import execute
from games.titles.registry import bots_from, characters_of, slow_levels
from games.workers.pace import pace_of
from games.workers.thinker import Answer, Failure, Task, answer_to
from watch.bot_failures import count_failure
from watch.context import step
from watch.metrics import BOT_AGE, BOT_FAILED, BOT_QUEUE, THINKING_AGE, THINKING_QUEUE

logger = logging.getLogger(__name__)
BATCH = 50
Think = Callable[[Task], Answer | None]
"""Where a slow bot thinks; None where that has ended, and the question is left to others."""


class NoBotAnswers(Exception):
    """Every bot failed, down to the easiest."""


class Asked(NamedTuple):
    """A bot that is asked: since when, and from when on it may answer."""

    player: int
    question: int
    since: datetime
    due_at: datetime


def _of_slow_levels() -> Q | None:
    """The players that are bots of slow levels; None where no game has one."""
    found: Q | None = None
    for slug, level in slow_levels():
        of_level = Q(match__game=slug, bot=level)
        found = of_level if found is None else found | of_level
    return found


def _quick_bots() -> QuerySet[Player]:
    slow = _of_slow_levels()
    bots = Player.objects.exclude(bot="")
    return bots if slow is None else bots.exclude(slow)


def _asked(bots: QuerySet[Player]) -> list[Asked]:
    """Those of the bots whose turn it is, longest waiting first."""
    people = Player.objects.filter(
        match=OuterRef("match"), bot="", left_at=None, user__isnull=False
    )
    rows = list(
        bots.filter(
            installed("match__"), asked_at__isnull=False, match__status=Match.Status.RUNNING
        )
        .annotate(with_people=Exists(people))
        .order_by("asked_since")
        .values_list("id", "match_id", "seat", "asked_at", "asked_since", "with_people")[:BATCH]
    )
    now = time_source.now()
    return [
        Asked(
            player,
            question,
            since or now,
            _due_at(match_id, seat, question, since, now) if with_people else now,
        )
        for player, match_id, seat, question, since, with_people in rows
        if question is not None and seat is not None
    ]


def _due_at(
    match_id: str, seat: int, question: int, since: datetime | None, now: datetime
) -> datetime:
    """When a bot among people has taken its time."""
    # Asked later than now: the clock was set back, and that hour is not waited for.
    if since is None or since > now:
        return now
    try:
        return since + pace_of(match_id, seat, question)
    except Exception:
        # A match that cannot be replayed keeps no other waiting; its bot will say what is wrong.
        return now


def due() -> list[tuple[int, int]]:
    """The quick bots that are to move now, longest waiting first: player id and question."""
    bots = _asked(_quick_bots())
    now = time_source.now()
    late = [bot for bot in bots if bot.due_at <= now]
    BOT_QUEUE.set(len(late))
    BOT_AGE.set((now - late[0].since).total_seconds() if late else 0)
    return [(bot.player, bot.question) for bot in late]


def next_due() -> datetime | None:
    """When the next quick bot is to move; None while none is asked."""
    return min((bot.due_at for bot in _asked(_quick_bots())), default=None)


def asked_slow() -> list[Asked]:
    """The slow bots that are asked, longest waiting first: each may think at once, and answers
    when it is due."""
    slow = _of_slow_levels()
    bots = [] if slow is None else _asked(Player.objects.filter(slow))
    THINKING_QUEUE.set(len(bots))
    oldest = bots[0].since if bots else time_source.now()
    THINKING_AGE.set((time_source.now() - oldest).total_seconds())
    return bots


def answer(
    player_id: int, asked_at: int, think: Think = answer_to, not_before: datetime | None = None
) -> bool:
    """Let a bot answer the question it was asked; False when the question has passed."""
    player = Player.objects.select_related("match").get(id=player_id)
    match, seat = player.match, player.seat
    if seat is None or match.status != Match.Status.RUNNING or player.asked_at != asked_at:
        return False
    state = match_state(match)
    asked = knowledge.question(state, seat)
    if not asked.moves:
        return False
    moves = asked.moves
    move = moves[0] if len(moves) == 1 else _choose(player, state, asked, think)
    if move is None:
        return False
    if not_before is not None:
        time.sleep(max(0, (not_before - time_source.now()).total_seconds()))
    return execute(BotMove(match.id, player_id, asked_at, move.dump())).event is not None


def character_of(player: Player, state: MatchState) -> str:
    """The character a bot plays by; where any is wanted, the match's own chance draws it.

    It is stored nowhere, and follows from the seed, which nobody knows while the match goes on:
    at every question it is the same, and nobody is told more than what was asked for.
    """
    if player.character != ANY:
        return player.character
    known = characters_of(player.match.game, player.bot)
    return Random(f"{state.seed.hex()} character {player.seat}").choice(known) if known else ""


def _choose(player: Player, state: MatchState, asked: Question, think: Think) -> Move | None:
    """What the bot chooses, or where it fails the next weaker one; None if thinking has ended."""
    match = player.match
    for bot in bots_from(match.game, player.bot, character_of(player, state)):
        task = Task(bot, asked, secrets.randbits(64))
        answer = think(task) if bot.slow else answer_to(task)
        if answer is None:
            return None
        if isinstance(answer, int):
            return asked.moves[answer]
        report(match, bot.level, answer)
    raise NoBotAnswers


def report(match: Match, level: str, failure: Failure) -> None:
    """Tell the operator of a bot that failed, without what it was asked."""
    BOT_FAILED.labels(match.game, level, failure.reason).inc()
    count_failure(match.game, level)
    facts: dict[str, object] = {"game": match.game, "bot": level, "match": match.id}
    facts["reason"] = failure.reason
    if failure.error:
        facts["error"] = failure.error
    if failure.places:
        facts["at"] = list(failure.places)
    words = "A bot failed. The next weaker one answers in its place."
    logger.error(words, extra={"facts": facts})


def answer_all_due(stopping: Callable[[], bool] = lambda: False) -> int:
    """One round, or until `stopping`: every due quick bot answers once; how many did."""
    answered = 0
    for player_id, asked_at in due():
        if stopping():
            break
        failed = f"A bot could not move (player {player_id})."
        with step("bot", failed), claimed(BOTS, player_id) as mine:
            answered += mine and answer(player_id, asked_at)
    return answered
