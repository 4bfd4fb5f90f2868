"""The matches, ratings and rivals on somebody's page, as far as a visitor may see them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.privacy import Shown, hidden_from, shown_to
from games.archive.presenters import MatchRow, latest, match_rows, visible_chairs
from games.boards.words import list_words
from games.engine.contract import Game
from games.ladders.models import Rating, RatingEntry
from games.ladders.presenters.charts import Graph, Share, graph_of, shares_of
from games.ladders.presenters.listing import SIZE_NAMES, Choice, Row
from games.matches.models import Player
from games.profiles.presenters.reliability import Reliability, reliability_of
from games.titles.registry import all_games

LATEST = 10
CHANGES = 30
"""The graph of a rating shows this many of its latest changes."""
RIVALS = 5
RIVALS_MATCHES = 300
"""Rivals are counted over this many of somebody's latest matches."""


class Change(NamedTuple):
    """The effect of one match on a rating."""

    at: datetime
    place: int
    before: int
    after: int


@dataclass(frozen=True)
class RatingHistory:
    """A rating with its latest changes, the newest first."""

    choice: Choice
    row: Row
    best: int
    changes: list[Change]
    graph: Graph

    @property
    def since(self) -> datetime:
        """The time of the oldest change in the graph."""
        return self.changes[-1].at


@dataclass
class GameHistory:
    """The matches somebody has finished in one game.

    `places`: for each size class of tables, how often each place was reached.
    """

    game: Game
    places: dict[str, Counter[int]] = field(default_factory=dict)

    @property
    def matches(self) -> int:
        return sum(counts.total() for counts in self.places.values())

    @property
    def won(self) -> int:
        return sum(counts[1] for counts in self.places.values())

    @property
    def rate(self) -> int:
        return round(100 * self.won / self.matches)

    @property
    def sizes(self) -> list[tuple[str, list[Share]]]:
        """The name of each size class, and its places as parts of a bar."""
        sizes = [size for size in SIZE_NAMES if size in self.places]
        return [(str(SIZE_NAMES[size]), shares_of(self.places[size])) for size in sizes]


@dataclass(frozen=True)
class Rival:
    """Somebody met often."""

    user: User
    matches: int


class Profile:
    """A person for a visitor: each part is read when it is shown."""

    def __init__(self, person: User, viewer: Any) -> None:
        self.person = person
        self.viewer = viewer
        self.chairs = visible_chairs(person, viewer)

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
    def games(self) -> list[GameHistory]:
        """The games they play, the favourite first."""
        known = {game.slug: GameHistory(game) for game in all_games()}
        groups = self.chairs.values_list("game", "size", "place")
        for slug, size, place, count in groups.annotate(count=Count("id")):
            if slug in known and place is not None:
                known[slug].places.setdefault(size, Counter())[place] += count
        played = [history for history in known.values() if history.matches]
        return sorted(played, key=lambda history: -history.matches)

    @property
    def matches(self) -> int:
        return sum(history.matches for history in self.games)

    @property
    def won(self) -> int:
        return sum(history.won for history in self.games)

    @cached_property
    def latest(self) -> list[MatchRow]:
        return match_rows(latest(self.chairs, LATEST), self.person)

    @cached_property
    def reliability(self) -> Reliability | None:
        return reliability_of(self.person)

    @cached_property
    def rivals(self) -> list[Rival]:
        """The people they met most often of late, except those who hide it from this visitor."""
        late = self.chairs.order_by("-ended_at", "-id").values_list("match_id", flat=True)
        met = Player.objects.filter(match__in=list(late[:RIVALS_MATCHES]), user__isnull=False)
        others = met.exclude(user=self.person.pk).values_list("user")
        counts = others.annotate(count=Count("id")).order_by("-count", "user")[: 2 * RIVALS]
        counted = dict(counts)
        visible = User.objects.exclude(privacy__matches__in=hidden_from(self.viewer))
        users = visible.filter(is_active=True).in_bulk(counted)
        return [Rival(users[pk], n) for pk, n in counted.items() if pk in users][:RIVALS]

    @cached_property
    def shared(self) -> int:
        """The number of matches that the visitor and this person have played together."""
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
        """The ladders they have played in, the one with most matches first."""
        entries = RatingEntry.objects.in_force()
        best = dict(
            entries.filter(rating__user=self.person.pk).values_list("rating").annotate(Max("after"))
        )
        found = Rating.objects.filter(user=self.person.pk, matches__gt=0)
        games = {game.slug: game for game in all_games()}
        histories = []
        for rating in found.select_related("ladder", "user").order_by("-matches", "id"):
            lines = entries.filter(rating=rating).order_by("-at")
            changes = [Change(*row) for row in lines.values_list(*Change._fields)[:CHANGES]]
            if rating.ladder.game not in games or not changes:
                continue
            values = [changes[-1].before, *(change.after for change in reversed(changes))]
            choice = Choice(games[rating.ladder.game], rating.ladder.size)
            row = Row(rating, None, self.viewer)
            history = RatingHistory(choice, row, best[rating.pk], changes, graph_of(values))
            histories.append(history)
        return histories
