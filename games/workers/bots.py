"""Find the bots that are due, and make their moves from what their seats may know."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.locks import BOTS, claimed
from core.monitoring.bot_failures import count_failure
from core.monitoring.context import step
from core.monitoring.metrics import BOT_AGE, BOT_FAILED, BOT_QUEUE, THINKING_AGE, THINKING_QUEUE
from games.engine.bots import ANY, Question
from games.engine.contract import Move
from games.matches.models import Match, Player
from games.matches.services import information_state, time_source
from games.matches.services.commands import BotMove
from games.matches.services.event_store import MatchState, installed, match_state
from games.matches.services.execute import execute
from games.titles.registry import bots_from, characters_of, slow_levels
from games.workers.delay import delay_of
from games.workers.thinker import Answer, Failure, Task, answer_to

logger = logging.getLogger(__name__)
BATCH = 50
Think = Callable[[Task], Answer | None]
"""Lets a slow bot think; returns None if its process was closed, and other workers answer."""


class NoBotAnswers(Exception):
    """Every bot failed, down to the easiest."""


class Asked(NamedTuple):
    """A bot that is asked for a move: since when, and the time from which it may answer."""

    player: int
    question: int
    since: datetime
    due_at: datetime


def _of_slow_levels() -> Q | None:
    """Return a filter for the bots of slow levels; None if no game has one."""
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
    """Return those of the bots whose turn it is, the longest waiting first."""
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
    """Return when a bot at a table with people may answer."""
    # A later time than now means that the clock was set back: do not wait for that hour.
    if since is None or since > now:
        return now
    try:
        return since + delay_of(match_id, seat, question)
    except Exception:
        # A match that cannot be replayed must not delay others; answering will log the error.
        return now


def due() -> list[tuple[int, int]]:
    """Return the player ids and questions of the due quick bots, the longest waiting first."""
    bots = _asked(_quick_bots())
    now = time_source.now()
    late = [bot for bot in bots if bot.due_at <= now]
    BOT_QUEUE.set(len(late))
    BOT_AGE.set((now - late[0].since).total_seconds() if late else 0)
    return [(bot.player, bot.question) for bot in late]


def next_due() -> datetime | None:
    """Return when the next quick bot is to move; None while none is asked."""
    return min((bot.due_at for bot in _asked(_quick_bots())), default=None)


def asked_slow() -> list[Asked]:
    """Return the slow bots that are asked, the longest waiting first.

    Each may think at once, and answers when it is due.
    """
    slow = _of_slow_levels()
    bots = [] if slow is None else _asked(Player.objects.filter(slow))
    THINKING_QUEUE.set(len(bots))
    oldest = bots[0].since if bots else time_source.now()
    THINKING_AGE.set((time_source.now() - oldest).total_seconds())
    return bots


def answer(
    player_id: int, asked_at: int, think: Think = answer_to, not_before: datetime | None = None
) -> bool:
    """Make the move that a bot is asked for.

    Args:
        player_id: The bot's player.
        asked_at: The number of the event at which the bot was asked.
        think: Lets a slow bot think.
        not_before: The time until which the move is held back.

    Returns:
        False if the question has passed or `think` was closed.

    Raises:
        NoBotAnswers: If every bot failed, down to the easiest.
    """
    player = Player.objects.select_related("match").get(id=player_id)
    match, seat = player.match, player.seat
    if seat is None or match.status != Match.Status.RUNNING or player.asked_at != asked_at:
        return False
    state = match_state(match)
    asked = information_state.question(state, seat)
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
    """Return the character a bot plays by; for `ANY` it is drawn from the seed of the match.

    The drawn character is not stored. It is the same at every question, and no player can derive
    it, as the seed is secret while the match runs.
    """
    if player.character != ANY:
        return player.character
    known = characters_of(player.match.game, player.bot)
    return Random(f"{state.seed.hex()} character {player.seat}").choice(known) if known else ""


def _choose(player: Player, state: MatchState, asked: Question, think: Think) -> Move | None:
    """Return the bot's move, or that of the next weaker one if it fails; None if `think` closed."""
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
    """Report to the operator that a bot failed, without the question, which has secrets."""
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
    """Let every due quick bot answer once, or until `stopping`; return how many did."""
    answered = 0
    for player_id, asked_at in due():
        if stopping():
            break
        failed = f"A bot could not move (player {player_id})."
        with step("bot", failed), claimed(BOTS, player_id) as mine:
            answered += mine and answer(player_id, asked_at)
    return answered
