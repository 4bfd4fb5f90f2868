"""A game night as one visitor sees it: the people, the tables, the scores."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Prefetch

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_host
from games.duplicates.models import DuplicateDeal, DuplicateTable
from games.engine.contract import Game
from games.game_nights import hooks
from games.game_nights.hooks import EventLink
from games.game_nights.models import Attendance, GameNight
from games.game_nights.rounds import free_people
from games.game_nights.services import is_host
from games.lobby.presenters.lobby import OpenTable, table_rows
from games.matches.models import Match, Player
from games.titles.registry import game_of

MATCHES_COUNTED = 500
RESULTS_SHOWN = 200


@dataclass
class Score:
    """A user's results in the finished matches of a game night.

    `points`: in each match one for each player with a worse place.
    """

    user: User
    matches: int = 0
    wins: int = 0
    points: int = 0
    place: int = 0


@dataclass(frozen=True)
class Result:
    """A finished match of a game night: its players by place, and the number of its round."""

    match: Match
    players: list[Player]
    round: int

    @property
    def game(self) -> Game:
        return game_of(self.match.game)


@dataclass(frozen=True)
class GameNightPage:
    """The content of a game night's page.

    `hosting`: whether the visitor runs it; `free`: users who are here and play nowhere, for hosts;
    `deals`: those that several of its tables got, the newest first.
    """

    game_night: GameNight
    hosting: bool
    there: bool
    people: list[Attendance]
    waiting: list[OpenTable]
    running: list[OpenTable]
    scores: list[Score]
    free: list[User]
    results: list[Result]
    deals: list[DuplicateDeal]
    event: EventLink | None

    @property
    def deal_ids(self) -> list[str]:
        return [deal.pk for deal in self.deals]

    @property
    def awaited(self) -> list[User]:
        """The users with a place at the event who have not said that they are here."""
        here = {one.user_id for one in self.people}
        return [] if self.event is None else [u for u in self.event.registered if u.pk not in here]

    @property
    def assignable(self) -> list[tuple[int, OpenTable]]:
        """The tables with a free seat that the host may give, with their numbers on the page."""
        numbered = enumerate(self.waiting, 1)
        return [(at, one) for at, one in numbered if one.free and not one.match.rated]


def game_night_for(user: Visitor, game_night: GameNight) -> GameNightPage:
    """Return a game night's page for a visitor."""
    people = list(game_night.attendances.select_related("user"))
    hosting = user.is_authenticated and is_host(user, game_night) and bool(may_host(user))
    is_open = game_night.closed_at is None
    played = DuplicateTable.objects.filter(match__game_night_table__game_night=game_night)
    deals = DuplicateDeal.objects.filter(pk__in=played.values("deal"))
    return GameNightPage(
        game_night=game_night,
        hosting=hosting,
        there=any(one.user_id == user.pk for one in people),
        people=people,
        waiting=_tables(game_night, Match.Status.OPEN, user),
        running=_tables(game_night, Match.Status.RUNNING, user),
        scores=scores_of(game_night),
        free=free_people(game_night) if hosting and is_open else [],
        results=results_of(game_night),
        deals=list(deals.order_by("-opened_at", "pk")),
        event=hooks.event_of(game_night),
    )


def results_of(game_night: GameNight) -> list[Result]:
    """Return the finished matches, the newest first, each with its players by place."""
    players = Player.objects.select_related("user").order_by("place", "seat")
    tables = game_night.tables.filter(match__status=Match.Status.FINISHED)
    tables = tables.exclude(match__deal=Match.Deal.SEALED)
    newest = tables.select_related("match").order_by("-match__ended_at", "match")
    return [
        Result(table.match, list(table.match.players.all()), table.round)
        for table in newest.prefetch_related(Prefetch("match__players", players))[:RESULTS_SHOWN]
    ]


def scores_of(game_night: GameNight) -> list[Score]:
    """Return the scores of the newest finished matches, the best first; ties share a place.

    Annulled matches do not count.
    """
    over = game_night.tables.filter(match__status=Match.Status.FINISHED, match__annulment=None)
    over = over.exclude(match__deal=Match.Deal.SEALED)
    newest = over.order_by("-match__ended_at").values_list("match", flat=True)
    counted = list(newest[:MATCHES_COUNTED])
    players = Player.objects.filter(match__in=counted).exclude(user=None)
    scores: dict[int, Score] = {}
    for player in players.select_related("user", "match"):
        assert player.user is not None
        assert player.place is not None
        score = scores.setdefault(player.user.pk, Score(player.user))
        score.matches += 1
        score.wins += player.place == 1
        score.points += player.match.seats - player.place
    ranked = sorted(scores.values(), key=lambda one: (-one.points, -one.wins, one.user.username))
    place = 1
    for _result, group in groupby(ranked, key=lambda one: (one.points, one.wins)):
        equals = list(group)
        for score in equals:
            score.place = place
        place += len(equals)
    return ranked


def _tables(game_night: GameNight, status: str, user: Visitor) -> list[OpenTable]:
    """Return the tables of a game night with a status, the oldest first.

    A sealed match is shown only to its players, from its start on.
    """
    tables = Match.objects.filter(game_night_table__game_night=game_night, status=status)
    rows = table_rows(tables.order_by("opened_at", "id"), user)
    return [row for row in rows if row.mine or not row.match.sealed or status == Match.Status.OPEN]
