"""Play the only moves of the people who want that, after the time that a bot would take."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from accounts.permissions import may_play
from core.monitoring.context import step
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.event_store import match_state
from games.matches.services.execute import execute
from games.premoves.services import OnlyMove, asked_players, only_move
from games.workers.delay import delay_of

BATCH = 50
CACHED_QUESTIONS = 4096
AGAIN = timedelta(minutes=1)
"""After what time a move that could not be played is tried again."""
_tried: dict[tuple[int, int], datetime] = {}


class Forced(NamedTuple):
    """A question to a person with one legal move, and when it is played."""

    player: int
    question: int
    match: str
    due_at: datetime


def forced() -> list[Forced]:
    """Return the questions whose only move is to be played, the longest waiting first."""
    now, found = time_source.now(), []
    columns = ("id", "asked_at", "asked_since", "match_id", "seat")
    rows = asked_players().order_by("asked_since").values_list(*columns)
    for player, question, since, match, seat in rows:
        if question is None or seat is None or _tried.get((player, question), now) > now:
            continue
        with step("only_move", f"A question could not be read (player {player})."):
            if _is_forced(match, seat, question):
                # A later time than now means that the clock was set back.
                asked = min(since or now, now)
                due_at = asked + delay_of(match, seat, question)
                found.append(Forced(player, question, match, due_at))
    return found


@lru_cache(CACHED_QUESTIONS)
def _is_forced(match_id: str, seat: int, question: int) -> bool:
    return only_move(match_state(Match.objects.get(id=match_id)), seat) is not None


def next_due() -> datetime | None:
    """Return when the next only move is to be played; None while there is none."""
    return min((one.due_at for one in forced()), default=None)


def play_all_due(stopping: Callable[[], bool] = lambda: False) -> int:
    """Play every only move that is due, or until `stopping`; return how many."""
    now, played = time_source.now(), 0
    for one in [one for one in forced() if one.due_at <= now][:BATCH]:
        if stopping():
            break
        with step("only_move", f"An only move could not be played (player {one.player})."):
            if _play(one):
                played += 1
                continue
        if len(_tried) >= CACHED_QUESTIONS:
            _tried.clear()
        _tried[one.player, one.question] = now + AGAIN
    return played


def _play(one: Forced) -> bool:
    user = Player.objects.select_related("user").get(pk=one.player).user
    if user is None or not may_play(user):
        return False
    return execute(OnlyMove(one.match, one.player, one.question)).event is not None
