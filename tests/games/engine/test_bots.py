"""The easy bot weighs moves by how sensible they look."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.bots import Easy
from tests.games.engine.tricks import Lay

MOVES = [Lay(card) for card in (1, 2, 3)]


@pytest.mark.parametrize(
    ("sensible", "chosen"), [({2}, {2}), ({2, 3}, {2, 3}), (set(), {1, 2, 3})], ids=str
)
def test_easy_bot_chooses_any_move_if_none_is_sensible(
    sensible: set[int], chosen: set[int]
) -> None:
    bot = Easy(lambda _view, _seat, move: float(move.dump()["card"] in sensible))
    picked = [bot.pick({}, 0, MOVES, Random(seed)) for seed in range(30)]
    assert set(picked) == {Lay(card) for card in chosen}
