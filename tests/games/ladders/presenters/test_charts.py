"""Rating charts, and durations in words."""

import re
from random import Random

import pytest
from django.utils.translation import override

from games.ladders.presenters.charts import HEIGHT, MOST_LINES, WIDTH, graph_of, shares_of
from games.profiles.presenters.reliability import DAY, HOUR, MINUTE, time_words


def test_line_of_ratings_spans_whole_chart() -> None:
    graph = graph_of([1500, 1520, 1510])
    assert graph.ticks == (1520, 1500)
    assert graph.line == "M0 400L500 0L1000 200"
    assert graph.area == "M0 400L500 0L1000 200L1000 400L0 400Z"
    assert graph.grid == "M0 0H1000M0 400H1000"
    assert graph.end == "M1000 200h0"


def test_constant_rating_is_drawn_in_middle() -> None:
    graph = graph_of([100, 100])
    assert graph.ticks == (120, 100, 80)
    assert graph.line == "M0 200L1000 200"


@pytest.mark.parametrize("seed", range(20))
def test_line_stays_inside_chart(seed: int) -> None:
    rng = Random(seed)
    values = [rng.randint(100, rng.choice([130, 700, 3000])) for _ in range(rng.randint(2, 60))]
    graph = graph_of(values)
    numbers = [float(n) for n in re.findall(r"[\d.]+", graph.line)]
    assert len(numbers) == 2 * len(values)
    assert all(0 <= x <= WIDTH for x in numbers[::2])
    assert all(0 <= y <= HEIGHT for y in numbers[1::2])
    assert 2 <= len(graph.ticks) <= MOST_LINES
    assert graph.ticks[0] >= max(values)
    assert graph.ticks[-1] <= min(values)
    gaps = {high - low for high, low in zip(graph.ticks, graph.ticks[1:], strict=False)}
    assert len(gaps) == 1


def test_bar_shares_are_adjacent() -> None:
    shares = shares_of({3: 1, 1: 2, 2: 0, 4: 1})
    assert [(s.place, s.count, s.start, s.width) for s in shares] == [
        (1, 2, "0.00", "50.00"),
        (3, 1, "50.00", "25.00"),
        (4, 1, "75.00", "25.00"),
    ]
    assert shares_of({}) == []


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (0, "0.0 s"),
        (3449, "3.4 s"),
        (45_600, "46 s"),
        (2 * MINUTE, "2 min"),
        (HOUR, "60 min"),
        (5 * HOUR, "5 h"),
        (2 * DAY, "2 days"),
        (9 * DAY, "9 days"),
    ],
)
def test_times_in_words(milliseconds: int, words: str) -> None:
    assert time_words(milliseconds) == words


def test_duration_uses_number_format_of_language() -> None:
    with override("de"):
        assert time_words(2449) == "2,4\N{NO-BREAK SPACE}Sek."
