"""The quick bot that plays on: what its decisions in imagined worlds share."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.bots import question
from games.engine.chance import Chance
from games.engine.judge import Race
from games.titles.kabale.bots import quick
from games.titles.kabale.bots.chances import Chances
from games.titles.kabale.bots.tally import code
from games.titles.kabale.bots.worth import Gains, gains
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.position import Kabale
from games.titles.registry import judge_of


def test_imagined_worlds_of_a_round_share_its_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    computed = []

    def counted(won: list[list[Goal]], *rest: Any) -> Gains:
        computed.append(won)
        return gains(won, *rest)

    monkeypatch.setattr(quick, "gains", counted)
    quick._gained_by.cache_clear()
    asked = question(Kabale.deal(4, {}, Chance(bytes(32), 0)), 0)
    Race.of(judge_of("kabale"), asked, asked.moves[:2]).run(3, Random(1))
    assert len(computed) == 1


def test_decisions_share_chances_of_a_column() -> None:
    column = (code(0, "king"), code(1, "witch"))
    first, second = (Chances(2).open(Goal("music", 3), column) for _decision in range(2))
    assert first is second
