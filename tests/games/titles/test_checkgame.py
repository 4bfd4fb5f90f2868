"""What `manage.py checkgame` says of bots that think long."""

from __future__ import annotations

from dataclasses import replace

from games.titles.management.commands.checkgame import _bots_at_fault
from tests.helpers.pondering.bots import Ponderer, Unsendable
from tests.helpers.pondering.title import TITLE


def test_a_slow_bot_must_be_such_that_it_can_be_sent() -> None:
    sent, kept = Ponderer("deep", 1), Unsendable()
    assert _bots_at_fault(replace(TITLE, bots=(sent,))) == []
    (fault,) = _bots_at_fault(replace(TITLE, bots=(sent, kept)))
    assert fault.startswith("“failing” is slow, and cannot be pickled")
