"""A tournament goes on: results are read, absent players found, and the next rounds paired.

The worker calls `work` every few seconds. Each step is one transaction that first locks the event,
and looks again at what is due, so that a worker may be killed between any two of them and two
workers do nothing twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from django.db import transaction

from core.monitoring.context import step
from games.clubs.models import Club
from games.events.models import Event
from games.events.services import running as events
from games.matches.models import Event as MatchEvent
from games.matches.models import Match, Player
from games.matches.services import arrivals, time_source
from games.matches.services.append import Change
from games.matches.services.endings import call_off_by, leave_for_good
from games.matches.services.execute import Command, Table, execute
from games.tournaments import rounds
from games.tournaments.models import (
    TIMED_OUT,
    Bye,
    Entrant,
    Ruling,
    Tournament,
    TournamentTable,
)
from games.tournaments.services import entering, seating
from games.tournaments.services.news import moved, tell
from games.tournaments.services.planning import PLAYERS, ROUNDS
from games.tournaments.services.state import (
    Board,
    here_among,
    lock,
    read,
    rounds_with,
    seated_ids,
    takes_late,
    takes_players,
)

FIRST_AFTER = timedelta(seconds=60)
"""How long after the beginning the first round is paired: players say that they are here."""
WAITS = timedelta(minutes=15)
"""How long a tournament waits for enough players."""
PAUSED_FOR = timedelta(days=7)
"""How long an organiser can pause a tournament: it goes on without one who is gone."""
MOST_ROUNDS = ROUNDS[-1]
FEWEST = PLAYERS[0]
"""The fewest players for a first round."""
ENDED = (Match.Status.FINISHED, Match.Status.ABORTED, Match.Status.CLOSED)
RUNNING = Event.Status.RUNNING
Format, Why = Tournament.Format, TournamentTable.Why


def begin(event: Event) -> bool:
    """Begin the tournament of an event whose row is locked; return False if it has none."""
    tournament = Tournament.objects.filter(event=event).first()
    if tournament is None:
        return False
    now = time_source.now()
    tournament.event = event
    tournament.began_at, tournament.next_at = now, now + FIRST_AFTER
    tournament.save()
    entering.sync(tournament)
    entering.start_if_all_here(tournament)
    return True


def work() -> int:
    """Do what is due in all running tournaments, and return how much was done."""
    running = Tournament.objects.filter(event__status=Event.Status.RUNNING, ended_at=None)
    done = 0
    for event_id in list(running.values_list("pk", flat=True)):
        with step("tournament", f"Tournament {event_id} could not go on."):
            done += tend(event_id)
    return done


def tend(event_id: str) -> int:
    """Do what is due in one tournament, and return how much was done."""
    return (
        _enter(event_id)
        + seating.open_tables(event_id)
        + _end_no_shows(event_id)
        + _read_results(event_id)
        + _end_late_round(event_id)
        + _go_on(event_id)
    )


@dataclass(frozen=True)
class EndNoShow(Command):
    """Take a player who did not come in time out of a live match of a tournament.

    Others play on against a bot in the seat. A match with fewer than two players is called off.
    """

    needs_store: ClassVar[bool] = True

    def judge(self, table: Table) -> Change | None:
        match, players = table.access.match, table.access.players
        absent = arrivals.absent(match, players)
        if not absent or time_source.now() < arrivals.awaited_until(match):
            return None
        here = [one for one in players if one.person and one not in absent]
        if len(here) > 1:
            return leave_for_good(table, absent[0], MatchEvent.Kind.EXPEL)
        return call_off_by(table, absent, arrivals.ABSENT)


def _enter(event_id: str) -> int:
    with transaction.atomic():
        tournament = lock(event_id, wait=False)
        return 0 if tournament is None else entering.sync(tournament)


def _end_no_shows(event_id: str) -> int:
    late = time_source.now() - arrivals.COME_WITHIN
    awaited = Player.objects.filter(
        match__tournament_table__tournament=event_id,
        match__tournament_table__decided_at=None,
        match__status=Match.Status.RUNNING,
        match__pace=Match.Pace.LIVE,
        match__started_at__lte=late,
        came_at=None,
        left_at=None,
    ).exclude(user=None)
    done = 0
    for match_id in sorted(set(awaited.values_list("match", flat=True))):
        with step("tournament", f"Match {match_id} could not go on without a player."):
            while execute(EndNoShow(match_id)).event is not None:
                done += 1
    return done


def _read_results(event_id: str) -> int:
    """Store the results of matches that have ended."""
    # A match with the cards of other tables has no result for others before all are over.
    ended = TournamentTable.objects.filter(
        tournament=event_id, decided_at=None, match__status__in=ENDED
    ).exclude(match__deal=Match.Deal.SEALED)
    if not ended.exists():
        return 0
    with transaction.atomic():
        tournament = lock(event_id, wait=False)
        if tournament is None:
            return 0
        tables = list(ended.select_related("match"))
        away = {one for table in tables for one in _read_result(table)}
        Entrant.objects.filter(pk__in=away).update(away=True)
        if tables:
            moved(tournament)
        return len(tables)


def _end_late_round(event_id: str) -> int:
    """Decide the tables that are still played when the time for their round is over.

    All players there share the first place. The matches go on, and change only ratings.
    """
    now = time_source.now()
    if not Tournament.objects.filter(pk=event_id, paused_at=None, round_until__lte=now).exists():
        return 0
    with transaction.atomic():
        tournament = lock(event_id, wait=False)
        if tournament is None or tournament.paused or tournament.event.status != RUNNING:
            return 0
        if tournament.round_until is None or tournament.round_until > now:
            return 0
        late = list(tournament.tables.filter(decided_at=None))
        for table in late:
            before = {"places": table.places, "absent": table.absent}
            table.places = seating.places_without(table.seated, table.absent)
            table.why, table.decided_at = Why.TIME, now
            table.save()
            after = {"places": table.places, "absent": table.absent, "cause": TIMED_OUT}
            Ruling.objects.create(tournament=tournament, table=table, before=before, after=after)
        tournament.round_until = None
        tournament.save(update_fields=["round_until"])
        moved(tournament)
        people = Entrant.objects.filter(pk__in=seated_ids(late)).exclude(user=None)
        tell(tournament.event, {one.user_id for one in people if one.user_id}, "timed-out")
        return 1 + len(late)


def _read_result(table: TournamentTable) -> set[int]:
    """Store what a match that has ended counts.

    A player who did not come, or who called the match off, gets nothing, and the others beat them.
    A match that all agreed to call off, or a moderator called off, counts for no player.

    Returns:
        The players who did not come.
    """
    match = table.match
    assert match is not None
    players = {one.user_id: one for one in match.players.exclude(user=None)}
    users = dict(Entrant.objects.filter(pk__in=table.seated).values_list("pk", "user_id"))
    seats = {pk: players[users[pk]] for pk in table.seated if users.get(pk) in players}
    gone = set(table.seated) - seats.keys()
    gone |= {pk for pk, one in seats.items() if _did_not_come(match, one)}
    missing = set(gone)
    if match.status == Match.Status.FINISHED:
        last = match.seats + 1
        places = {pk: one.place or last for pk, one in seats.items() if pk not in gone}
        table.places = _ranked([places.get(pk, last) for pk in table.seated])
        table.why = Why.ABSENT if gone else Why.PLAYED
    else:
        missing |= {pk for pk, one in seats.items() if one.called_off_at is not None}
        table.places = seating.places_without(table.seated, missing) if missing else None
        table.why = Why.ABSENT if gone else Why.CALLED_OFF
    table.absent, table.decided_at = sorted(missing), time_source.now()
    table.save()
    return gone


def _did_not_come(match: Match, player: Player) -> bool:
    """Return whether a player was taken out of a live match, or it was called off, without them."""
    if match.pace != Match.Pace.LIVE or player.came_at is not None:
        return False
    return player.left_by == MatchEvent.Kind.EXPEL or player.called_off_at is not None


def _ranked(places: list[int]) -> list[int]:
    """Return places without gaps, except for those that players share (1, 1, 3)."""
    return [1 + sum(other < place for other in places) for place in places]


def _go_on(event_id: str) -> int:
    """Begin a break, pair the next round, or end the tournament."""
    with transaction.atomic():
        tournament = lock(event_id, wait=False)
        if tournament is None or tournament.event.status != Event.Status.RUNNING:
            return 0
        now = time_source.now()
        if tournament.paused_at is not None and tournament.paused_at + PAUSED_FOR <= now:
            tournament.paused_at = None
            tournament.save(update_fields=["paused_at"])
            moved(tournament)
        if tournament.format == Format.ARENA and tournament.round:
            board = read(tournament)
            return _end_arena(board) or _pair_arena(board)
        if tournament.tables.filter(decided_at=None).exists():
            return 0
        if tournament.next_at is None:
            board = read(tournament)
            if _is_over(board):
                return _finish(tournament)
            tournament.next_at = now + timedelta(seconds=tournament.break_seconds)
            tournament.save(update_fields=["next_at"])
            moved(tournament)
            return 1
        if tournament.paused or tournament.next_at > now:
            return 0
        if tournament.round == 0 and not _check_in(tournament):
            return 1
        board = read(tournament)
    # Pairing a large round takes a while, in which no row is locked.
    return _pair(board)


def _is_over(board: Board) -> bool:
    number = board.tournament.round
    return number >= MOST_ROUNDS or rounds.is_over(
        board.plan, board.players, board.results, board.rests, number
    )


def _check_in(tournament: Tournament) -> bool:
    """Note who is here before the first round, and return whether enough players are.

    While too few are here, the first round waits, at most a quarter of an hour.
    """
    entrants = list(tournament.entrants.filter(withdrawn_after=None))
    here = {one.pk for one in here_among(tournament, entrants)}
    for one in entrants:
        one.away = one.pk not in here
    Entrant.objects.bulk_update(entrants, ["away"])
    ready = len(here)
    now = time_source.now()
    if ready >= FEWEST:
        if not takes_late(tournament):
            # A fixed schedule has no room for players who may come later.
            absent = tournament.entrants.filter(away=True)
            tournament.event.registrations.filter(user__in=absent.values("user")).delete()
            absent.delete()
        if tournament.format == Format.ARENA:
            tournament.pairs_until = now + timedelta(minutes=tournament.arena_minutes)
        else:
            players = len(entrants) if takes_late(tournament) else ready
            tournament.rounds = rounds_with(tournament, players)
        tournament.save(update_fields=["rounds", "pairs_until"])
        return True
    assert tournament.began_at is not None
    if now >= tournament.began_at + WAITS:
        _finish(tournament)
    else:
        tournament.next_at = now + FIRST_AFTER
        tournament.save(update_fields=["next_at"])
        moved(tournament)
    return False


def _pair(board: Board) -> int:
    """Pair the next round, and store it unless the tournament has changed in the meantime."""
    number = board.tournament.round + 1
    if board.tournament.format == Format.ARENA:
        with transaction.atomic():
            tournament = lock(board.tournament.pk, wait=False)
            return 0 if tournament is None else _pair_arena(read(tournament))
    drawn = rounds.pair_round(board.plan_apart(), board.players, board.results, board.rests, number)
    with transaction.atomic():
        tournament = lock(board.tournament.pk, wait=False)
        if tournament is None:
            return 0
        if tournament.number != board.tournament.number:
            return 1  # It is paired again, with what is new.
        # Withdrawals can leave a round without a table, and the next one with one.
        if not drawn.tables and _is_over(board):
            return _finish(tournament)
        _store(tournament, drawn, number)
        resting = Entrant.objects.filter(pk__in=drawn.byes).exclude(user=None)
        people = set(resting.values_list("user_id", flat=True))
        tell(tournament.event, {one for one in people if one}, "bye", number=number)
    return max(1, seating.open_tables(board.tournament.pk))


def _store(tournament: Tournament, drawn: rounds.Round, number: int) -> None:
    TournamentTable.objects.bulk_create(
        TournamentTable(tournament=tournament, round=number, number=at, seated=list(seated))
        for at, seated in enumerate(drawn.tables, 1)
    )
    Bye.objects.bulk_create(
        Bye(tournament=tournament, round=number, entrant_id=one) for one in drawn.byes
    )
    tournament.round, tournament.next_at = number, None
    limit = tournament.limit
    tournament.round_until = None if limit is None else time_source.now() + limit
    tournament.save(update_fields=["round", "next_at", "round_until"])
    if not takes_players(tournament):
        tournament.event.registrations.filter(waiting=True).delete()
    moved(tournament)


def _pair_arena(board: Board) -> int:
    """Pair the players of an arena who wait; its event is locked."""
    tournament, now = board.tournament, time_source.now()
    if tournament.paused or tournament.pairs_until is None or now >= tournament.pairs_until:
        return 0
    busy = seated_ids(table for table in board.tables if table.decided_at is None)
    played = {one: table.decided_at for table in board.tables for one in table.seated}
    waiting = [
        one.pk
        for one in board.entrants
        if one.withdrawn_after is None and not one.away and one.pk not in busy
    ]
    waiting.sort(key=lambda one: (played.get(one) or tournament.began_at or now, one))
    if len(waiting) < min(board.plan.allowed):
        return 0
    drawn = rounds.pair_waiting(board.plan_apart(), waiting, board.players, board.results)
    if not drawn.tables:
        return 0
    _store(tournament, drawn, tournament.round + 1)
    return len(drawn.tables)


def _end_arena(board: Board) -> int:
    """End an arena whose time is over once its last matches are."""
    until = board.tournament.pairs_until
    assert until is not None
    playing = any(table.decided_at is None for table in board.tables)
    return 0 if playing or time_source.now() < until else _finish(board.tournament)


def _finish(tournament: Tournament) -> int:
    """End a tournament whose event is locked, and notify its players."""
    tournament.ended_at, tournament.next_at = time_source.now(), None
    tournament.save(update_fields=["ended_at", "next_at"])
    events.finish(tournament.event)
    moved(tournament)
    people = tournament.entrants.exclude(user=None).values_list("user_id", flat=True)
    tell(tournament.event, {one for one in people if one}, "results")
    return 1


def end_now(tournament: Tournament) -> None:
    """End a tournament whose event is locked; matches that are played do not count."""
    unplayed = tournament.tables.filter(decided_at=None)
    unplayed.update(decided_at=time_source.now(), why=Why.UNFINISHED)
    _finish(tournament)


def end_all(club: Club) -> None:
    """End the running tournaments of a club that is deleted, as `end_now` does."""
    for event in club.events.filter(status=RUNNING):
        tournament = lock(event.pk)
        if tournament is not None and tournament.event.status == RUNNING:
            end_now(tournament)
