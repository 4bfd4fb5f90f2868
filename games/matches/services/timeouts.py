"""What the worker does when time is up: clocks that ran out, and questions that lapse."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from games.matches.models import Event, Match, Player
from games.matches.services import time_source
from games.matches.services.append import Change
from games.matches.services.clocks import GRACE, is_up, question_deadline
from games.matches.services.commands import QuestionTimeout, carry_out
from games.matches.services.endings import put_out
from games.matches.services.event_store import installed, match_state
from games.matches.services.execute import Command, Table, execute
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
    """End what is over at one match; return the number of events."""
    if execute(TimeOut(match_id)).event is not None:
        return 1
    answered = 0
    # All of them or none: to answer for some would show who was asked.
    with transaction.atomic():
        while execute(SilentAnswer(match_id)).event is not None:
            answered += 1
    return answered


@dataclass(frozen=True)
class TimeOut(Command):
    """Put out the player whose clock ran out first; the next round sees to the others."""

    def judge(self, table: Table) -> Change | None:
        access, now = table.access, time_source.now()
        out = [player for player in access.players if is_up(player, now)]
        if access.match.status != Match.Status.RUNNING or not out:
            return None
        player = min(out, key=lambda player: (player.deadline, player.asked_since, player.seat))
        assert player.deadline is not None
        CLOCK_LATE.observe((now - player.deadline - GRACE).total_seconds())
        return put_out(table, player, Event.Kind.TIMEOUT)


@dataclass(frozen=True)
class SilentAnswer(Command):
    """Answer for a player who was asked in secret and did not: putting them out would show who."""

    def judge(self, table: Table) -> Change | None:
        match, now = table.access.match, time_source.now()
        running = match.status == Match.Status.RUNNING
        if not running or match.answer_by is None or now <= match.answer_by + GRACE:
            return None
        position = table.state.position
        asked = [player for player in table.access.players if player.seat in position.to_move()]
        if position.silence is None or not asked:
            return None
        CLOCK_LATE.observe((now - match.answer_by - GRACE).total_seconds())
        first = min(asked, key=lambda player: player.seat or 0)
        return carry_out(table, first, position.silence.dump())


class Lapsing(NamedTuple):
    """A question that is answered for a person from a moment on."""

    match: str
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
            found.append(Lapsing(player.match_id, player.pk, player.asked_at, at))
    return found


def lapsed_questions() -> list[QuestionTimeout]:
    """Return what answers for the people who did not in the time their rules give."""
    now = time_source.now()
    lapsed = (one for one in _lapsing() if one.at <= now)
    return [QuestionTimeout(one.match, one.player, one.question) for one in lapsed]


def answer_lapsed() -> int:
    """One round: give the rules' answer to every question that lapsed; how many."""
    answered = 0
    for lapsed in lapsed_questions():
        with step("lapse", f"A question could not lapse (player {lapsed.player_id})."):
            answered += execute(lapsed).event is not None
    return answered
