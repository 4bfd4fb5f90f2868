"""Find the bots that are due, and make their moves from what their seats may know."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from django.db.models import QuerySet

from core.locks import BOTS, claimed
from core.monitoring.bot_failures import count_failure
from core.monitoring.context import step
from core.monitoring.metrics import BOT_AGE, BOT_FAILED, BOT_QUEUE, THINKING_AGE, THINKING_QUEUE
from games.engine.bots import ANY, Question
from games.engine.contract import Move
from games.matches.models import Match, Player
from games.matches.services import information_state, time_source
from games.matches.services.commands import BotMove
from games.matches.services.event_store import MatchState, match_state
from games.matches.services.execute import execute
from games.matches.services.turns import asked_bots, of_levels
from games.titles.registry import bots_from, characters_of, slow_levels
from games.tv import exhibitions
from games.workers.delay import delay_of
from games.workers.thinker import Answer, Failure, Task, answer_to

logger = logging.getLogger(__name__)
BATCH = 50
QUEUED = timedelta(seconds=5)
"""How long people wait for a slow bot that is not thinking yet; then a quick one answers."""
AGAIN = timedelta(minutes=1)
"""After what time a question that no bot could answer is tried again."""
MOST_FAILED = 4096
_failed: dict[tuple[int, int], datetime] = {}
Think = Callable[[Task], Answer | None]
"""Lets a slow bot think; returns None if its process was closed, and other workers answer."""


class NoBotAnswers(Exception):
    """Every bot failed, down to the easiest."""


class Chosen(NamedTuple):
    """A move, and by how many levels the bot that chose it is weaker, if another one stood in."""

    move: Move
    weaker: int | None = None


class Asked(NamedTuple):
    """A bot that is asked for a move: since when, where, and whether people are at its table."""

    player: int
    question: int
    since: datetime
    match: str
    seat: int
    game: str
    level: str
    exhibited: str | None
    with_people: bool

    @property
    def due_at(self) -> datetime:
        """When the bot may answer: with people at the table, after it seemed to think."""
        if self.exhibited is not None:
            return self.since + exhibitions.pace_of(self.game)
        # A later time than now means that the clock was set back: do not wait for that hour.
        if not self.with_people or self.since > time_source.now():
            return time_source.now()
        try:
            return self.since + delay_of(self.match, self.seat, self.question)
        except Exception:
            # A match that cannot be replayed must not delay others; answering will log the error.
            return time_source.now()

    @property
    def quicker(self) -> bool:
        """Whether people wait for the bot, and a quick one can answer for it."""
        return self.with_people and not all(bot.slow for bot in bots_from(self.game, self.level))

    @property
    def hurried_at(self) -> datetime:
        """When people have waited for a slow bot for too long."""
        return max(self.due_at, self.since + QUEUED)


def _asked(bots: QuerySet[Any], most: int | None) -> list[Asked]:
    """Return bots that are asked, the longest waiting first, at most `most` of them."""
    rows = bots.order_by("asked_since").values_list(
        *("id", "asked_at", "asked_since", "match_id", "seat", "match__game", "bot"),
        *("match__exhibition", "with_people"),
    )
    now = time_source.now()
    return [
        Asked(player, question, since or now, match, seat, *more)
        for player, question, since, match, seat, *more in rows[:most]
        if question is not None and seat is not None
    ]


def _asked_quick() -> list[Asked]:
    """Return the quick bots that are asked, without questions that failed lately."""
    now = time_source.now()
    failed = {question for question, until in [*_failed.items()] if until > now}
    asked = _asked(asked_bots().exclude(of_levels(slow_levels())), BATCH + len(failed))
    return [bot for bot in asked if (bot.player, bot.question) not in failed][:BATCH]


def due() -> list[tuple[int, int]]:
    """Return the player ids and questions of the due quick bots, the longest waiting first."""
    bots = [bot for bot in _asked_quick() if bot.due_at <= time_source.now()]
    BOT_QUEUE.set(len(bots))
    BOT_AGE.set((time_source.now() - bots[0].since).total_seconds() if bots else 0)
    return [(bot.player, bot.question) for bot in bots]


def next_due() -> datetime | None:
    """Return when the next quick bot is to move; None while none is asked."""
    return min((bot.due_at for bot in _asked_quick()), default=None)


def asked_slow() -> list[Asked]:
    """Return the slow bots that are asked, the longest waiting first.

    Each may think at once, and answers when it is due.
    """
    bots = _asked(asked_bots().filter(of_levels(slow_levels())), None)
    THINKING_QUEUE.set(len(bots))
    now = time_source.now()
    oldest = next((bot.since for bot in bots if bot.with_people), now)
    THINKING_AGE.set((now - oldest).total_seconds())
    return bots


def answer(
    player_id: int, asked_at: int, think: Think | None = None, not_before: datetime | None = None
) -> bool:
    """Make the move that a bot is asked for.

    Args:
        player_id: The bot's player.
        asked_at: The number of the event at which the bot was asked.
        think: Lets a slow bot think; if None, only quick bots answer.
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
    chosen = Chosen(moves[0]) if len(moves) == 1 else _choose(player, state, asked, think)
    if chosen is None:
        return False
    if not_before is not None:
        time.sleep(max(0, (not_before - time_source.now()).total_seconds()))
    move = BotMove(match.id, player_id, asked_at, chosen.move.dump(), chosen.weaker)
    return execute(move).event is not None


