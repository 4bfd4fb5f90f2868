"""What a process keeps of matches: bounded, safe among threads, and forgotten at one word."""

from __future__ import annotations

from collections import OrderedDict
from threading import Thread
from time import sleep

import pytest

from games.matches.access import open_match
from games.matches.cache import MOST_ATTENDED, LruCache, MatchCache, attend, clear_all, leave
from games.matches.models import Match
from games.matches.presenters.drawn_log import drawn_log_cache
from games.matches.presenters.log import visible_step_cache
from games.matches.presenters.rendering import table_html
from tests.helpers.matches import CHOOSE, act, mover, people, started, user_at


def test_what_was_not_used_for_long_goes_first() -> None:
    recent: LruCache[str, int] = LruCache(2)
    recent.set("a", 1)
    recent.set("b", 2)
    assert recent.get("a") == 1
    recent.set("c", 3)
    assert [recent.get(key) for key in "abc"] == [1, None, 3]
    recent.set("c", 4)
    assert [recent.get(key) for key in "abc"] == [1, None, 4]


def test_a_match_that_somebody_is_at_stays() -> None:
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


def test_however_many_are_followed_memory_is_bounded() -> None:
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


class Slow(OrderedDict[int, int]):
    """Takes its time over each change, so that other threads come in between."""

    def __setitem__(self, key: int, value: int) -> None:
        super().__setitem__(key, value)
        sleep(0.001)

    def popitem(self, last: bool = True) -> tuple[int, int]:
        sleep(0.001)
        return super().popitem(last)


def test_threads_share_it() -> None:
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
def test_all_of_it_is_forgotten_at_one_word() -> None:
    match: Match = started(*people("Anna", "Berta"))
    act(match, mover(match), CHOOSE)
    viewer = user_at(match, 0)
    table_html(open_match(viewer, match.id))
    seat = open_match(viewer, match.id).seat
    assert visible_step_cache.get((match.id, seat)) is not None
    assert drawn_log_cache._values
    clear_all()
    assert visible_step_cache.get((match.id, seat)) is None
    assert not drawn_log_cache._values
