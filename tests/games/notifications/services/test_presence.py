"""Who is here: cached for a while, read for some people or for all who came of late."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.notifications.services import presence


@pytest.fixture(autouse=True)
def shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ring of few places, so that it goes round."""
    monkeypatch.setattr(presence, "PLACES", 8)
    monkeypatch.setattr(presence, "READ", 6)


def test_who_has_a_page_in_view_is_here_with_what_it_shows() -> None:
    presence.set_present(1, "abc")
    presence.set_present(2)
    assert presence.here([1, 2, 3]) == {1: "abc", 2: ""}
    presence.set_present(1)
    assert presence.here([1]) == {1: ""}, "they went on to another page"


def test_who_looks_away_is_still_here_and_who_signs_out_is_not() -> None:
    for user in (1, 2):
        presence.set_present(user)
    presence.set_absent(1)
    presence.forget(2)
    assert presence.present([1, 2]) == set()
    assert presence.here([1, 2]) == {1: ""}
    assert presence.arrivals() == [1]


def test_the_newest_arrivals_are_read_each_once() -> None:
    for user in (1, 2, 3, 1, 2, 3):
        presence.set_present(user)
    assert presence.arrivals() == [3, 2, 1]
    assert cache.get(presence.COUNTER) == 3, "nobody arrives with every sign of life"
    for user in range(10, 30):
        presence.set_present(user)
    assert presence.arrivals() == [29, 28, 27, 26, 25, 24]


def test_a_cache_that_was_emptied_fills_again() -> None:
    presence.set_present(1)
    cache.delete(presence.COUNTER)
    presence.set_present(2)
    assert presence.arrivals() == [2]
    cache.clear()
    assert presence.arrivals() == []
    assert presence.here([1, 2]) == {}
