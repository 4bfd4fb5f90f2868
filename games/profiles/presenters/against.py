"""Two users compared: who finished ahead, game by game, and their ratings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from accounts.services.privacy import shown_to
from games.archive.presenters import MatchRow, latest, match_rows
from games.engine.contract import Game
from games.ladders.models import Rating
from games.ladders.presenters.charts import Share, shares_of
from games.ladders.presenters.listing import Choice
from games.matches.models import Player
from games.matches.refusals import HiddenMatches
from games.profiles.presenters.data import person_named
from games.rating import sizes_of
from games.titles.registry import all_games

LATEST = 10


@dataclass(frozen=True)
class Score:
    """How often `one` finished ahead of, level with, and behind `other`."""

    game: Game | None
    ahead: int = 0
    level: int = 0
    behind: int = 0

    @property
    def matches(self) -> int:
        return self.ahead + self.level + self.behind

    @property
    def shares(self) -> list[Share]:
        return shares_of({1: self.ahead, 2: self.level, 3: self.behind})


@dataclass
class RatingPair:
    """Both ratings in a ladder; None for a user who has none there, or hides it."""

    choice: Choice
    one: int | None = None
    other: int | None = None


@dataclass(frozen=True)
class Comparison:
    """Two users compared for a visitor."""

    one: User
    other: User
    viewer: Visitor

    @cached_property
    def seats(self) -> QuerySet[Player]:
        """The seats of `one` in their common matches that the visitor may see."""
        seats = Player.objects.filter(user=self.one.pk, ended_at__isnull=False)
        shared = seats.filter(match__players__user=self.other.pk)
        return shared if self.with_me else shared.filter(public=True)

    @property
    def with_me(self) -> bool:
        return self.viewer.pk in (self.one.pk, self.other.pk)

    @property
    def rival(self) -> User:
        """The one of the two who is not the visitor."""
        return self.one if self.viewer.pk == self.other.pk else self.other

    @cached_property
    def games(self) -> list[Score]:
        """The score game by game, the most played first."""
        theirs = F("match__players__place")
        groups = self.seats.values("game").annotate(
            ahead=Count("id", filter=Q(place__lt=theirs)),
            level=Count("id", filter=Q(place=theirs)),
            behind=Count("id", filter=Q(place__gt=theirs)),
        )
        counted = {one["game"]: (one["ahead"], one["level"], one["behind"]) for one in groups}
        scores = [Score(g, *counted[g.slug]) for g in all_games() if g.slug in counted]
        return sorted(scores, key=lambda score: -score.matches)

    @cached_property
    def total(self) -> Score:
        counts = ((score.ahead, score.level, score.behind) for score in self.games)
        return Score(None, *(sum(column) for column in zip(*counts, strict=True)))

    @cached_property
    def latest(self) -> list[MatchRow]:
        return match_rows(latest(self.seats, LATEST), self.one)

    @cached_property
    def ratings(self) -> list[RatingPair]:
        """The ladders in which either has a rating that the visitor may see."""
        ladders = [Choice(game, size) for game in all_games() for size in sizes_of(game.seats)]
        pairs = {(c.game.slug, c.size): RatingPair(c) for c in ladders}
        for person, side in ((self.one, "one"), (self.other, "other")):
            if shown_to(self.viewer, person).ratings:
                ratings = Rating.objects.filter(user=person.pk, matches__gt=0)
                for *key, value in ratings.values_list("ladder__game", "ladder__size", "value"):
                    if tuple(key) in pairs:
                        setattr(pairs[key[0], key[1]], side, value)
        return [pair for pair in pairs.values() if (pair.one, pair.other) != (None, None)]


def compare(username: str, other: str, viewer: Visitor) -> Comparison:
    """Return the comparison of two users.

    Raises:
        NoSuchPlayer: one of them has no open account.
        HiddenMatches: one of them hides their matches from the visitor.
    """
    both = Comparison(person_named(username), person_named(other), viewer)
    if not both.with_me:
        for person in (both.one, both.other):
            if not shown_to(viewer, person).matches:
                raise HiddenMatches(_("{name} keeps their matches private."), name=person.name)
    return both
