"""The in-memory match caches: limited in size, thread-safe, and clearable."""

from __future__ import annotations

from collections import OrderedDict
from threading import Thread
from time import sleep
from typing import Any

import pytest

from games.matches import cache
from games.matches.access import open_match
from games.matches.cache import (
    MOST_ATTENDED,
    UNUSED_FOR,
    LruCache,
    MatchCache,
    attend,
    clear_all,
    leave,
)
from games.matches.models import Match
from games.matches.presenters.log import visible_step_cache
from games.matches.presenters.rendered_log import rendered_log_cache
from games.matches.presenters.rendering import pushed_state, table_html
from tests.helpers.matches import (
    CHOOSE,
    act,
    legal,
    mover,
    people,
    play_on,
    started,
    user_at,
)


def test_least_recently_used_value_is_dropped_first() -> None:
    recent: LruCache[str, int] = LruCache(2)
    recent.set("a", 1)
    recent.set("b", 2)
    assert recent.get("a") == 1
    recent.set("c", 3)
    assert [recent.get(key) for key in "abc"] == [1, None, 3]
    recent.set("c", 4)
    assert [recent.get(key) for key in "abc"] == [1, None, 4]


def test_followed_match_stays_cached() -> None:
    matches: MatchCache[str] = MatchCache("tried", 2)
    for _screens in range(2):
        attend("played")
    matches.set_newer("played", 1, "as it is")
    for number in range(10):
        matches.set_newer(f"other {number}", 1, "as it is")
    leave("played")
    matches.set_newer("one more", 1, "as it is")
    assert matches.at("played", 1) == "as it is"
    leave("played")
    for number in range(10, 20):
        matches.set_newer(f"other {number}", 1, "as it is")
    assert matches.at("played", 1) is None
    assert sum(matches.at(f"other {number}", 1) is not None for number in range(20)) == 2


def test_number_of_followed_matches_in_memory_is_bounded() -> None:
    matches: MatchCache[str] = MatchCache("bounded", 2)
    names = [f"followed {number}" for number in range(3 * MOST_ATTENDED)]
    for name in names:
        attend(name)
        matches.set_newer(name, 1, "as it is")
    kept = [name for name in names if matches.at(name, 1) is not None]
    for name in names:
        leave(name)
    assert len(kept) == 2 * MOST_ATTENDED
    assert names[-1] in kept


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(cache, "monotonic", clock)
    return clock


class Clock:
    """The time that caches read, which stands still until a test moves it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_unused_value_expires_when_another_is_cached(clock: Clock) -> None:
    recent: LruCache[str, int] = LruCache(9)
    for key in "abc":
        recent.set(key, 1)
    clock.now += UNUSED_FOR - 1
    assert recent.get("b") == 1
    clock.now += 1
    recent.set("d", 1)
    assert [recent.get(key) for key in "abcd"] == [None, 1, None, 1]


def test_followed_match_does_not_expire(clock: Clock) -> None:
    matches: MatchCache[str] = MatchCache("followed", 9)
    attend("followed")
    for name in ("followed", "left"):
        matches.set_newer(name, 1, "as it is")
    for number in range(3):
        clock.now += UNUSED_FOR
        matches.set_newer(f"other {number}", 1, "as it is")
    leave("followed")
    assert matches.at("left", 1) is None
    assert matches.at("followed", 1) == "as it is"


@pytest.mark.django_db
def test_ended_match_without_followers_expires_from_all_caches(clock: Clock) -> None:
    ended = started(*people("Anna", "Berta"))
    _render_all(ended)
    _render_all(play_on(ended))
    assert len(_caches_with(ended)) >= 6
    clock.now += UNUSED_FOR
    other = started(*people("Cleo", "Dora"), seed=2)
    for _move in range(4):
        act(other, mover(other), legal(other, mover(other))[0])
        _render_all(other)
    assert _caches_with(ended) == []
    assert len(_caches_with(other)) >= 6


def _render_all(match: Match) -> None:
    """Render a match for both players, as pages and as programs have it."""
    for player in match.players.all():
        access = open_match(player.user, match.id)
        table_html(access)
        pushed_state(access)


def _caches_with(match: Match) -> list[LruCache[Any, Any]]:
    return [each for each in cache._all if any(match.id in str(key) for key in each._values)]


class Slow(OrderedDict[int, tuple[int, float]]):
    """Takes its time over each change, so that other threads come in between."""

    def __setitem__(self, key: int, value: tuple[int, float]) -> None:
        super().__setitem__(key, value)
        sleep(0.001)

    def __delitem__(self, key: int) -> None:
        sleep(0.001)
        super().__delitem__(key)


def test_cache_is_thread_safe() -> None:
    recent: LruCache[int, int] = LruCache(1)
    recent._values = Slow()
    broken: list[Exception] = []

    def use(number: int) -> None:
        try:
            for _time in range(10):
                recent.set(number, number)
                recent.get(number + 1)
        except Exception as error:
            broken.append(error)

    threads = [Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert broken == []
    assert len(recent._values) == 1


@pytest.mark.django_db
def test_clear_all_empties_every_cache() -> None:
    match: Match = started(*people("Anna", "Berta"))
    act(match, mover(match), CHOOSE)
    viewer = user_at(match, 0)
    table_html(open_match(viewer, match.id))
    seat = open_match(viewer, match.id).seat
    assert visible_step_cache.get((match.id, seat)) is not None
    assert rendered_log_cache._values
    clear_all()
    assert visible_step_cache.get((match.id, seat)) is None
    assert not rendered_log_cache._values
