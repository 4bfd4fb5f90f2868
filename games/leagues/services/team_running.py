"""Run team matches: reminders, the start of all boards, and their results."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from core.monitoring.context import step
from games.leagues.models import Board, TeamMatch
from games.leagues.services import pairs, teams
from games.leagues.services.teams import AHEAD, AWAY, HOME, Status
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.titles.registry import slugs

REMINDED = timedelta(hours=1)
BATCH = 50


def note_result(match: Match, players: list[Player], **signal: object) -> None:
    """Count a match that ended, in its transaction."""
    board = Board.objects.select_for_update(no_key=True).filter(match=match).first()
    if board is not None and board.home_points is None:
        _score(board, pairs.result(players, board.home_id, board.away_id))


def note_absent(match: Match, players: list[Player], **signal: object) -> None:
    """Decide a board to which not both players came."""
    board = Board.objects.select_for_update(no_key=True).filter(match=match).first()
    if board is not None and board.home_points is None:
        away = {player.user_id for player in players}
        _score(board, pairs.without((board.home_id in away, board.away_id in away)))


def note_annulled(match_id: str, **signal: object) -> None:
    """Take the points of a match that a moderator has annulled."""
    over = Board.objects.filter(match=match_id, home_points__isnull=False)
    over.update(home_points=pairs.LOST, away_points=pairs.LOST)


def given_seats() -> Q:
    """Return a filter of players in team matches: organisers name them, until the start."""
    return Q(match__board__isnull=False)


def work() -> int:
    """Do what is due for all team matches, and return how much was done."""
    if not TeamMatch.objects.filter(status__in=(*AHEAD, Status.RUNNING)).exists():
        return 0
    return _remind() + _start_due() + _settle()


def _remind() -> int:
    soon = time_source.now() + REMINDED
    due = TeamMatch.objects.filter(status=Status.AGREED, reminded=False, starts_at__lte=soon)
    done = 0
    for row in due[:BATCH]:
        with step("league", f"Team match {row.pk} could not be announced."), transaction.atomic():
            team_match = teams.lock(row)
            if team_match.status != Status.AGREED or team_match.reminded:
                continue
            team_match.reminded = True
            team_match.save(update_fields=["reminded"])
            for side in (HOME, AWAY):
                users = teams.named(team_match, side)
                teams.notify(team_match, side, users, "team-soon", dated=True)
            done += 1
    return done


def _start_due() -> int:
    """Start agreed team matches, except those of a game that is gone, and end unanswered ones."""
    startable = Q(status=Status.PROPOSED) | (Q(status=Status.AGREED) & Q(game__in=slugs()))
    due = TeamMatch.objects.filter(startable, starts_at__lte=time_source.now())
    done = 0
    for row in due[:BATCH]:
        with step("league", f"Team match {row.pk} could not begin."), transaction.atomic():
            team_match = teams.lock(row)
            if team_match.status == Status.PROPOSED:
                teams.call_off(team_match, None)
            elif team_match.status == Status.AGREED:
                _start(team_match)
            done += 1
    return done


def _start(team_match: TeamMatch) -> None:
    for board in team_match.boards.select_related("home", "away"):
        started = pairs.start(
            *(board.home, board.away, team_match.game),
            clock=team_match.clock,
            rated=team_match.rated,
            public=all(club.public for club in team_match.clubs),
        )
        if started.match is None:
            _score(board, started.points)
        else:
            board.match = started.match
            board.save(update_fields=["match"])
    team_match.status = Status.RUNNING
    team_match.save(update_fields=["status"])


def _settle() -> int:
    """Note matches that were called off, and the ends of team matches."""
    done = 0
    running = Board.objects.filter(team_match__status=Status.RUNNING, home_points=None)
    off = Q(match=None) | Q(match__status__in=(Match.Status.ABORTED, Match.Status.CLOSED))
    for board in running.filter(off)[:BATCH]:
        with step("league", f"Team match {board.team_match_id} could not go on."):
            _score(board, (pairs.LOST, pairs.LOST))
            done += 1
    over = TeamMatch.objects.filter(status=Status.RUNNING)
    over = over.exclude(pk__in=running.values("team_match"))
    return done + over.update(status=Status.OVER)


def _score(board: Board, points: pairs.Points) -> None:
    board.home_points, board.away_points = points
    board.save(update_fields=["home_points", "away_points"])
