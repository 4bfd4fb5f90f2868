"""How `manage.py checkgame` judges slow bots."""

from __future__ import annotations

from dataclasses import replace

from games.titles.management.commands.checkgame import _bots_at_fault
from tests.helpers.pondering.bots import Ponderer, Unsendable
from tests.helpers.pondering.title import TITLE


def test_slow_bot_that_cannot_be_pickled_is_reported() -> None:
    sent, kept = Ponderer("deep", 1), Unsendable()
    assert _bots_at_fault(replace(TITLE, bots=(sent,))) == []
    (fault,) = _bots_at_fault(replace(TITLE, bots=(sent, kept)))
    assert fault.startswith("“failing” is slow, and cannot be pickled")
