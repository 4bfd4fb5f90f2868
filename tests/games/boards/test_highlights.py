"""Highlights: which effects of a step are shown as a banner, and in what words."""

from __future__ import annotations

from games.boards.highlights import MOST_LINES, Banner, banner_of, line_banners
from games.boards.lines import Facts, Line, Names
from games.engine.contract import Effect

NAMES = ("Anna", "Ben")


def _won(facts: Facts, names: Names, you: int | None) -> Banner:
    who = "You" if facts["seat"] == you else names[facts["seat"]]
    return Banner(f"{who} won.", (f"by {facts['by']}",), facts["seat"], "crown")


def _dealt(facts: Facts, names: Names) -> Line:
    return Line("A new round.", None, "cards")


WRITERS = {"won": _won, **line_banners({"dealt": _dealt}, "dealt")}


def test_step_without_highlight_has_no_banner() -> None:
    assert banner_of([Effect("played", {"seat": 0})], WRITERS, NAMES, None) is None


def test_first_highlight_is_headline_and_later_ones_are_lines() -> None:
    step = [
        Effect("played", {"seat": 0}),
        Effect("won", {"seat": 0, "by": 12}),
        Effect("dealt", {}),
    ]
    expected = Banner("Anna won.", ("by 12", "A new round."), 0, "crown")
    assert banner_of(step, WRITERS, NAMES, 1) == expected
    own = banner_of(step, WRITERS, NAMES, 0)
    assert own is not None
    assert own.title == "You won."


def test_banner_has_limited_number_of_lines() -> None:
    step = [Effect("won", {"seat": 1, "by": n}) for n in range(9)]
    shown = banner_of(step, WRITERS, NAMES, None)
    assert shown is not None
    assert len(shown.lines) == MOST_LINES
