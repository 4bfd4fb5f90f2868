"""Random games stay valid after each move, load from their dumps and replay."""

import json
from collections import Counter
from random import Random

import pytest

from games.engine.chance import Chance
from games.engine.contract import Json
from games.engine.record import Record
from games.engine.replay import replay
from games.titles.babel.rules.cards import TEMPLE_COPIES, TRIBE_COPIES
from games.titles.babel.rules.position import Babel
from tests.games.titles.babel.rules.tables import load, random_moves, site
from tests.helpers.effort import examples

SEEDS = range(examples(8))


@pytest.mark.parametrize("number", SEEDS)
def test_random_game_is_valid_dumpable_and_replayable(number: int) -> None:
    dumps: list[Json] = []
    moves: list[Json] = []
    position = None
    for position, seat, move, _ in random_moves(number):
        position.check()
        assert position.tribe_counts() == Counter(TRIBE_COPIES)
        assert position.temple_counts() == Counter(TEMPLE_COPIES)
        dumped = position.dump()
        assert load(json.loads(json.dumps(dumped))).dump() == dumped
        dumps.append(dumped)
        moves.append({"seat": seat, **move.dump()})
    assert position is not None
    position.check()
    dumps.append(position.dump())
    assert position.outcome() is not None

    replayed: list[Json] = []
    record = Record(Babel, 2, {}, Random(number).randbytes(32), None, json.loads(json.dumps(moves)))
    reached = replay(record, lambda watched: replayed.append(dict(watched.dump())))
    assert reached.refusal is None
    assert replayed == dumps[1:]
    assert reached.position.outcome() == position.outcome()


@pytest.mark.parametrize("number", range(examples(20)))
def test_random_game_ends_from_advanced_position(number: int) -> None:
    rng = Random(number)
    sites = {
        name: site("MMMSSSA", "PPPHHHA", range(1, rng.randint(1, 4)), range(1, rng.randint(1, 5)))
        for name in ("mede", "persian", "assyrian")
    }
    start = load({"sites": sites, "stones": ["mede", "mede"], "rows": [[3, 2], [4, 3]]})
    for position, _, _, _ in random_moves(number, start):
        position.check()
    start.check()
    assert start.outcome() is not None


def test_clone_shares_no_mutable_values() -> None:
    for position, seat, move, chance in random_moves(3):
        before = position.dump()
        position.clone().play(seat, move, Chance(chance.seed, chance.step))
        assert position.dump() == before
