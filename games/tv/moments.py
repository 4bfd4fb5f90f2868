"""The last great moments: upsets by rating, and comebacks by the reviews of matches.

Only public matches count whose players all let everyone see their matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from django.core.cache import caches
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.connection import ConnectionProxy

from accounts.models import Privacy
from accounts.models.user import Audience
from games.embeds.public import public_access
from games.engine.refusals import Refusal
from games.ladders.models import RatingEntry
from games.matches.models import Match, Player
from games.matches.presenters.replay import public_steps, step_numbers
from games.matches.services import time_source
from games.matches.services.event_store import installed
from games.reviews.models import Review

cache = ConnectionProxy(caches, "site")
SHOWN = 4
FRESH_SECONDS = 600
"""How old the list may be."""
LATELY = timedelta(days=60)
MOST = 200
"""The most matches of each kind that are looked at, the newest ones."""
UPSET = 150
"""By how many points the winner's rating must have been below the best one at the table."""
HOPELESS = 0.3
"""A comeback: the winner's chances were once below this share of what an average seat has."""


class Kind(StrEnum):
    UPSET = "upset"
    COMEBACK = "comeback"


class Moment(NamedTuple):
    """A moment of a public match: the step of its replay, and the winner.

    `value` is the winner's lag in points for an upset, and the lowest chances to win, in per cent,
    for a comeback.
    """

    kind: Kind
    match: str
    game: str
    step: int
    winner: str
    value: int
    at: float


def moments() -> list[Moment]:
    """Return the last great moments, newest first; at most one of a match."""
    found: list[Moment] | None = cache.get("tv:moments")
    if found is None:
        found = read_moments()
        cache.set("tv:moments", found, FRESH_SECONDS)
    return found


def read_moments() -> list[Moment]:
    """Read the last great moments from the database."""
    found: dict[str, Moment] = {}
    for moment in (*_comebacks(), *_upsets()):
        found.setdefault(moment.match, moment)
    return sorted(found.values(), key=lambda one: -one.at)[:SHOWN]


def _shown() -> QuerySet[Match]:
    """Select the public matches of the last time that everyone may see."""
    hidden = Privacy.objects.filter(user=OuterRef("user")).exclude(matches=Audience.EVERYBODY)
    with_hidden = Player.objects.filter(Exists(hidden), match=OuterRef("pk"))
    return Match.objects.filter(
        ~Exists(with_hidden),
        installed(),
        status=Match.Status.FINISHED,
        listed_at__gte=time_source.now() - LATELY,
    )


def _upsets() -> Iterator[Moment]:
    won = RatingEntry.objects.in_force().filter(
        place=1, match__in=_shown(), rating__user__isnull=False
    )
    found = 0
    for entry in won.select_related("match", "player").order_by("-at")[:MOST]:
        best = max((one["before"] for one in entry.opponents), default=entry.before)
        lag = best - entry.before
        if lag >= UPSET and found < SHOWN:
            last = _steps(entry.match, None)
            if last is not None:
                found += 1
                yield _moment(Kind.UPSET, entry.match, last, entry.player.name, lag)


def _comebacks() -> Iterator[Moment]:
    done = Review.objects.filter(status=Review.Status.DONE, match__in=_shown())
    found = 0
    for review in done.select_related("match").order_by("-match__listed_at")[:MOST]:
        winners = review.match.players.filter(place=1, left_at=None)
        winner = winners.filter(bot="").first()
        if winner is None or winner.seat is None or found >= SHOWN:
            continue
        looks = [look for look in review.looks if "chances" in look]
        lowest = min(looks, key=lambda look: look["chances"][winner.seat], default=None)
        if lowest is None:
            continue
        chance = lowest["chances"][winner.seat]
        step = _steps(review.match, lowest["event"])
        if chance < HOPELESS / review.match.seats and step is not None:
            found += 1
            yield _moment(Kind.COMEBACK, review.match, step, winner.name, round(100 * chance))


def _moment(kind: Kind, match: Match, step: int, winner: str, value: int) -> Moment:
    at = match.listed_at.timestamp() if match.listed_at else 0.0
    return Moment(kind, match.id, match.game, step, winner, value, at)


def _steps(match: Match, event: int | None) -> int | None:
    """Return the step before an event in the public's replay, or the last; None for none."""
    try:
        access = public_access(match.id)
        if event is None:
            return public_steps(access)
        return step_numbers(access)[event] - 1
    except (Refusal, KeyError):
        return None
