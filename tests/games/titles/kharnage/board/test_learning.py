"""What a costly decision in Kharnage teaches."""

from __future__ import annotations

import pytest

from games.engine.contract import Move
from games.titles.kharnage.board.learning import lesson_of
from games.titles.kharnage.rules.moves import Destroy, Stop, Target

STRIKE, FORGO = Target((1,)), Target(())
BLOW = Destroy(1, "shin-stabber")


@pytest.mark.parametrize(
    ("chosen", "better", "lesson"),
    [
        (STRIKE, FORGO, "Not every strike pays"),
        (BLOW, Stop(), "Not every strike pays"),
        (FORGO, STRIKE, "Don’t stop too soon"),
        (Stop(), BLOW, "Don’t stop too soon"),
        (STRIKE, Target((2,)), "Strike where the most cards fall"),
    ],
)
def test_lesson_agrees_with_stronger_move(chosen: Move, better: Move, lesson: str) -> None:
    assert lesson_of(chosen, better).startswith(lesson)
