"""How `manage.py checkgame` judges slow bots, and rules that depend on the order of a set."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.titles.checking import hash_faults
from games.titles.management.commands.checkgame import _bots_at_fault
from games.titles.registry import newest, slugs
from tests.helpers.pondering.bots import Ponderer, Unsendable
from tests.helpers.pondering.title import TITLE
from tests.helpers.unsorted.title import Unsorted


def test_slow_bot_that_cannot_be_pickled_is_reported() -> None:
    sent, kept = Ponderer("deep", 1), Unsendable()
    assert _bots_at_fault(replace(TITLE, bots=(sent,))) == []
    (fault,) = _bots_at_fault(replace(TITLE, bots=(sent, kept)))
    assert fault.startswith("“failing” is slow, and cannot be pickled")


@pytest.mark.parametrize("slug", slugs())
def test_games_are_replayed_alike_with_every_hash_seed(slug: str) -> None:
    assert hash_faults(newest(slug)) == []


def test_rule_that_asks_order_of_set_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXTRA_TITLES", "tests.helpers.unsorted")
    (fault, *_more) = hash_faults(Unsorted)
    assert fault.startswith("the order of a set decides legal.0")
    assert "unsorted.1-2seats" in fault