def character_of(player: Player, state: MatchState) -> str:
    """Return the character a bot plays by; for `ANY` it is drawn from the seed of the match.

    The drawn character is not stored. It is the same at every question, and no player can derive
    it, as the seed is secret while the match runs.
    """
    if player.character != ANY:
        return player.character
    known = characters_of(player.match.game, player.bot)
    return Random(f"{state.seed.hex()} character {player.seat}").choice(known) if known else ""


def _choose(
    player: Player, state: MatchState, asked: Question, think: Think | None
) -> Chosen | None:
    """Return the bot's move, or that of the next weaker one if it fails; None if `think` closed."""
    match = player.match
    for weaker, bot in enumerate(bots_from(match.game, player.bot, character_of(player, state))):
        if bot.slow and think is None:
            continue
        task = Task(bot, asked, secrets.randbits(64))
        answer = think(task) if bot.slow and think is not None else answer_to(task)
        if answer is None:
            return None
        if isinstance(answer, int):
            return Chosen(asked.moves[answer], weaker or None)
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
    return _answer_each(due(), stopping)


def hurry(asked: Iterable[Asked], stopping: Callable[[], bool] = lambda: False) -> int:
    """Let quick bots answer for the slow ones that people have waited for too long.

    Return how many did. A bot that is thinking is left to it.
    """
    late = [(bot.player, bot.question) for bot in asked if _is_late(bot)]
    return _answer_each(late, stopping)


def next_hurried(asked: Iterable[Asked]) -> datetime | None:
    """Return when the next of these slow bots has waited too long; None if none will."""
    moments = (bot.hurried_at for bot in asked if bot.quicker and not _is_late(bot))
    return min(moments, default=None)


def _is_late(bot: Asked) -> bool:
    return bot.quicker and bot.hurried_at <= time_source.now()


def _answer_each(questions: Iterable[tuple[int, int]], stopping: Callable[[], bool]) -> int:
    answered = 0
    for player_id, asked_at in questions:
        if stopping():
            break
        failed = f"A bot could not move (player {player_id})."
        with step("bot", failed), claimed(BOTS, player_id) as mine:
            answered += mine and answer(player_id, asked_at)
            continue
        if len(_failed) >= MOST_FAILED:
            _failed.clear()
        _failed[player_id, asked_at] = time_source.now() + AGAIN
    return answered
