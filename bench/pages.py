"""Pages rendered in this process: of a long match, and of three years of matches."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from statistics import median
from time import perf_counter

from django.test import Client
from django.utils import timezone

from accounts.models import User
from bench.engine import LONG_MATCH, Figure
from bench.seeding import PEOPLE, YEARS, finished_matches, long_match
from games.matches.services.event_store import state_cache
from games.titles.registry import all_games

COLD_BUDGET, HISTORY_BUDGET = 100, 150


def cold_page() -> list[Figure]:
    """Measure the page of a long match that this process has not cached."""
    match, player = long_match()
    took = _median(player, match.get_absolute_url(), 7, state_cache.clear)
    return [Figure(f"cold page of a match of {LONG_MATCH} moves", took, "ms", COLD_BUDGET)]


def history_pages() -> list[Figure]:
    """Measure every list of matches with every filter, two profiles, and a head-to-head page."""
    people = finished_matches()
    me, rival = people[:2]
    game = all_games()[0].slug
    middle = timezone.now() - timedelta(days=365 * YEARS // 2)
    day = f"{middle:%Y-%m-%d}"
    filters = {
        "newest": "",
        "game": f"game={game}",
        "player": f"player={rival.username}",
        "rated": "rated=yes",
        "seats": "seats=6",
        "dates": f"since={day}&until={day}",
        "text in many names": "text=player",
        "text in one name": f"text={people[-1].username}",
        "text in no name": "text=nosuchname",
        "all at once, nothing found": f"game={game}&rated=no&seats=5&until={day}&text=nosuchname",
        "from the middle on": f"older={middle:%s}000000.1",
    }
    pages = {
        f"matches of {whose}, {name}": f"/matches/?whose={whose}&{query}"
        for whose in ("mine", "all")
        for name, query in filters.items()
    }
    pages |= {f"mine, {result}": f"/matches/?result={result}" for result in ("won", "lost", "left")}
    pages["my profile"] = me.get_absolute_url()
    pages["a profile"] = people[PEOPLE // 2].get_absolute_url()
    pages["two against each other"] = f"/players/{me.username}/against/{rival.username}/"
    return [
        Figure(name, _median(me, path, 5), "ms", HISTORY_BUDGET) for name, path in pages.items()
    ]


def _median(
    user: User, path: str, times: int, before: Callable[[], object] = lambda: None
) -> float:
    """Return the median milliseconds of a page over several requests."""
    client, took = Client(SERVER_NAME="localhost"), []
    client.force_login(user)
    client.get(path)  # Not measured: it loads the templates.
    for _ in range(times):
        before()
        started = perf_counter()
        response = client.get(path)
        took.append(perf_counter() - started)
        assert response.status_code == 200, (path, response.status_code)
    return round(median(took) * 1000, 1)
