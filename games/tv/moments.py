"""The last great moments: upsets by rating, and comebacks by the reviews of matches.

Only public matches count whose players all let everyone see their matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from django.core.cache import caches
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
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
from games.reviews.services import Look

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
    newest = _shown().filter(rated=True).order_by("-listed_at")[:MOST]
    matches = {match.id: match for match in newest}
    won = RatingEntry.objects.in_force().filter(
        match__in=list(matches), place=1, rating__user__isnull=False
    )
    upsets = list[Moment]()
    for entry in won.select_related("player"):
        match = matches[entry.match_id]
        lag = max((one["before"] for one in entry.opponents), default=0) - entry.before
        if lag >= UPSET:
            upsets.append(_moment(Kind.UPSET, match, 0, entry.player.name, lag))
    for moment in sorted(upsets, key=lambda one: -one.at)[:SHOWN]:
        last = _step(matches[moment.match], None)
        if last is not None:
            yield moment._replace(step=last)


def _comebacks() -> Iterator[Moment]:
    reviewed = _shown().filter(review__status=Review.Status.DONE).order_by("-listed_at")
    winners = Player.objects.filter(place=1, left_at=None, bot="")
    found = 0
    for match in reviewed.select_related("review").prefetch_related(
        Prefetch("players", winners, to_attr="winners")
    )[:MOST]:
        lowest = _lowest(match.review.looks, match.winners[0].seat or 0) if match.winners else None
        if lowest is None or lowest[0] >= HOPELESS / match.seats:
            continue
        step = _step(match, lowest[1])
        if step is not None:
            found += 1
            name, chance = match.winners[0].name, round(100 * lowest[0])
            yield _moment(Kind.COMEBACK, match, step, name, max(chance, 1))
        if found == SHOWN:
            return


def _lowest(looks: Sequence[Look], seat: int) -> tuple[float, int] | None:
    """Return the lowest chances of a seat in a review, and the event they stood before."""
    chances = ((look["chances"][seat], look["event"]) for look in looks if "chances" in look)
    return min(chances, default=None)


def _moment(kind: Kind, match: Match, step: int, winner: str, value: int) -> Moment:
    at = match.listed_at.timestamp() if match.listed_at else 0.0
    return Moment(kind, match.id, match.game, step, winner, value, at)


def _step(match: Match, event: int | None) -> int | None:
    """Return the step before an event in the public's replay, or the last; None for none."""
    try:
        access = public_access(match.id)
        if event is None:
            return public_steps(access)
        return step_numbers(access)[event] - 1
    except (Refusal, KeyError):
        return None
