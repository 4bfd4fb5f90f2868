"""What the worker does when time is up: clocks that ran out, and questions that lapse."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from games.matches.access import Access, lock_match_if_free, players_of
from games.matches.models import Event, Match, Player
from games.matches.services import time_source
from games.matches.services.clocks import GRACE, is_up, question_deadline
from games.matches.services.event_store import installed, match_state
from games.matches.services.leaving import put_out
from games.matches.services.play import carry_out, submit_lapse
from games.titles.registry import ALL_RULES
from watch.context import step
from watch.metrics import CLOCK_LATE

BATCH = 100


def expire_all_due() -> int:
    """One round: end every clock and every secret question that is over; how many events."""
    late = time_source.now() - GRACE
    out = Player.objects.filter(installed("match__"), deadline__lt=late)
    out = out.order_by("deadline", "asked_since", "seat")
    # Each match once, in the order of the deadlines.
    clocks = list(dict.fromkeys(out.values_list("match_id", flat=True)[:BATCH]))
    secret = Match.objects.filter(installed(), answer_by__lt=late).values_list("id", flat=True)
    events = 0
    for match_id in [*clocks, *secret[:BATCH]]:
        with step("clock", f"The time of match {match_id} could not be ended."):
            events += expire(match_id)
    return events


def next_due() -> datetime | None:
    """When the next clock, secret question or question that lapses is over, the grace included.

    None while nobody is asked anything that ends.
    """
    clocks = Player.objects.filter(installed("match__"), deadline__isnull=False)
    secret = Match.objects.filter(installed(), answer_by__isnull=False)
    ends = (
        clocks.order_by("deadline").values_list("deadline", flat=True).first(),
        secret.order_by("answer_by").values_list("answer_by", flat=True).first(),
    )
    moments = [end + GRACE for end in ends if end is not None]
    return min((*moments, *(lapsing.at for lapsing in _lapsing())), default=None)


def expire(match_id: str) -> int:
    """End what is over at one match, unless its row is locked just now; how many events."""
    with transaction.atomic():
        match = lock_match_if_free(match_id)
        if match is None or match.status != Match.Status.RUNNING:
            return 0
        access = Access(match, players_of(match), None, None)
        return _time_out(access) or _answer_for_the_silent(access)


def _time_out(access: Access) -> int:
    """Put out the player whose clock ran out first; the next round sees to the others."""
    now = time_source.now()
    out = [player for player in access.players if is_up(player, now)]
    if not out:
        return 0
    player = min(out, key=lambda player: (player.deadline, player.asked_since, player.seat))
    assert player.deadline is not None
    CLOCK_LATE.observe((now - player.deadline - GRACE).total_seconds())
    put_out(access, player, Event.Kind.TIMEOUT)
    return 1


def _answer_for_the_silent(access: Access) -> int:
    """Answer for those asked in secret who did not: to put them out would reveal who was asked."""
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


class Lapsing(NamedTuple):
    """A question that is answered for a person from a moment on."""

    player: int
    question: int
    at: datetime


def _lapsing() -> list[Lapsing]:
    """The open questions of live matches for which their rules give a time."""
    matches = Q()
    for (slug, version), rules in ALL_RULES.items():
        if rules.game.lapses is not None:
            option, value = rules.game.lapses
            agreed = {f"match__options__{option}": value}
            matches |= Q(match__game=slug, match__rules=version, **agreed)
    if not matches:
        return []
    asked = Player.objects.filter(
        matches,
        bot="",
        asked_at__isnull=False,
        match__status=Match.Status.RUNNING,
        match__pace=Match.Pace.LIVE,
    ).select_related("match")
    found = []
    for player in asked:
        at = question_deadline(player.match, player, match_state(player.match).position)
        if at is not None and player.asked_at is not None:
            found.append(Lapsing(player.pk, player.asked_at, at))
    return found


def lapsed_questions() -> list[tuple[int, int]]:
    """The people who did not answer in the time their rules give: (player id, question)."""
    now = time_source.now()
    return [(one.player, one.question) for one in _lapsing() if one.at <= now]


def answer_lapsed() -> int:
    """One round: give the rules' answer to every question that lapsed; how many."""
    answered = 0
    for player_id, asked_at in lapsed_questions():
        with step("lapse", f"A question could not lapse (player {player_id})."):
            answered += submit_lapse(player_id, asked_at)
    return answered
