"""What happens when time is up, without anybody clicking: the worker's part of the clocks."""

from __future__ import annotations

import logging

from django.db import transaction

from games.matches.access import Access, lock_match_if_free, players_of
from games.matches.models import Event, Match, Player
from games.matches.services import time_source
from games.matches.services.clocks import GRACE, is_up
from games.matches.services.event_store import installed, match_state
from games.matches.services.leaving import put_out
from games.matches.services.play import carry_out
from watch.context import step
from watch.metrics import CLOCK_LATE

logger = logging.getLogger(__name__)
BATCH = 100


def expire_all_due() -> int:
    """One round: every clock that is out, every secret question whose time is over."""
    late = time_source.now() - GRACE
    out = Player.objects.filter(installed("match__"), deadline__lt=late)
    out = out.order_by("deadline", "asked_since", "seat")
    # Once each, the one first whose clock was out first.
    clocks = list(dict.fromkeys(out.values_list("match_id", flat=True)[:BATCH]))
    secret = Match.objects.filter(installed(), answer_by__lt=late).values_list("id", flat=True)
    return sum(_try(match_id) for match_id in [*clocks, *secret[:BATCH]])


def _try(match_id: str) -> int:
    try:
        with step("clock"):
            return expire(match_id)
    except Exception:
        # One match that cannot go on must not keep the others waiting.
        logger.exception("The time of match %s could not be ended.", match_id)
        return 0


def expire(match_id: str) -> int:
    """Look again under the row's lock: whose time is over is out; how many events that made.

    A match that somebody else has locked just now is left to the next round.
    """
    with transaction.atomic():
        match = lock_match_if_free(match_id)
        if match is None or match.status != Match.Status.RUNNING:
            return 0
        access = Access(match, players_of(match), None, None)
        return _time_out(access) or _answer_for_the_silent(access)


def _time_out(access: Access) -> int:
    """The first whose clock is out; should the match go on, the next round sees to the others."""
    now = time_source.now()
    out = [player for player in access.players if is_up(player, now)]
    out.sort(key=lambda player: (player.deadline, player.asked_since, player.seat))
    for player in out[:1]:
        assert player.deadline is not None
        CLOCK_LATE.observe((now - player.deadline - GRACE).total_seconds())
        put_out(access, player, Event.Kind.TIMEOUT)
    return len(out[:1])


def _answer_for_the_silent(access: Access) -> int:
    """Whoever was asked in secret and said nothing stays at the table: being put out would tell."""
    match = access.match
    if match.answer_by is None or time_source.now() <= match.answer_by + GRACE:
        return 0
    CLOCK_LATE.observe((time_source.now() - match.answer_by - GRACE).total_seconds())
    answered = 0
    for player in sorted(access.players, key=lambda player: player.seat or 0):
        position = match_state(match).position
        if position.silence is not None and player.seat in position.to_move():
            carry_out(access, player, position.silence.dump())
            answered += 1
    return answered
