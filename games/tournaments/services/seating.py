"""Tables of a round become matches; tables that cannot be played are decided at once."""

from __future__ import annotations

from collections.abc import Collection
from itertools import permutations

from django.db import transaction

from accounts.services.blocks import apart_among, has_blocked
from core.refusals import Refusal
from games.duplicates import services as duplicates
from games.duplicates.models import DuplicateDeal
from games.events.models import Event
from games.lobby.services import dealing, lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.services import time_source
from games.titles.registry import newest
from games.tournaments.models import Entrant, Tournament, TournamentTable
from games.tournaments.services.news import moved, tell
from games.tournaments.services.state import lock

Why = TournamentTable.Why


class _Refused(Exception):
    """A player may not sit down at a table."""

    def __init__(self, entrant: Entrant) -> None:
        super().__init__(entrant.pk)
        self.entrant = entrant


def open_tables(event_id: str) -> int:
    """Start the matches of tables that have none, and return how many tables that concerns.

    Each table has a transaction of its own: moves of other matches need not wait for a large
    round, and a worker that is killed leaves no half of a table.
    """
    waiting = TournamentTable.objects.filter(tournament=event_id, match=None, decided_at=None)
    opened = sum(_open(event_id, pk) for pk in list(waiting.values_list("pk", flat=True)))
    if not waiting.exists():
        _close_deals(event_id)
    return opened


@transaction.atomic
def _open(event_id: str, table_id: int) -> int:
    tournament = lock(event_id, wait=False)
    waiting = TournamentTable.objects.filter(pk=table_id, match=None, decided_at=None)
    table = waiting.first()
    if tournament is None or table is None or tournament.event.status != Event.Status.RUNNING:
        return 0
    entrants = Entrant.objects.select_related("user__run_by").in_bulk(table.seated)
    seated = [entrants[pk] for pk in table.seated]
    missing = _kept_apart(seated) | {one.pk for one in seated if one.user is None}
    seats = newest(tournament.event.games[0]).game.seats
    while True:
        playing = [one for one in seated if one.pk not in missing]
        if len(playing) < 2 or len(playing) not in seats:
            _decide_without_match(tournament, table, missing)
            return 1
        try:
            with transaction.atomic():
                match = _start(tournament, table, playing)
        except _Refused as refused:
            missing.add(refused.entrant.pk)
        else:
            break
    table.absent = sorted(missing)
    table.seated = _as_seated(match, seated)
    table.save(update_fields=["absent", "seated"])
    moved(tournament)
    people = {one.user_id for one in playing if one.user_id is not None}
    if tournament.format == Tournament.Format.ARENA:
        tell(tournament.event, people, "table", match=match)
    else:
        tell(tournament.event, people, "round", match=match, number=table.round)
    return 1


def _start(tournament: Tournament, table: TournamentTable, playing: list[Entrant]) -> Match:
    """Start the match of a table; raise _Refused for a player who may not sit down."""
    event = tournament.event
    request = TableRequest(
        event.games[0],
        len(playing),
        public=event.is_public,
        rated=event.rated,
        clock=event.clock,
    )
    deal = _deal_for(tournament, table, request)
    if deal is None:
        match = lobby.create_table(request, host=None, for_guests=True)
    else:
        match = duplicates.add_table(deal, request, host=None, for_guests=True)
    table.match = match
    table.save(update_fields=["match"])
    for one in playing:
        assert one.user is not None
        try:
            lobby.sit_down(match, one.user, "")
        except Refusal as refusal:
            raise _Refused(one) from refusal
    dealing.start_if_full(match)
    return match


def _deal_for(
    tournament: Tournament, table: TournamentTable, request: TableRequest
) -> DuplicateDeal | None:
    """Return the deal of the round's tables of this size; None if the table has its own cards.

    A table that is the only one of its size has its own, since no result can be compared.
    """
    if not tournament.same_cards:
        return None
    others = tournament.tables.filter(round=table.round).exclude(pk=table.pk)
    if not any(len(one.seated) == request.seats for one in others):
        return None
    dealt = DuplicateDeal.objects.filter(
        tables__match__tournament_table__in=others, seats=request.seats, ended_at=None
    ).exclude(open_until=None)
    return dealt.first() or duplicates.new_deal(request, public=request.public)


def _close_deals(event_id: str) -> None:
    """Let the deals of a round end once their tables are over: all tables are open."""
    open_deals = DuplicateDeal.objects.filter(
        tables__match__tournament_table__tournament=event_id, ended_at=None
    ).exclude(open_until=None)
    for deal in open_deals.distinct():
        duplicates.close_entries(deal)


def _as_seated(match: Match, entrants: Collection[Entrant]) -> list[int]:
    """Return the entrants in the order of seats, which are drawn in a rated match."""
    seats = {one.user_id: one.seat or 0 for one in match.players.all()}
    last = match.seats
    in_order = sorted(entrants, key=lambda one: seats.get(one.user_id, last))
    return [one.pk for one in in_order]


def _kept_apart(seated: Collection[Entrant]) -> set[int]:
    """Return the entrants who have blocked another one at their table, and so can't play there."""
    at_table = {one.user_id: one for one in seated if one.user_id is not None}
    users = {pk: one.user for pk, one in at_table.items() if one.user is not None}
    found = set()
    for pair in apart_among(at_table.keys()):
        for owner, other in permutations(pair):
            if has_blocked(users[owner], users[other]):
                found.add(at_table[owner].pk)
    return found


def _decide_without_match(
    tournament: Tournament, table: TournamentTable, missing: set[int]
) -> None:
    table.absent = sorted(missing)
    table.places = places_without(table.seated, missing)
    table.why, table.decided_at = Why.APART, time_source.now()
    table.save()
    moved(tournament)


def places_without(seated: Collection[int], absent: Collection[int]) -> list[int] | None:
    """Return the places of a table without a match: those who are there share the first one.

    Returns:
        None if no player is there.
    """
    there = [one for one in seated if one not in absent]
    if not there:
        return None
    return [1 if one in there else len(there) + 1 for one in seated]
