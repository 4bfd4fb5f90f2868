"""The worker's actions when time is up: clocks that ran out, and questions that timed out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from core.monitoring.context import step
from games.matches.models import Event, Match, Player
from games.matches.services import time_source
from games.matches.services.append import Change, next_event
from games.matches.services.clocks import (
    GRACE,
    RESUMED_WITH,
    is_up,
    moment,
    question_deadline,
    resume,
)
from games.matches.services.commands import QuestionTimeout, carry_out
from games.matches.services.endings import put_out
from games.matches.services.event_store import installed, match_state
from games.matches.services.execute import Command, Table, execute
from games.titles.registry import ALL_RULES

BATCH = 100
OVERSLEPT = timedelta(seconds=30)
"""If something ends so late, the worker was down, and perhaps the site: no player is to blame."""


def expire_all_due() -> int:
    """Expire every clock and secret question whose time is up; return the number of events."""
    late = time_source.now() - GRACE
    out = Player.objects.filter(installed("match__"), deadline__lt=late)
    out = out.order_by("deadline", "asked_since", "seat")
    # Each match once, in the order of the deadlines.
    clocks = list(dict.fromkeys(out.values_list("match_id", flat=True)[:BATCH]))
    secret = Match.objects.filter(installed(), answer_by__lt=late).values_list("id", flat=True)
    events = 0
    for match_id in [*clocks, *secret[:BATCH]]:
        with step("clock", f"The clock of match {match_id} could not be expired."):
            events += expire(match_id)
    return events


def resume_all() -> int:
    """Give clocks more time if the site was down; return the number of matches.

    A worker calls this when it starts. A clock that ran out long ago shows that no worker ran then,
    and probably no server, so that the players could not move. All clocks that are low then, even
    if they did not run out, get some time for the players to come back.
    """
    now = time_source.now()
    if not _running_out(now - GRACE - OVERSLEPT).exists():
        return 0
    resumed = 0
    low = Q()
    for pace, whole in RESUMED_WITH.items():
        low |= Q(pk__in=_running_out(now + whole / 2), pace=pace)
    for match_id in Match.objects.filter(low).order_by("pk").values_list("id", flat=True):
        with step("clock", f"The clocks of match {match_id} could not be resumed."):
            resumed += execute(ResumeClocks(match_id)).event is not None
    return resumed


def _running_out(before: datetime) -> QuerySet[Match]:
    """Select the matches with a clock, or a deadline of secret questions, before this moment."""
    clocks = Player.objects.filter(deadline__lt=before).values("match")
    return Match.objects.filter(Q(pk__in=clocks) | Q(answer_by__lt=before), installed())


def next_due() -> datetime | None:
    """Return when the next clock or timed question runs out, grace included; None for none."""
    clocks = Player.objects.filter(installed("match__"), deadline__isnull=False)
    secret = Match.objects.filter(installed(), answer_by__isnull=False)
    ends = (
        clocks.order_by("deadline").values_list("deadline", flat=True).first(),
        secret.order_by("answer_by").values_list("answer_by", flat=True).first(),
    )
    times = [end + GRACE for end in ends if end is not None]
    return min((*times, *(question.at for question in _timed_questions())), default=None)


def expire(match_id: str) -> int:
    """Expire the clock or the secret questions of one match; return the number of events."""
    if execute(ExpireClock(match_id)).event is not None:
        return 1
    answered = 0
    # All of them or none: answering only some would reveal who was asked.
    with transaction.atomic():
        while execute(SilentAnswer(match_id)).event is not None:
            answered += 1
    return answered


@dataclass(frozen=True)
class ExpireClock(Command):
    """Put out the player whose clock ran out first; the next round handles the others."""

    def judge(self, table: Table) -> Change | None:
        access, now = table.access, time_source.now()
        out = [player for player in access.players if is_up(table.access.match, player, now)]
        if access.match.status != Match.Status.RUNNING or not out:
            return None
        player = min(out, key=lambda player: (player.deadline, player.asked_since, player.seat))
        assert player.deadline is not None
        due_at = player.deadline + GRACE
        return replace(put_out(table, player, Event.Kind.TIMEOUT), due_at=due_at)


@dataclass(frozen=True)
class ResumeClocks(Command):
    """Give the low clocks of a match more time, since the site was down."""

    def judge(self, table: Table) -> Change | None:
        match = table.access.match
        if match.status != Match.Status.RUNNING:
            return None
        event = next_event(match, Event.Kind.RESUME, None, {})
        resumed = [one for one in table.access.players if resume(match, one, event.at)]
        whole = RESUMED_WITH[Match.Pace(match.pace)]
        if match.answer_by is not None and match.answer_by < event.at + whole / 2:
            match.answer_by = event.at + whole
        elif not resumed:
            return None
        after = table.state.after_event(event)
        return Change(table.access, event, after, rewritten=resumed)


@dataclass(frozen=True)
class SilentAnswer(Command):
    """Answer for a player who was asked in secret and did not.

    Putting the player out would reveal who was asked.
    """

    def judge(self, table: Table) -> Change | None:
        match, now = table.access.match, time_source.now()
        running = match.status == Match.Status.RUNNING
        if not running or match.answer_by is None or moment(match, now) <= match.answer_by + GRACE:
            return None
        position = table.state.position
        asked = [player for player in table.access.players if player.seat in position.to_move()]
        if position.silence is None or not asked:
            return None
        due_at = match.answer_by + GRACE
        first = min(asked, key=lambda player: player.seat or 0)
        return replace(carry_out(table, first, position.silence.dump()), due_at=due_at)


class TimedQuestion(NamedTuple):
    """A question that the rules answer for a person at a certain time."""

    match: str
    player: int
    question: int
    at: datetime


def _timed_questions() -> list[TimedQuestion]:
    """Return the open questions of live matches for which the rules set a time."""
    matches = Q()
    for (slug, version), rules in ALL_RULES.items():
        if rules.game.timed_option is not None:
            option, value = rules.game.timed_option
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
        with step("question_timeout", f"A question could not be read (player {player.pk})."):
            at = question_deadline(player.match, player, match_state(player.match).position)
            if at is not None and player.asked_at is not None:
                found.append(TimedQuestion(player.match_id, player.pk, player.asked_at, at))
    return found


def timed_out_questions() -> list[QuestionTimeout]:
    """Return the commands that answer the questions whose time is up."""
    now = time_source.now()
    timed_out = (one for one in _timed_questions() if one.at <= now)
    return [QuestionTimeout(one.match, one.player, one.question) for one in timed_out]


def answer_timed_out() -> int:
    """Give the rules' answer to every question that timed out; return how many."""
    answered = 0
    for timed_out in timed_out_questions():
        words = f"A question that timed out was not answered (player {timed_out.player_id})."
        with step("question_timeout", words):
            answered += execute(timed_out).event is not None
    return answered
