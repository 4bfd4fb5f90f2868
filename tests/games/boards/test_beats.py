"""Great moments: which of a step's happenings stand large over the table, and in what words."""

from __future__ import annotations

from games.boards.beats import MOST_LINES, Banner, banner_of, line_banners
from games.boards.lines import Facts, Line, Names
from games.engine.contract import Happening

NAMES = ("Anna", "Ben")


def _won(facts: Facts, names: Names, you: int | None) -> Banner:
    who = "You" if facts["seat"] == you else names[facts["seat"]]
    return Banner(f"{who} won.", (f"by {facts['by']}",), facts["seat"], "crown")


def _dealt(facts: Facts, names: Names) -> Line:
    return Line("A new round.", None, "cards")


WRITERS = {"won": _won, **line_banners({"dealt": _dealt}, "dealt")}


def test_a_step_in_which_nothing_great_happened_has_no_banner() -> None:
    assert banner_of([Happening("played", {"seat": 0})], WRITERS, NAMES, None) is None


def test_the_first_great_moment_is_the_headline_and_what_it_led_to_a_line_each() -> None:
    step = [
        Happening("played", {"seat": 0}),
        Happening("won", {"seat": 0, "by": 12}),
        Happening("dealt", {}),
    ]
    expected = Banner("Anna won.", ("by 12", "A new round."), 0, "crown")
    assert banner_of(step, WRITERS, NAMES, 1) == expected
    own = banner_of(step, WRITERS, NAMES, 0)
    assert own is not None
    assert own.title == "You won."


def test_nobody_is_given_more_lines_than_can_be_read() -> None:
    step = [Happening("won", {"seat": 1, "by": n}) for n in range(9)]
    shown = banner_of(step, WRITERS, NAMES, None)
    assert shown is not None
    assert len(shown.lines) == MOST_LINES
