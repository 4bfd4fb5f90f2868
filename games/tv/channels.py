"""The channels: which match each of them shows now.

A channel shows the public live match of the highest rated people, else the exhibition. It stays
with a match for some time, and all processes show the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from time import time
from typing import NamedTuple

from django.core.cache import caches
from django.db.models import Prefetch
from django.utils.connection import ConnectionProxy
from django.utils.translation import gettext_noop as _

from accounts.models import Privacy
from accounts.models.user import Audience
from games.ladders.models import Rating
from games.matches.models import Match, Player
from games.matches.services.event_store import installed
from games.rating import START, size_of
from games.titles.registry import game_of, is_installed
from games.tv import exhibitions
from games.tv.refusals import NoSuchChannel

cache = ConnectionProxy(caches, "site")
ALL = "all"
"""The channel of all games."""
STAYS_SECONDS = 120
"""How long a channel stays with a match while a better one runs."""
FRESH_SECONDS = 5
"""How old the list of running matches may be."""
REMEMBERED_SECONDS = 24 * 3600
MOST = 100
"""The most running matches that are compared, the newest ones."""


class Candidate(NamedTuple):
    """A running match that everyone may watch.

    `people` is their number; `rating` the average of those ratings that everyone may see.
    """

    match: str
    game: str
    people: int
    rating: float
    started: float


@dataclass(frozen=True)
class Showing:
    """What a channel shows: a match since a time, and the match before it; "" for none."""

    match: str = ""
    since: float = 0.0
    before: str = ""
    exhibition: bool = False


def choose(candidates: Sequence[Candidate], shown: Showing, now: float) -> str:
    """Return the match that a channel shows next; "" if there is none.

    People against people come before people against bots, then higher ratings, then newer matches.
    The match that is shown stays while it runs, for `STAYS_SECONDS` at least.
    """
    if not candidates:
        return ""
    running = {one.match for one in candidates}
    if shown.match in running and now - shown.since < STAYS_SECONDS:
        return shown.match
    best = max(candidates, key=lambda one: (one.people > 1, one.rating, one.started))
    now_shown = next((one for one in candidates if one.match == shown.match), None)
    equal = now_shown is not None and (now_shown.people > 1, now_shown.rating) == (
        best.people > 1,
        best.rating,
    )
    return shown.match if equal else best.match


def read_channel(name: str) -> str:
    """Return the name of a channel: a game, or `ALL`.

    Raises:
        NoSuchChannel: There is no such channel.
    """
    if name != ALL and not is_installed(name):
        raise NoSuchChannel(_("There is no such channel."))
    return name


def showing(channel: str, *, on_screen: bool = True) -> Showing:
    """Return what a channel shows now.

    Args:
        channel: The channel.
        on_screen: Whether a page shows it, for which an exhibition goes on.
    """
    key, now = f"tv:{channel}", time()
    shown = cache.get(key) or Showing()
    found = choose(of_channel(running(), channel), shown, now)
    exhibition = not found
    if exhibition:
        found = _exhibition(channel, shown, on_screen=on_screen)
    new = replace(shown, exhibition=exhibition)
    if found != shown.match:
        new = Showing(found, now, shown.match or shown.before, exhibition)
    if new != shown:
        cache.set(key, new, REMEMBERED_SECONDS)
    return new


def of_channel(candidates: Sequence[Candidate], channel: str) -> list[Candidate]:
    """Return the matches that a channel can show."""
    return [one for one in candidates if channel in (ALL, one.game)]


def _exhibition(channel: str, shown: Showing, *, on_screen: bool) -> str:
    """Return the exhibition that a channel shows, the oldest first; "" if there is none."""
    found = [one for one in exhibitions.running() if channel in (ALL, one.game)]
    if not found:
        return ""
    match = next((one for one in found if one.id == shown.match), found[0])
    if on_screen:
        exhibitions.on_screen(match.game)
    return match.id


def running() -> list[Candidate]:
    """Return the public live matches that people play now."""
    found: list[Candidate] | None = cache.get("tv:running")
    if found is None:
        found = read_running()
        cache.set("tv:running", found, FRESH_SECONDS)
    return found


def read_running() -> list[Candidate]:
    """Read the public live matches of people from the database."""
    seated = Player.objects.filter(bot="", left_at=None, user__isnull=False)
    matches = list(
        Match.objects.filter(
            installed(), status=Match.Status.RUNNING, public=True, pace=Match.Pace.LIVE
        )
        .order_by("-started_at")
        .prefetch_related(Prefetch("players", seated, to_attr="people"))[:MOST]
    )
    ratings = public_ratings({one.user_id for match in matches for one in match.people})
    found = []
    for match in matches:
        kind = match.game, size_of(match.seats)
        values = [ratings.get((one.user_id, *kind), START) for one in match.people]
        started = match.started_at.timestamp() if match.started_at else 0.0
        if values:
            found.append(Candidate(match.id, match.game, len(values), fmean(values), started))
    return found


def public_ratings(people: set[int | None]) -> dict[tuple[int | None, str, str], int]:
    """Return the ratings of these users that everyone may see, by user, game and size."""
    hidden = Privacy.objects.filter(user__in=people).exclude(ratings=Audience.EVERYBODY)
    rows = Rating.objects.filter(user__in=people, ladder__bots=False).exclude(
        user__in=hidden.values("user")
    )
    found = rows.values_list("user", "ladder__game", "ladder__size", "value")
    return {(user, game, size): value for user, game, size, value in found}


def name_of(channel: str) -> str:
    """Return the name of a channel of a game."""
    return str(game_of(channel).name)
