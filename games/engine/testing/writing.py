"""Records, dumps and moves are written down and read again as they were."""

from __future__ import annotations

import pytest

from games.engine.contract import Dump, Json
from games.engine.refusals import BadPosition
from games.engine.replay import read_move, replay
from games.engine.testing.tables import Table, random_game, sampled, seed_bytes, through_json


class Writing:
    """Round trips through JSON."""

    def test_a_record_replays_to_the_same_positions(self, table: Table) -> None:
        moves: list[Json] = []
        dumps: list[Dump] = []
        seed = seed_bytes(1)
        turn = None
        for turn in random_game(table, seed):
            dumps.append(turn.position.dump())
            moves.append({"seat": turn.seat, **turn.move.dump()})
        assert turn is not None
        dumps.append(turn.position.dump())

        record = table.record(seed, moves)
        replayed: list[Dump] = [record.start().dump()]
        reached = replay(record, lambda position: replayed.append(position.dump()))
        assert reached.refusal is None
        assert reached.applied == len(moves)
        assert replayed == dumps
        assert reached.position.outcome() == turn.position.outcome()

    def test_moves_are_read_as_they_were_dumped(self, table: Table) -> None:
        for turn, _ in sampled(table, 2):
            for seat in turn.position.to_move():
                for move in turn.position.moves(seat):
                    assert read_move(turn.position, through_json(move.dump())) == move

    def test_a_dump_loads_as_the_same_position(self, table: Table) -> None:
        for turn, _ in sampled(table, 3):
            dumped = through_json(turn.position.dump())
            loaded = table.load(dumped)
            loaded.check()
            assert loaded.dump() == dumped
            assert loaded.to_move() == turn.position.to_move()
            for seat in loaded.to_move():
                assert set(loaded.moves(seat)) == set(turn.position.moves(seat))

    def test_a_loaded_position_plays_on_alike(self, table: Table) -> None:
        for turn, _ in sampled(table, 4):
            loaded = table.load(through_json(turn.position.dump()))
            copy = turn.position.clone()
            loaded.play(turn.seat, turn.move, turn.fresh_chance())
            copy.play(turn.seat, turn.move, turn.fresh_chance())
            assert loaded.dump() == copy.dump()

    def test_a_finished_position_is_not_loaded(self, table: Table) -> None:
        *_, last = random_game(table, seed_bytes(5))
        with pytest.raises(BadPosition):
            table.load(through_json(last.position.dump()))
