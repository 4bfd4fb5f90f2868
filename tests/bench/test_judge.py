"""The figures of the judge: what is the judge's error, and what is the luck of the playouts."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command

from bench import judge
from bench.judge import Judged, figures, mean_of, own_error, slope_of
from games.titles.contract import Title


def found(scale: float, noise: float, count: int = 4000) -> list[Judged]:
    """Return positions in which the judge's distance from ½ is `scale` times too large."""
    rng = Random(1)
    positions = []
    for number in range(count):
        true = rng.uniform(0.2, 0.8)
        judged = 0.5 + scale * (true - 0.5) + rng.gauss(0, noise)
        positions.append(Judged("a", number, 400, judged, noise, true + rng.gauss(0, noise), noise))
    return positions


def test_calibrated_judge_meets_budgets_apart_from_luck() -> None:
    right = found(scale=1, noise=0.1)
    assert mean_of(right) > 0.1
    assert own_error(right) < 0.02
    assert slope_of(right) == pytest.approx(1, abs=0.05)
    beyond = figures("A", right)[-1]
    assert beyond.met


def test_judge_that_is_too_sure_has_flat_slope() -> None:
    sure = found(scale=2, noise=0.02)
    assert slope_of(sure) == pytest.approx(0.5, abs=0.05)
    assert own_error(sure) > 0.1
    assert [figure.met for figure in figures("A", sure)] == [False, None, False, True, False]


def test_measuring_continues_with_saved_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def one(title: Title, number: int, playouts: int) -> Judged:
        asked.append(number)
        return Judged(title.slug, number, playouts, 0.5 + number / 10, 0.1, 0.5, 0.1)

    monkeypatch.setattr(judge, "_judged", one)
    out = StringIO()
    for positions in (1, 3):
        call_command(
            "bench",
            only="judge",
            games=["kharnage"],
            positions=positions,
            playouts=4,
            saved=tmp_path / "positions",
            stdout=out,
        )
    assert asked == [0, 1, 2]
    assert "Kharnage, 3 positions, 4 playouts: mean difference" in out.getvalue()
    assert out.getvalue().count("position 0") == 2
