"""The matches, ratings and rivals on a user's page, as far as a visitor may see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet
from django.utils.translation import gettext as _

from accounts.http import Visitor
from accounts.models import User
from accounts.services.privacy import Shown, hidden_from, shown_to
from games.achievements.services.career import Career, counted
from games.archive.presenters import MatchRow, latest, match_rows, visible_seats
from games.boards.words import list_words
from games.ladders.models import Rating, RatingEntry
from games.ladders.presenters.charts import Graph, graph_of
from games.ladders.presenters.listing import Choice, Row
from games.ladders.presenters.percentiles import percentiles_of
from games.matches.models import Player
from games.profiles.presenters.achievements import Shelf, shelves_of
from games.profiles.presenters.game_history import GameHistory
from games.profiles.presenters.habits import habits_of
from games.profiles.presenters.reliability import Reliability, reliability_of
from games.titles.registry import all_games

LATEST = 10
CHANGES = 30
"""The number of a rating's latest changes in its graph."""
RIVALS = 5
RIVALS_MATCHES = 300
"""The number of a user's latest matches in which rivals are counted."""


class Change(NamedTuple):
    """The effect of one match on a rating."""

    at: datetime
    place: int
    before: int
    after: int


@dataclass(frozen=True)
class RatingHistory:
    """A rating with its latest changes, newest first."""

    choice: Choice
    row: Row
    best: int
    changes: list[Change]
    graph: Graph
    percentile: int | None = None
    """The percentage of players in this ladder with a lower rating.

    None for a provisional rating, or among too few players.
    """

    @property
    def since(self) -> datetime:
        """The time of the oldest change in the graph."""
        return self.changes[-1].at


@dataclass(frozen=True)
class Rival:
    """A user met often."""

    user: User
    matches: int


class Profile:
    """A user for a visitor; each part is read when it is shown."""

    def __init__(self, person: User, viewer: Visitor) -> None:
        self.person = person
        self.viewer = viewer
        self.seats = visible_seats(person, viewer)

    @cached_property
    def shown(self) -> Shown:
        return shown_to(self.viewer, self.person)

    @property
    def hidden(self) -> str:
        """The parts this visitor may not see, in words."""
        parts = {
            _("ratings"): self.shown.ratings,
            _("matches"): self.shown.matches,
            _("reliability"): self.shown.reliability,
        }
        return list_words([words for words, is_shown in parts.items() if not is_shown])

    @property
    def own(self) -> bool:
        return bool(self.viewer.pk == self.person.pk)

    @cached_property
    def counted(self) -> QuerySet[Player]:
        """The seats without annulled matches, which are listed, but do not count."""
        return counted(self.seats)

    @cached_property
    def career(self) -> Career:
        return Career(self.counted)

    @cached_property
    def games(self) -> list[GameHistory]:
        """The user's games, the most played first."""
        known = {game.slug: GameHistory(game) for game in all_games()}
        for group in self.career.groups:
            if group.game in known:
                known[group.game].add(group)
        for slug, habits in habits_of(self.counted).items():
            known[slug].habits = habits
        played = [history for history in known.values() if history.matches]
        return sorted(played, key=lambda history: -history.matches)

    @cached_property
    def shelves(self) -> list[Shelf]:
        """The user's achievements, and those still to earn, game by game."""
        return shelves_of(self.person, self.viewer, self.career)

    @property
    def earned(self) -> int:
        return sum(len(shelf.earned) for shelf in self.shelves)

    @property
    def earnable(self) -> int:
        return sum(shelf.total for shelf in self.shelves)

    @property
    def matches(self) -> int:
        return sum(history.matches for history in self.games)

    @property
    def won(self) -> int:
        return sum(history.won for history in self.games)

    @cached_property
    def latest(self) -> list[MatchRow]:
        return match_rows(latest(self.seats, LATEST), self.person)

    @cached_property
    def reliability(self) -> Reliability | None:
        return reliability_of(self.person)

    @cached_property
    def rivals(self) -> list[Rival]:
        """The users met most often lately, except those who hide it from this visitor."""
        late = self.seats.order_by("-ended_at", "-id").values_list("match_id", flat=True)
        met = Player.objects.filter(match__in=list(late[:RIVALS_MATCHES]), user__isnull=False)
        others = met.exclude(user=self.person.pk).values_list("user")
        counts = others.annotate(count=Count("id")).order_by("-count", "user")[: 2 * RIVALS]
        counted = dict(counts)
        visible = User.objects.exclude(privacy__matches__in=hidden_from(self.viewer))
        users = visible.filter(is_active=True).in_bulk(counted)
        return [Rival(users[pk], n) for pk, n in counted.items() if pk in users][:RIVALS]

    @cached_property
    def shared(self) -> int:
        """The number of matches that the visitor and this user have played together."""
        if self.own or not self.viewer.is_authenticated:
            return 0
        finished = Player.objects.filter(ended_at__isnull=False)
        mine, theirs = finished.filter(user=self.viewer.pk), finished.filter(user=self.person.pk)
        # Each match of the shorter list is looked up in the longer one.
        if mine.count() > theirs.count():
            return int(theirs.filter(match__players__user=self.viewer.pk).count())
        return int(mine.filter(match__players__user=self.person.pk).count())

    @cached_property
    def ratings(self) -> list[RatingHistory]:
        """The user's ladders, the one with most matches first."""
        entries = RatingEntry.objects.in_force()
        best = dict(
            entries.filter(rating__user=self.person.pk).values_list("rating").annotate(Max("after"))
        )
        found = Rating.objects.filter(user=self.person.pk, matches__gt=0)
        games = {game.slug: game for game in all_games()}
        histories = []
        percentiles = percentiles_of(found)
        for rating in found.select_related("ladder", "user").order_by("-matches", "id"):
            lines = entries.filter(rating=rating).order_by("-at")
            changes = [Change(*row) for row in lines.values_list(*Change._fields)[:CHANGES]]
            if rating.ladder.game not in games or not changes:
                continue
            values = [changes[-1].before, *(change.after for change in reversed(changes))]
            choice = Choice(games[rating.ladder.game], rating.ladder.size)
            row = Row(rating, None, self.viewer)
            history = RatingHistory(
                choice, row, best[rating.pk], changes, graph_of(values), percentiles.get(rating.pk)
            )
            histories.append(history)
        return histories
