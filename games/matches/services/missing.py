"""Matches whose game is not installed: their clocks stand still until it is back.

A game without the version of the rules that a match is played by is missing too. Games are found
when a process starts. A worker without a game notes since when its matches are missing; a worker
that has the game lets their clocks go on with the time that was left.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count

from core.monitoring.context import step
from games.matches.models import Event, Match, Player
from games.matches.services import clocks, time_source
from games.matches.services.append import Change, next_event
from games.matches.services.event_store import MISSING_SINCE, installed
from games.matches.services.execute import Command, Table, execute
from games.matches.services.vacations import Away, announced

BATCH = 500


def stop_clocks() -> int:
    """Stop the clocks of all running matches whose game is missing; return their number."""
    gone = Match.objects.filter(~installed(), status=Match.Status.RUNNING, missing_since=None)
    return gone.exclude(pace=Match.Pace.FREE).update(missing_since=time_source.now())


def start_clocks() -> int:
    """Let the clocks of matches go on whose game is back; return the number of matches."""
    back = Match.objects.filter(
        installed(), status=Match.Status.RUNNING, missing_since__isnull=False
    )
    started = 0
    for match_id in back.order_by("pk").values_list("id", flat=True)[:BATCH]:
        with step("clock", f"The clocks of match {match_id} could not be started again."):
            started += execute(StartClocks(match_id)).event is not None
            _catch_up_on_vacations(match_id)
    return started


def waiting_by_rules() -> dict[tuple[str, int], int]:
    """Return the number of running matches by missing rules: the slug of a game, and a version."""
    gone = Match.objects.filter(~installed(), status=Match.Status.RUNNING)
    counted = gone.values_list("game", "rules").annotate(count=Count("pk"))
    return {(game, rules): count for game, rules, count in counted.order_by("game", "rules")}


@dataclass(frozen=True)
class StartClocks(Command):
    """Let the clocks of a match go on, since its game is back; low ones get more time."""

    needs_store = True

    def judge(self, table: Table) -> Change | None:
        match, players = table.access.match, table.access.players
        since, match.missing_since = match.missing_since, None
        if match.status != Match.Status.RUNNING or since is None:
            return None
        event = next_event(match, Event.Kind.RESUME, None, {MISSING_SINCE: since.isoformat()})
        after = table.state.after_event(event)
        for player in players:
            clocks.go_on(match, player, since, event.at)
            clocks.resume(match, player, event.at)
            if player.asked_since is not None:
                player.asked_since += event.at - max(since, player.asked_since)
        if match.answer_by is not None:
            whole = clocks.RESUMED_WITH[Match.Pace(match.pace)]
            left = match.answer_by - since
            match.answer_by = event.at + (left if left >= whole / 2 else whole)
        return Change(table.access, event, after, rewritten=players)


def _catch_up_on_vacations(match_id: str) -> None:
    """Apply the vacations that players announced or ended while the game was missing."""
    players = Player.objects.filter(
        match=match_id, match__pace=Match.Pace.TURNS, user__isnull=False, left_at=None
    ).select_related("user")
    for player in players:
        assert player.user is not None
        now = time_source.now()
        vacation = announced(player.user, now)
        applies = player.away_until is not None and player.away_until > now
        known = (player.away_from, player.away_until) if applies else None
        if known != (None if vacation is None else (vacation.starts, vacation.ends)):
            execute(Away(match_id, player.user, vacation))
