"""Play the moves that people decided on beforehand: their only move, or a plan.

An only move is played after the time that a bot would take, a plan as late as a person might.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from accounts.permissions import may_play
from core.monitoring.context import step
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.event_store import match_state
from games.matches.services.execute import execute
from games.premoves.models import Plan
from games.premoves.plans import PlannedMove, delay_of_plan, due_plans, planned_move
from games.premoves.services import OnlyMove, Premove, asked_players, only_move
from games.workers.delay import delay_of

BATCH = 50
CACHED_QUESTIONS = 4096
AGAIN = timedelta(minutes=1)
"""After what time a move that could not be played is tried again."""
_tried: dict[tuple[int, int], datetime] = {}


class Decided(NamedTuple):
    """A move that a person decided on for their open question, and when it is played."""

    command: Premove
    due_at: datetime


def decided() -> list[Decided]:
    """Return the moves to play, plans first; plans that no longer fit are dropped."""
    planned = _planned()
    taken = {one.command.player_id for one in planned}
    return planned + [one for one in _forced() if one.command.player_id not in taken]


def _planned() -> list[Decided]:
    now, found = time_source.now(), []
    for plan in due_plans():
        player = plan.player
        question, since, seat = player.asked_at, player.asked_since, player.seat
        if question is None or seat is None or _tried.get((player.pk, question), now) > now:
            continue
        with step("plan", f"A plan could not be read (player {player.pk})."):
            state = match_state(player.match)
            if planned_move(player.match, state, seat, plan.scope, plan.moves) is None:
                _drop(plan)
                continue
            due_at = min(since or now, now) + delay_of_plan(player)
            command = PlannedMove(player.match_id, player.pk, question, plan.scope, plan.moves)
            found.append(Decided(command, due_at))
    return found


def _drop(plan: Plan) -> None:
    """Delete a plan, unless the player has made another one in the meantime."""
    Plan.objects.filter(pk=plan.pk, made_at=plan.made_at).delete()


def _forced() -> list[Decided]:
    now, found = time_source.now(), []
    columns = ("id", "asked_at", "asked_since", "match_id", "seat")
    rows = asked_players().order_by("asked_since").values_list(*columns)
    for player, question, since, match, seat in rows:
        if question is None or seat is None or _tried.get((player, question), now) > now:
            continue
        with step("only_move", f"A question could not be read (player {player})."):
            if _is_forced(match, seat, question):
                # A later time than now means that the clock was set back.
                due_at = min(since or now, now) + delay_of(match, seat, question)
                found.append(Decided(OnlyMove(match, player, question), due_at))
    return found


@lru_cache(CACHED_QUESTIONS)
def _is_forced(match_id: str, seat: int, question: int) -> bool:
    return only_move(match_state(Match.objects.get(id=match_id)), seat) is not None


def play_all_due() -> int:
    """Play every move that is due; return how many."""
    now, played = time_source.now(), 0
    for one in [one for one in decided() if one.due_at <= now][:BATCH]:
        command = one.command
        with step("premove", f"A move could not be played (player {command.player_id})."):
            if _play(command):
                played += 1
                continue
        if len(_tried) >= CACHED_QUESTIONS:
            _tried.clear()
        _tried[command.player_id, command.asked_at] = now + AGAIN
    return played


def _play(command: Premove) -> bool:
    user = Player.objects.select_related("user").get(pk=command.player_id).user
    if user is None or not may_play(user) or execute(command).event is None:
        return False
    Plan.objects.filter(player=command.player_id).delete()
    return True
