"""What stands on somebody's page, as far as its visitor may see it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.privacy import Shown, hidden_from, shown_to
from games.archive.presenters.history import Played, listed
from games.archive.presenters.match_search import chairs_seen, latest
from games.boards.words import list_words
from games.engine.contract import Game
from games.ladders.models import Rating, RatingEntry
from games.ladders.presenters.bars import Share, shares_of
from games.ladders.presenters.graph import Graph, graph_of
from games.ladders.presenters.ladder_choice import SIZE_NAMES, Choice
from games.ladders.presenters.standings import Row, row_of
from games.matches.models import Player
from games.profiles.presenters.reliability import Reliability, reliability_of
from games.titles.registry import all_games

LATEST = 10
CHANGES = 30
"""A rating is drawn from its latest changes."""
RIVALS = 5
LATELY = 300
"""Whom somebody met most is counted over so many of their latest matches."""


@dataclass(frozen=True)
class Change:
    """What one match did to a rating."""

    at: datetime
    place: int
    before: int
    rating: int

    @property
    def moved(self) -> str:
        """By how much, with its sign."""
        by = self.rating - self.before
        return f"+{by}" if by > 0 else f"−{-by}" if by else "±0"

    @property
    def tone(self) -> str:
        """Up or down, as a class of the page."""
        by = self.rating - self.before
        return "is-up" if by > 0 else "is-down" if by else ""


@dataclass(frozen=True)
class RatingPast:
    """A rating, where it has been, and the ladder it stands on."""

    choice: Choice
    row: Row
    best: int
    changes: list[Change]
    """The newest first."""
    graph: Graph

    @property
    def since(self) -> datetime:
        """When the graph begins."""
        return self.changes[-1].at


@dataclass
class TablesPast:
    """The matches at tables of one class of a game."""

    size: str
    counts: Counter[int] = field(default_factory=Counter)

    @property
    def name(self) -> str:
        return str(SIZE_NAMES[self.size])

    @property
    def matches(self) -> int:
        return self.counts.total()

    @property
    def shares(self) -> list[Share]:
        return shares_of(self.counts)


@dataclass
class GamePast:
    """One game as somebody has played it."""

    game: Game
    tables: dict[str, TablesPast] = field(default_factory=dict)

    @property
    def matches(self) -> int:
        return sum(table.matches for table in self.tables.values())

    @property
    def won(self) -> int:
        return sum(table.counts[1] for table in self.tables.values())

    @property
    def rate(self) -> int:
        return round(100 * self.won / self.matches)

    @property
    def classes(self) -> list[TablesPast]:
        return [self.tables[size] for size in SIZE_NAMES if size in self.tables]


@dataclass(frozen=True)
class Rival:
    """Somebody often met."""

    user: User
    matches: int


class Profile:
    """A person for a visitor: each part is read when it is shown."""

    def __init__(self, person: User, viewer: Any) -> None:
        self.person = person
        self.viewer = viewer
        self.chairs = chairs_seen(person, viewer)

    @cached_property
    def shown(self) -> Shown:
        return shown_to(self.viewer, self.person)

    @property
    def kept(self) -> str:
        """What this visitor may not see, in words."""
        shown = self.shown
        parts = {
            _("ratings"): shown.ratings,
            _("matches"): shown.matches,
            _("reliability"): shown.reliability,
        }
        return list_words([words for words, is_shown in parts.items() if not is_shown])

    @property
    def own(self) -> bool:
        return bool(self.viewer.pk == self.person.pk)

    @cached_property
    def games(self) -> list[GamePast]:
        """The games they play, the favourite first."""
        known = {game.slug: GamePast(game) for game in all_games()}
        groups = self.chairs.values_list("game", "size", "place")
        for slug, size, place, count in groups.annotate(count=Count("id")):
            if slug in known and place is not None:
                table = known[slug].tables.setdefault(size, TablesPast(size))
                table.counts[place] += count
        played = [past for past in known.values() if past.matches]
        return sorted(played, key=lambda past: -past.matches)

    @property
    def matches(self) -> int:
        return sum(past.matches for past in self.games)

    @property
    def won(self) -> int:
        return sum(past.won for past in self.games)

    @cached_property
    def latest(self) -> list[Played]:
        return listed(latest(self.chairs, LATEST), self.person)

    @cached_property
    def reliability(self) -> Reliability | None:
        return reliability_of(self.person)

    @cached_property
    def rivals(self) -> list[Rival]:
        """Whom they met most of late, of those who do not hide it from this visitor."""
        late = self.chairs.order_by("-ended_at", "-id").values_list("match_id", flat=True)[:LATELY]
        met = Player.objects.filter(match__in=list(late), user__isnull=False)
        others = met.exclude(user=self.person.pk).values_list("user")
        counts = others.annotate(count=Count("id")).order_by("-count", "user")[: 2 * RIVALS]
        counted = dict(counts)
        open_ones = User.objects.exclude(privacy__matches__in=hidden_from(self.viewer))
        users = open_ones.filter(is_active=True).in_bulk(counted)
        return [Rival(users[pk], n) for pk, n in counted.items() if pk in users][:RIVALS]

    @cached_property
    def shared(self) -> int:
        """The matches that the visitor and this person have played together."""
        if self.own or not self.viewer.is_authenticated:
            return 0
        past = Player.objects.filter(ended_at__isnull=False)
        mine, theirs = past.filter(user=self.viewer.pk), past.filter(user=self.person.pk)
        if mine.count() > theirs.count():
            # From the shorter past, each match is looked up in the longer one.
            return int(theirs.filter(match__players__user=self.viewer.pk).count())
        return int(mine.filter(match__players__user=self.person.pk).count())

    @cached_property
    def ratings(self) -> list[RatingPast]:
        """The ladders they have played in, the busiest first."""
        standing = RatingEntry.objects.standing().filter(rating__user=self.person.pk)
        best = dict(standing.values_list("rating").annotate(Max("after")))
        found = Rating.objects.filter(user=self.person.pk, matches__gt=0).select_related(
            "ladder", "user"
        )
        games = {game.slug: game for game in all_games()}
        pasts = []
        for rating in found.order_by("-matches", "id"):
            lines = RatingEntry.objects.standing().filter(rating=rating).order_by("-at")
            told = list(lines.values_list("at", "place", "before", "after")[:CHANGES])
            if rating.ladder.game not in games or not told:
                continue
            changes = [Change(*line) for line in told]
            values = [changes[-1].before, *(change.rating for change in reversed(changes))]
            choice = Choice(games[rating.ladder.game], rating.ladder.size)
            row = row_of(rating, None, self.viewer)
            pasts.append(RatingPast(choice, row, best[rating.pk], changes, graph_of(values)))
        return pasts
