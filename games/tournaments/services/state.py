"""What the pairing of a tournament is computed from, read from the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext_noop as _

from accounts.services.blocks import apart_among
from games.events.models import Event
from games.matches.models import Match
from games.matches.refusals import NoSuchEvent
from games.matches.services import presence
from games.matches.services.clocks import CLOCKS
from games.tournaments import rounds
from games.tournaments.models import Bye, Entrant, Tournament, TournamentTable
from games.tournaments.rounds.model import LATE_ENTRY
from games.tournaments.services.planning import ROUNDS


@dataclass(frozen=True)
class Board:
    """A tournament with its players, tables and byes at one moment."""

    tournament: Tournament
    entrants: list[Entrant]
    tables: list[TournamentTable]
    byes: list[Bye]

    @cached_property
    def plan(self) -> rounds.Plan:
        own = self.tournament
        return rounds.Plan(
            format=rounds.Format(own.format),
            size=own.size,
            rounds=own.rounds,
            seed=own.seed,
            sizes=tuple(own.event.sizes),
        )

    def plan_apart(self) -> rounds.Plan:
        """Return the plan for a pairing that keeps blocked players apart."""
        users = {one.user_id: one.pk for one in self.entrants if one.user_id is not None}
        pairs = apart_among(users)
        apart = frozenset(frozenset(users[user] for user in pair) for pair in pairs)
        return replace(self.plan, apart=apart)

    @cached_property
    def players(self) -> list[rounds.Entrant]:
        """The players as the pairing sees them; those who are away sit out like withdrawn ones."""
        return [
            rounds.Entrant(
                id=one.pk,
                rating=one.rating,
                first_round=one.first_round,
                withdrawn_after=self._last_round(one),
            )
            for one in self.entrants
        ]

    @cached_property
    def results(self) -> list[rounds.Result]:
        return [result_of(table) for table in self.tables]

    @cached_property
    def rests(self) -> list[rounds.Bye]:
        return [rounds.Bye(one.round, one.entrant_id) for one in self.byes]

    def _last_round(self, entrant: Entrant) -> int | None:
        if entrant.withdrawn_after is not None:
            return entrant.withdrawn_after
        return self.tournament.round if entrant.away and takes_late(self.tournament) else None

    def standings(self) -> tuple[rounds.Standing, ...]:
        return rounds.standings(self.plan, self.players, self.results, self.rests)


def read(tournament: Tournament) -> Board:
    """Return a tournament with everything that its pairing depends on."""
    return Board(
        tournament=tournament,
        entrants=list(tournament.entrants.select_related("user")),
        tables=list(tournament.tables.all()),
        byes=list(tournament.byes.all()),
    )


def result_of(table: TournamentTable) -> rounds.Result:
    """Return what a table counts: none while it is played, all absent if no result counts."""
    seated = tuple(table.seated)
    places = None if table.decided_at is None else tuple(table.places or (1,) * len(seated))
    absent = frozenset(table.absent)
    if table.decided_at is not None and table.places is None:
        absent = frozenset(seated)
    return rounds.Result(table.round, seated, places, absent)


def lock(event_id: str, *, wait: bool = True) -> Tournament | None:
    """Return a tournament with its event's row locked until the end of the transaction.

    Whatever changes players, tables or rounds locks this row first; registrations lock it too.

    Args:
        event_id: The event.
        wait: Whether to wait for another transaction that has it.

    Returns:
        None if there is none, or another transaction has it.
    """
    rows = Event.objects.select_for_update(no_key=True, of=("self",), skip_locked=not wait)
    event = rows.select_related("club", "organiser").filter(pk=event_id).first()
    tournament = None if event is None else Tournament.objects.filter(event=event).first()
    if tournament is not None and event is not None:
        tournament.event = event
    return tournament


def lock_existing(event_id: str) -> Tournament:
    """Return a tournament with its event's row locked; raise NoSuchEvent."""
    found = lock(event_id)
    if found is None:
        raise NoSuchEvent(_("There is no such event. Check that the link is complete."))
    return found


def takes_late(tournament: Tournament) -> bool:
    """Return whether players may enter after the first round: the schedule is not fixed."""
    return rounds.Format(tournament.format) in LATE_ENTRY


def takes_players(tournament: Tournament) -> bool:
    """Return whether players may enter now."""
    if tournament.round and not takes_late(tournament):
        return False
    return not tournament.rounds or tournament.round < tournament.rounds


def rounds_with(tournament: Tournament, players: int) -> int:
    """Return how many rounds a tournament has with this number of players; 0 for an arena."""
    kind, sizes = rounds.Format(tournament.format), tournament.event.sizes
    usual = rounds.rounds_for(kind, players, tournament.size, sizes)
    return tournament.rounds or min(usual, ROUNDS[-1])


def is_live(tournament: Tournament) -> bool:
    """Return whether its players sit at their tables together."""
    return CLOCKS[tournament.event.clock].pace == Match.Pace.LIVE


def here_among(tournament: Tournament, entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return the players who are here before the first round.

    At live tables those count who have said so, or have a page of the site open.
    """
    playing = [one for one in entrants if one.withdrawn_after is None]
    if not is_live(tournament):
        return playing
    present = presence.here(one.user_id for one in playing if one.user_id is not None)
    return [one for one in playing if one.here_at is not None or one.user_id in present]


def seated_ids(tables: Iterable[TournamentTable]) -> set[int]:
    """Return the ids of the entrants at these tables."""
    return {entrant for table in tables for entrant in table.seated}
