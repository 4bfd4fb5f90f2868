"""Two people against each other: who finished ahead, game by game, and how they stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.services.privacy import shown_to
from games.archive.presenters.history import Played, listed
from games.archive.presenters.match_search import latest
from games.engine.contract import Game
from games.ladders.models import Rating
from games.ladders.presenters.bars import Share, shares_of
from games.ladders.presenters.ladder_choice import Choice
from games.matches.models import Player
from games.matches.refusals import HiddenMatches, NoSuchPlayer
from games.rating import sizes_of
from games.titles.registry import all_games

LATEST = 10


@dataclass(frozen=True)
class Score:
    """How often the one finished ahead, level with, and behind the other."""

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
class Standing:
    """Both ratings of a ladder; None for who has none there."""

    choice: Choice
    one: int | None = None
    other: int | None = None


@dataclass(frozen=True)
class Both:
    """Two people for a visitor."""

    one: User
    other: User
    viewer: Any

    @cached_property
    def chairs(self) -> QuerySet[Player]:
        """The chairs of the one at the tables of both that this visitor may know of."""
        chairs = Player.objects.filter(user=self.one.pk, ended_at__isnull=False)
        shared = chairs.filter(match__players__user=self.other.pk)
        return shared if self.with_me else shared.filter(public=True)

    @property
    def with_me(self) -> bool:
        return self.viewer.pk in (self.one.pk, self.other.pk)

    @property
    def rival(self) -> User:
        """Of the two, the one who is not the visitor."""
        return self.one if self.viewer.pk == self.other.pk else self.other

    @cached_property
    def games(self) -> list[Score]:
        """Game by game, the one they played most first."""
        theirs = F("match__players__place")
        groups = self.chairs.values("game").annotate(
            ahead=Count("id", filter=Q(place__lt=theirs)),
            level=Count("id", filter=Q(place=theirs)),
            behind=Count("id", filter=Q(place__gt=theirs)),
        )
        counted = {one["game"]: (one["ahead"], one["level"], one["behind"]) for one in groups}
        scores = [Score(g, *counted[g.slug]) for g in all_games() if g.slug in counted]
        return sorted(scores, key=lambda score: -score.matches)

    @cached_property
    def total(self) -> Score:
        games = self.games
        return Score(
            None,
            sum(score.ahead for score in games),
            sum(score.level for score in games),
            sum(score.behind for score in games),
        )

    @cached_property
    def latest(self) -> list[Played]:
        return listed(latest(self.chairs, LATEST), self.one)

    @cached_property
    def standings(self) -> list[Standing]:
        """The ladders in which either stands, as far as they show it."""
        ladders = [Choice(game, size) for game in all_games() for size in sizes_of(game.seats)]
        found = {(c.game.slug, c.size): Standing(c) for c in ladders}
        for person, side in ((self.one, "one"), (self.other, "other")):
            if shown_to(self.viewer, person).ratings:
                ratings = Rating.objects.filter(user=person.pk, matches__gt=0)
                for *key, value in ratings.values_list("ladder__game", "ladder__size", "value"):
                    if tuple(key) in found:
                        setattr(found[key[0], key[1]], side, value)
        return [s for s in found.values() if s.one is not None or s.other is not None]


def between(username: str, other: str, viewer: Any) -> Both:
    """Two people; NoSuchPlayer, HiddenMatches for a visitor to whom either hides their matches."""
    both = Both(_called(username), _called(other), viewer)
    if not both.with_me:
        for person in (both.one, both.other):
            if not shown_to(viewer, person).matches:
                raise HiddenMatches(
                    _("{name} keeps their matches to themselves."), name=person.name
                )
    return both


def _called(username: str) -> User:
    person = User.objects.filter(username__iexact=username, is_active=True).first()
    if person is None:
        raise NoSuchPlayer(_("Nobody here is called that."))
    return person
