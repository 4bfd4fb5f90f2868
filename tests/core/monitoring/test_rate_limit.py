"""Limits know when the next use is allowed; budgets refill over time, and are forgotten."""

from __future__ import annotations

import pytest

from core.monitoring import rate_limit
from core.monitoring.rate_limit import TimeBudgets, limit_use
from games.matches.refusals import TooMany


def test_refused_use_knows_when_its_period_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000_020.0
    for clock in ("time.time", "core.monitoring.rate_limit.time"):
        monkeypatch.setattr(clock, lambda: now)
    limit_use("a", 1, 600, TooMany("Wait."))
    now += 17.5
    with pytest.raises(TooMany) as refused:
        limit_use("a", 1, 600, TooMany("Wait."))
    assert refused.value.wait == 583


def test_budget_refills_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(rate_limit, "monotonic", lambda: now)
    budgets = TimeBudgets(60)
    budgets.spend("a", 9, of=10)
    assert not budgets.is_spent("a")
    budgets.spend("a", 1, of=10)
    assert budgets.is_spent("a")
    assert not budgets.is_spent("b")
    assert budgets.spent() == {"a"}
    now += 6
    assert not budgets.is_spent("a")
    budgets.spend("a", 1, of=10)
    assert budgets.is_spent("a"), "in six seconds only a tenth came back"


def test_full_budgets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(rate_limit, "monotonic", lambda: now)
    monkeypatch.setattr(rate_limit, "REMEMBERED", 3)
    budgets = TimeBudgets(60)
    budgets.spend("spent", 100, of=10)
    for n in range(2):
        budgets.spend(n, 1, of=10)
    now += 10
    budgets.spend("new", 1, of=10)
    assert set(budgets._full_at) == {"spent", "new"}
