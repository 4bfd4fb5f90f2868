"""Random games stay valid after each move, load from their dumps and replay."""

import json
from random import Random

import pytest

from games.engine.chance import Chance
from games.engine.contract import Json
from games.engine.record import Record
from games.engine.replay import replay
from games.titles.kharnage.rules.position import KHARNAGE, Kharnage
from tests.games.titles.kharnage.rules.tables import load, random_moves
from tests.helpers.effort import examples

SEEDS = range(examples(4))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", SEEDS)
def test_random_game_is_valid_loadable_and_replayable(number: int, seats: int) -> None:
    cheer = "manual" if number % 2 else "auto"
    options = KHARNAGE.read_options({"cheer": cheer}, seats)
    dumps: list[Json] = []
    moves: list[Json] = []
    position = None
    for position, seat, move, _ in random_moves(number, seats, cheer=cheer):
        position.check()
        dumped = position.dump()
        assert load(json.loads(json.dumps(dumped)), seats=seats, cheer=cheer).dump() == dumped
        dumps.append(dumped)
        moves.append({"seat": seat, **move.dump()})
    assert position is not None
    position.check()
    dumps.append(position.dump())
    assert position.outcome() is not None

    replayed: list[Json] = []
    seed = Random(number).randbytes(32)
    record = Record(Kharnage, seats, options, seed, None, json.loads(json.dumps(moves)))
    reached = replay(record, lambda watched: replayed.append(dict(watched.dump())))
    assert reached.refusal is None
    assert replayed == dumps[1:]
    assert reached.position.outcome() == position.outcome()


def test_clone_shares_no_mutable_values() -> None:
    for position, seat, move, chance in random_moves(3, 4):
        before = position.dump()
        position.clone().play(seat, move, Chance(chance.seed, chance.step))
        assert position.dump() == before
