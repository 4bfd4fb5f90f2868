"""Presence: cached for a while, read for some users or for all recent arrivals."""

from __future__ import annotations

import pytest

from games.matches.services import presence
from tests.helpers.clocks import Wall


@pytest.fixture(autouse=True)
def shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the ring buffer, so that it wraps around."""
    monkeypatch.setattr(presence, "PLACES", 8)
    monkeypatch.setattr(presence, "READ", 6)


def test_visible_page_makes_user_present() -> None:
    presence.set_present(1, "abc")
    presence.set_present(2)
    assert presence.here([1, 2, 3]) == {1: "abc", 2: ""}
    presence.set_present(1)
    assert presence.here([1]) == {1: ""}, "the user opened another page"


def test_hidden_page_keeps_user_here_and_sign_out_does_not() -> None:
    for user in (1, 2):
        presence.set_present(user)
    presence.set_absent(1)
    presence.forget(2)
    assert presence.present([1, 2]) == set()
    assert presence.here([1, 2]) == {1: ""}
    assert presence.arrivals() == [1]


def test_arrivals_are_listed_once_and_newest_first() -> None:
    for user in (1, 2, 3, 1, 2, 3):
        presence.set_present(user)
    assert presence.arrivals() == [3, 2, 1]
    assert presence.cache.get(presence.COUNTER) == 3, "repeated pings are no new arrivals"
    for user in range(10, 30):
        presence.set_present(user)
    assert presence.arrivals() == [29, 28, 27, 26, 25, 24]


def test_presence_recovers_after_cache_is_cleared() -> None:
    presence.set_present(1)
    presence.cache.delete(presence.COUNTER)
    presence.set_present(2)
    assert presence.arrivals() == [2]
    presence.cache.clear()
    assert presence.arrivals() == []
    assert presence.here([1, 2]) == {}


def test_user_has_left_once_no_page_is_open() -> None:
    presence.set_present(1)
    presence.set_absent(1)
    assert presence.left_since([1, 2]) == {}, "out of view, and a user without pages"
    presence.set_closed(1)
    assert presence.left_since([1, 2]).keys() == {1}
    presence.set_open(1)
    assert presence.left_since([1]) == {}, "another page is open"


def test_user_is_no_longer_here_soon_after_the_last_page_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall = Wall(monkeypatch)
    presence.set_present(1, "match")
    presence.set_present(2)
    presence.set_closed(1)
    assert presence.here([1, 2]) == {1: "match", 2: ""}, "the next page may be loading"
    wall.wait(presence.NEXT_PAGE.total_seconds() + 1)
    assert presence.here([1, 2]) == {2: ""}
    presence.set_open(1)
    assert 1 in presence.here([1, 2]), "another page is open"
