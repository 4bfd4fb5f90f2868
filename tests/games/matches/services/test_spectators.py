"""The number of pages that watch a match."""

from __future__ import annotations

from games.matches.services.spectators import count, period, watching


def test_pages_count_once_in_each_period() -> None:
    now = period()
    for _page in range(3):
        count("abc", now)
    assert watching(["abc", "def"]) == {"abc": 3, "def": 0}


def test_period_before_counts_while_a_new_one_begins() -> None:
    now = period()
    for _page in range(2):
        count("abc", now - 1)
    count("abc", now)
    assert watching(["abc"]) == {"abc": 2}


def test_page_that_closed_is_forgotten() -> None:
    count("abc", period() - 2)
    assert watching(["abc"]) == {"abc": 0}
