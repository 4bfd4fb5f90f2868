"""The log as HTML: carried on from move to move, it is what it would be if it were drawn anew."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards.lines import Line
from games.engine.contract import Happening
from games.matches.models import Event
from games.matches.presenters import drawn_log
from games.matches.presenters.drawn_log import (
    LOG_STEPS,
    LinesOf,
    draw_lines,
    draw_log,
    drawn_log_cache,
)
from games.matches.services.event_store import Step, undone_numbers


@pytest.fixture(autouse=True)
def _nothing_cached() -> Iterator[None]:
    drawn_log_cache.clear()
    yield
    drawn_log_cache.clear()


def story_of(lines_each: list[int]) -> list[Step]:
    """Steps with so many lines each; a negative number takes back the newest move that stands."""
    story: list[Step] = []
    standing: list[int] = []
    for number, lines in enumerate(lines_each, start=1):
        if lines < 0 and standing:
            undone = Happening("undone", {"seat": 0, "number": standing.pop()})
            story.append(Step(number, Event.Kind.UNDO, 0, {"lines": 1}, (undone,)))
        else:
            standing.append(number)
            story.append(Step(number, Event.Kind.MOVE, 0, {"lines": abs(lines)}))
    return story


def lines_in(story: list[Step]) -> LinesOf:
    def lines_of(at: int, undone: bool) -> list[Line]:
        step = story[at]
        texts = [f"<{step.number}.{n}>" for n in range(step.data["lines"])]
        return [Line(text, undone=undone) for text in texts]

    return lines_of


def drawn_anew(story: list[Step]) -> str:
    first, undone = max(len(story) - LOG_STEPS, 0), undone_numbers(story[-LOG_STEPS:])
    shown = range(first, len(story))
    lines_of = lines_in(story)
    return draw_lines([line for at in shown for line in lines_of(at, story[at].number in undone)])


@given(st.lists(st.integers(-1, 2), max_size=2 * LOG_STEPS + 5), st.data())
def test_it_is_what_it_would_be_if_it_were_drawn_anew(
    lines_each: list[int], data: st.DataObject
) -> None:
    drawn_log_cache.clear()
    story = story_of(lines_each)
    looks = data.draw(st.lists(st.integers(0, len(story)), max_size=12))
    for count in [*looks, len(story)]:
        steps = story[:count]
        assert draw_log("reader", steps, lines_in(steps)) == drawn_anew(steps)


def test_only_what_is_new_is_drawn() -> None:
    story = story_of([1] * 100)
    draw_log("reader", story[:99], lines_in(story))
    with patch.object(drawn_log, "draw_line", wraps=drawn_log.draw_line) as draw:
        draw_log("reader", story, lines_in(story))
        assert draw.call_count == 2, "as the newest, and as it will stand there after the next move"
        draw_log("reader", story, lines_in(story))
        assert draw.call_count == 2


def test_an_earlier_step_is_drawn_without_losing_the_newest() -> None:
    story = story_of([1] * 9)
    draw_log("reader", story, lines_in(story))
    draw_log("reader", story[:5], lines_in(story))
    cached = drawn_log_cache.get("reader")
    assert cached is not None
    assert cached.count == 9


def test_readers_have_logs_of_their_own() -> None:
    one, other = story_of([1, 1]), story_of([2])
    assert draw_log("one", one, lines_in(one)) == drawn_anew(one)
    assert draw_log("other", other, lines_in(other)) == drawn_anew(other)


def test_nothing_is_drawn_before_anything_has_happened() -> None:
    assert draw_log("reader", [], lines_in([])) == ""
    assert draw_log("reader", story_of([0]), lines_in(story_of([0]))) == ""
