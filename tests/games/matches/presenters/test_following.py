"""What would have followed is shown until its point, for a bounded number of lines."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from games.boards.board import Board
from games.boards.lines import Line
from games.engine.chance import Chance
from games.engine.contract import Effect, Json
from games.matches.presenters.following import FOLLOWING, LONGEST, lines_following
from games.titles.registry import newest

SEED = bytes(32)
CITY, NEVER = "battle-ended", "never"


class KindBoard(Board):
    """Writes the kind of every effect."""

    def describe(self, effect: Effect, names: Sequence[str]) -> list[Line]:
        return [Line(effect.kind)]


@pytest.mark.parametrize(
    ("decisive", "last", "fewest"),
    [((), "", FOLLOWING), ((CITY,), CITY, 7), ((NEVER,), "", LONGEST)],
)
def test_line_goes_on_until_decisive_effect(
    monkeypatch: pytest.MonkeyPatch, decisive: Sequence[str], last: str, fewest: int
) -> None:
    rules, rng = newest("condottiere"), Random(1)
    start = rules.deal(2, rules.game.read_options({}), Chance(SEED, 0))
    position, moves = start.clone(), list[Json]()
    while len(moves) < 2 * LONGEST:
        seat = position.to_move()[0]
        move = rng.choice(position.moves(seat))
        position.play(seat, move, Chance(SEED, len(moves) + 1))
        moves.append({"seat": seat, **move.dump()})
    monkeypatch.setattr(KindBoard, "decisive", frozenset(decisive))
    lines = lines_following(start.clone(), moves, 1, SEED, 0, ("Anna", "Berta"), KindBoard())
    kinds = [line.text for line in lines]
    assert fewest <= len(kinds) <= LONGEST
    assert kinds.count(last) == bool(last)
    assert len(kinds) == fewest or last in kinds[FOLLOWING - 1 :]
