"""The log as HTML: extending it move by move gives the same result as a fresh rendering."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards.lines import Line
from games.boards.table_view import LOG_STEPS
from games.engine.contract import Effect
from games.engine.history import Step, undone_numbers
from games.matches.models import Event
from games.matches.presenters import rendered_log
from games.matches.presenters.rendered_log import (
    LinesOf,
    render_lines,
    render_log,
    rendered_log_cache,
)
from tests.helpers.matches import people, signed_in, started


@pytest.fixture(autouse=True)
def _nothing_cached() -> Iterator[None]:
    rendered_log_cache.clear()
    yield
    rendered_log_cache.clear()


def history_of(lines_each: list[int]) -> list[Step]:
    """Return steps with these numbers of lines; a negative number undoes the newest move."""
    history: list[Step] = []
    standing: list[int] = []
    for number, lines in enumerate(lines_each, start=1):
        if lines < 0 and standing:
            undone = Effect("undone", {"seat": 0, "number": standing.pop()})
            history.append(Step(number, Event.Kind.UNDO, 0, {"lines": 1}, (undone,)))
        else:
            standing.append(number)
            history.append(Step(number, Event.Kind.MOVE, 0, {"lines": abs(lines)}))
    return history


def lines_in(history: list[Step]) -> LinesOf:
    def lines_of(at: int, undone: bool) -> list[Line]:
        step = history[at]
        texts = [f"<{step.number}.{n}>" for n in range(step.data["lines"])]
        return [Line(text, undone=undone) for text in texts]

    return lines_of


def rendered_at_once(history: list[Step]) -> str:
    first, undone = max(len(history) - LOG_STEPS, 0), undone_numbers(history[-LOG_STEPS:])
    shown = range(first, len(history))
    lines_of = lines_in(history)
    return render_lines(
        [line for at in shown for line in lines_of(at, history[at].number in undone)]
    )


@given(st.lists(st.integers(-1, 2), max_size=2 * LOG_STEPS + 5), st.data())
def test_incremental_log_equals_fresh_rendering(lines_each: list[int], data: st.DataObject) -> None:
    rendered_log_cache.clear()
    history = history_of(lines_each)
    looks = data.draw(st.lists(st.integers(0, len(history)), max_size=12))
    for count in [*looks, len(history)]:
        steps = history[:count]
        assert render_log("reader", steps, lines_in(steps)) == rendered_at_once(steps)


def test_log_renders_only_new_lines() -> None:
    history = history_of([1] * 100)
    render_log("reader", history[:99], lines_in(history))
    with patch.object(rendered_log, "render_line", wraps=rendered_log.render_line) as draw:
        render_log("reader", history, lines_in(history))
        assert draw.call_count == 2, "once as newest line, once as earlier line"
        render_log("reader", history, lines_in(history))
        assert draw.call_count == 2


def test_rendering_earlier_step_keeps_newest_cached() -> None:
    history = history_of([1] * 9)
    render_log("reader", history, lines_in(history))
    render_log("reader", history[:5], lines_in(history))
    cached = rendered_log_cache.get("reader")
    assert cached is not None
    assert cached.count == 9


def test_each_reader_has_separate_cached_log() -> None:
    one, other = history_of([1, 1]), history_of([2])
    assert render_log("one", one, lines_in(one)) == rendered_at_once(one)
    assert render_log("other", other, lines_in(other)) == rendered_at_once(other)


def test_empty_history_renders_empty_log() -> None:
    assert render_log("reader", [], lines_in([])) == ""
    assert render_log("reader", history_of([0]), lines_in(history_of([0]))) == ""


@pytest.mark.django_db
def test_log_has_one_name_as_tab_and_as_heading() -> None:
    anna, berta = people("Anna", "Berta")
    page = signed_in(anna).get(started(anna, berta).get_absolute_url()).text
    tabs = re.findall(r'<a [^>]*href="#log"[^>]*>(?:<span[^>]*>)?([^<]*)<', page)
    heading = re.findall(r'id="log-title">.*?([^<>]*)</h2>', page)
    assert {*tabs, *heading} == {"Log"}
    assert (len(tabs), len(heading)) == (3, 1)
