"""Functions about tournaments that tests call in the site's processes, as those of inside.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import timedelta
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.contract import Json
from games.events.services import running as events
from games.events.services.planning import EventFacts
from games.matches.models import Match
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.services import planning, running
from games.tournaments.services.planning import TournamentTerms
from games.tournaments.services.state import Board, lock, read
from tests.helpers.tokens import key_for

AHEAD = timedelta(hours=1)
TRIED = 12
"""The most players of whom all tables are tried."""
Pair = frozenset[int]
SEED = 8


def plan_tournament(players: int, late: int, game: str, **terms: Any) -> Json:
    """Plan a tournament that begins in an hour; return it with the accounts that will play it."""
    kind = f"{terms['format']}{terms['size']}"
    organiser, *people = (
        User.objects.create_user(f"{kind}p{number}", f"{kind}p{number}@example.org")
        for number in range(players + 1)
    )
    facts = EventFacts(
        *("The cup", (timezone.now() + AHEAD).replace(tzinfo=None), "UTC"),
        games=(game,),
        clock="live-5",
        places=players,
    )
    made = planning.plan(organiser, facts, TournamentTerms(**terms))
    Tournament.objects.filter(pk=made.pk).update(seed=SEED)
    known = [{"name": one.username, "token": key_for(one)} for one in (organiser, *people)]
    return {
        "id": made.pk,
        "format": terms["format"],
        "organiser": known[0],
        "people": known[1:],
        "late": [one["name"] for one in known[1:][players - late :]],
        "starts_in": AHEAD.total_seconds(),
    }


def settle(event_id: str) -> bool:
    """Do what is due in a tournament, as the worker does, until nothing is.

    A worker leaves a tournament alone while another has its lock. PostgreSQL keeps the lock of a
    killed one until it has seen that it is gone.
    """
    with transaction.atomic():
        lock(event_id)
    while events.work() + running.tend(event_id):
        pass
    return True


def played(event_id: str) -> Json:
    """Return what a test checks of a tournament, and a digest of all tables and standings."""
    tournament = Tournament.objects.select_related("event").get(pk=event_id)
    board = read(tournament)
    names = {one.pk: one.user.username if one.user else "" for one in board.entrants}
    standings = board.standings()
    facts = (
        [(one.round, one.number, one.places, one.why) for one in board.tables],
        [[(names[pk], pk in one.absent) for pk in one.seated] for one in board.tables],
        sorted((one.round, names[one.entrant_id]) for one in board.byes),
        [
            (
                names[one.entrant],
                one.place,
                str(one.points),
                [str(by.value) for by in one.tiebreaks],
            )
            for one in standings
        ],
    )
    matches = Match.objects.filter(tournament_table__tournament=event_id)
    return {
        "status": tournament.event.status,
        "rounds": tournament.round,
        "tables": len(board.tables),
        "undecided": sum(one.decided_at is None for one in board.tables),
        "absent": sum(len(one.absent) for one in board.tables),
        "withdrawn": sum(one.withdrawn_after is not None for one in board.entrants),
        "late": sum(one.first_round > 1 for one in board.entrants),
        "twice_in_a_round": _twice(board),
        "met_again": _met_again(board),
        "wrong_points": [
            names[one.entrant] for one in standings if one.points != _points(board, one.entrant)
        ],
        "matches": matches.count(),
        "not_ended": matches.exclude(status__in=running.ENDED).count(),
        "digest": sha256(repr(facts).encode()).hexdigest()[:16],
    }


def _met_again(board: Board) -> int:
    """Return how many pairs met again in rounds in which that could be avoided.

    In a round of few players all tables of the same sizes are tried.
    """
    met: set[Pair] = set()
    found = 0
    for number in range(1, board.tournament.round + 1):
        tables = [table for table in board.tables if table.round == number]
        seated = [one for table in tables for one in table.seated]
        again = sum(len(met & _pairs(table.seated)) for table in tables)
        if again and len(seated) <= TRIED:
            again -= _fewest(frozenset(seated), sorted(len(one.seated) for one in tables), met)
        found += again
        for table in tables:
            met |= _pairs(set(table.seated) - set(table.absent))
    return found


def _pairs(players: Collection[int]) -> set[Pair]:
    return {frozenset(pair) for pair in combinations(players, 2)}


def _fewest(players: frozenset[int], sizes: list[int], met: set[Pair]) -> int:
    """Return the fewest pairs that meet again at tables of these sizes."""
    if not players:
        return 0
    first = min(players)
    return min(
        len(met & _pairs({first, *others}))
        + _fewest(players - {first, *others}, [*sizes[:at], *sizes[at + 1 :]], met)
        for at, size in enumerate(sizes)
        if size not in sizes[:at]
        for others in combinations(sorted(players - {first}), size - 1)
    )


def _twice(board: Board) -> int:
    """Return how many players sit at two tables of a round, or have a bye there, too."""
    seats = Counter((table.round, one) for table in board.tables for one in table.seated)
    seats.update((bye.round, bye.entrant_id) for bye in board.byes)
    return sum(times > 1 for times in seats.values())


def _points(board: Board, entrant: int) -> Fraction:
    """Return the points of a player by the rules of docs/tournaments.md, computed again."""
    points = Fraction(sum(bye.entrant_id == entrant for bye in board.byes))
    return points + sum(
        (_share(table, entrant) for table in board.tables if entrant in table.seated), Fraction()
    )


def _share(table: TournamentTable, entrant: int) -> Fraction:
    if table.places is None or entrant in table.absent:
        return Fraction()
    places = dict(zip(table.seated, table.places, strict=True))
    left_behind = Fraction()
    for other in places.keys() - {entrant}:
        if other in table.absent or places[other] > places[entrant]:
            left_behind += 1
        elif places[other] == places[entrant]:
            left_behind += Fraction(1, 2)
    return left_behind / (len(places) - 1)
