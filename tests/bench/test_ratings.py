"""The simulation of ratings: small sites for the honest, whole farms for the others."""

from __future__ import annotations

import pytest

from bench import ratings


def test_farms_gain_less_than_budget_and_patience_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "PLAYERS", 60)
    monkeypatch.setattr(ratings, "WEEKS", 12)
    figures = {figure.name: figure for figure in ratings.ratings()}
    farms = [figure for name, figure in figures.items() if "account" in name]
    assert [figure.met for figure in farms] == [True, True, True, None, None]
    assert all(figure.value > 0 for figure in farms)
    errors = [figure for figure in figures.values() if figure.unit == "%"]
    assert len(errors) == len(ratings.AFTER)


def test_newcomers_bring_all_points_without_limit() -> None:
    farmer = ratings.Member(established=True)
    for _account in range(20):
        ratings.play(farmer, ratings.Member(), limited=False)
    assert farmer.form.rating > 1700
