"""Tournaments on a clock that tests set, and matches that end when players resign."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.events.models import Event, Registration
from games.events.services import running as events
from games.events.services.finding import EventAccess, open_event
from games.events.services.planning import EventFacts
from games.matches.models import Match, Player
from games.matches.services import commands
from games.tournaments.models import Entrant, Tournament, TournamentTable
from games.tournaments.services import entering, planning, running
from games.tournaments.services.planning import TournamentTerms
from games.tournaments.services.state import read
from tests.games.events.conftest import START
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, people, person
from tests.helpers.values import not_none

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil", "Fritz", "Gabi", "Hans", "Ida")
FACTS = EventFacts("The cup", START, "UTC", games=("condottiere",), clock="live-5", places=16)


@dataclass
class Play:
    """A tournament that a test plays, with the user who organises it.

    Users come to their tables as soon as these are open, except those in `asleep`.
    """

    event: Event
    organiser: User
    users: list[User]
    wall: Wall
    asleep: set[int]

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.select_related("event").get(pk=self.event.pk)

    def at(self, user: User) -> EventAccess:
        return open_event(user, self.event.pk)

    def tick(self, seconds: float = 0) -> None:
        """Let time pass, and the worker work until nothing is due; users come to their tables."""
        self.wall.wait(seconds=seconds)
        with committed():
            while running.work():
                self.come()
        self.come()

    def come(self) -> None:
        waiting = Player.objects.filter(match__tournament_table__tournament=self.event.pk)
        here = waiting.filter(came_at=None).exclude(user__in=self.asleep)
        here.update(came_at=timezone.now())

    def tables(self) -> list[TournamentTable]:
        """Return the tables that are still played."""
        open_tables = TournamentTable.objects.filter(tournament=self.event.pk, decided_at=None)
        return list(open_tables.select_related("match"))

    def play(self, *, best: bool = True) -> None:
        """End all matches: all but one player resign, those with higher numbers first."""
        for table in self.tables():
            resign(not_none(table.match), best=best)
        self.tick()

    def play_round(self) -> None:
        """End the round, and let the break pass."""
        self.play()
        self.tick(self.tournament.break_seconds)

    def entrant(self, user: User) -> Entrant:
        return Entrant.objects.get(tournament=self.event.pk, user=user)

    def points(self) -> dict[str, float]:
        """Return the points by username, the first place first."""
        board = read(self.tournament)
        names = {one.pk: not_none(one.user).username for one in board.entrants}
        return {names[one.entrant]: float(one.points) for one in board.standings()}

    def page(self) -> str:
        """Return the page as the public sees it."""
        return Client().get(self.tournament.get_absolute_url()).content.decode()

    def met(self) -> list[frozenset[int]]:
        """Return who sat together, table by table."""
        tables = TournamentTable.objects.filter(tournament=self.event.pk)
        return [frozenset(table.seated) for table in tables]


def resign(match: Match, *, best: bool = True) -> None:
    """Let the players of a match resign until it ends; `best`: the first user stays."""
    players = list(match.players.exclude(user=None).order_by("-user" if best else "user"))
    with committed():
        for player in players:
            match.refresh_from_db()
            if match.status == Match.Status.RUNNING:
                commands.resign(not_none(player.user), match.id)


def played(
    wall: Wall,
    players: int = 8,
    terms: TournamentTerms | None = None,
    paired: bool = True,
    **facts: object,
) -> Play:
    """Plan a tournament and register players; with `paired` the first round is paired."""
    organiser = person("Organiser")
    users = people(*NAMES[:players])
    about = replace(FACTS, **facts)  # type: ignore[arg-type]  # fields
    made = planning.plan(organiser, about, terms or TournamentTerms())
    Registration.objects.bulk_create(
        Registration(event=made.event, user=user, at=timezone.now(), waiting=number >= about.places)
        for number, user in enumerate(users)
    )
    play = Play(made.event, organiser, users, wall, set())
    if paired:
        begin(play)
    return play


def begin(play: Play, *, here: bool = True) -> None:
    """Let the tournament begin, players say that they are here, and the first round be paired."""
    play.wall.wait(seconds=(START - play.wall.now).total_seconds())
    events.work()
    if here:
        entering.be_here(play.at(play.users[0]))
        play.tournament.entrants.filter(user__in=play.users).update(here_at=timezone.now())
    play.tick(60)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """Return a clock that stands at a day before the tournament."""
    monkeypatch.setattr(timezone, "now", lambda: START.replace(day=START.day - 1))
    return Wall(monkeypatch)
