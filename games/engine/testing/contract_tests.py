"""All tests of the contract: play, dumps and records, refusals, secrecy and information states."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import ClassVar

import pytest

from games.engine.chance import Chance
from games.engine.contract import Dump, Json, Move, Position
from games.engine.referee import random_game as play_through
from games.engine.refusals import (
    BadMove,
    BadOptions,
    BadPosition,
    BadRecord,
    IllegalMove,
    NotYourTurn,
    Over,
)
from games.engine.replay import read_move, replay
from games.engine.testing.differences import check_same
from games.engine.testing.information_state import InformationStateTests
from games.engine.testing.secrecy import SecrecyTests
from games.engine.testing.tables import (
    Table,
    Turn,
    covering_tables,
    everyone,
    examples,
    moves_of_a_game,
    random_game,
    sampled,
    sampled_live,
    seed_bytes,
    some,
    some_moves,
    through_json,
)

SEEDS = range(examples(16))
CHECKED_SEEDS = range(examples(2))
DUMPED, REFUSED = 2, 3
"""The random games whose positions are dumped, and in which moves are refused."""
MOVES_ON = 30
"""Number of moves made in one copy while the other must not change."""
SAME_MOVES = 1000
"""The most moves of a game that is played twice with the same seed."""
OTHER_LUCK = (
    "the same seed and moves lead elsewhere (draw all luck from `chance`, and keep nothing outside"
    " of the position)"
)
NO_VALUES: tuple[object, ...] = (None, True, -1, 10**9, 0.5, "nothing of the kind", [], {})
"""Invalid values for a field."""
NO_OPTIONS: tuple[object, ...] = ({"nothing of the kind": 1}, [], "", None)


class ContractTests(SecrecyTests, InformationStateTests):
    """Tests for every number of seats and value of options; a subclass names the rules."""

    rules: ClassVar[tuple[type[Position], ...]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "table" in metafunc.fixturenames:
            tables = some(covering_tables(*self.rules))
            metafunc.parametrize("table", tables, ids=[table.name for table in tables])

    # --- Play.

    def test_random_games_come_to_a_sound_end(self, table: Table) -> None:
        for number in SEEDS:
            end, _ = play_through(table.rules, table.seats, dict(table.options), Random(number))
            check_end(end)

    def test_chance_is_the_only_source_of_luck(self, table: Table) -> None:
        for number in CHECKED_SEEDS:
            check_luck(table, seed_bytes(number))

    def test_positions_stay_sound_after_each_move(self, table: Table) -> None:
        for number in CHECKED_SEEDS:
            for turn in random_game(table, seed_bytes(number)):
                turn.position.check()
                check_decisions(turn.position)

    def test_clones_share_nothing_that_changes(self, table: Table) -> None:
        rng = Random(DUMPED)
        for turn in sampled_live(table, DUMPED):
            before = snapshot(turn.position)
            source = turn.position.clone()
            copy = source.clone()
            play_on(source, MOVES_ON, turn, rng)
            check_same(snapshot(turn.position), before, "a move in a clone changes the original")
            check_same(snapshot(copy), before, "a move in a position changes its clone")

    def test_views_share_nothing_that_changes(self, table: Table) -> None:
        rng = Random(DUMPED)
        for turn, _ in sampled(table, DUMPED):
            views = [turn.position.view(seat) for seat in everyone(turn.position)]
            before = through_json(views)
            play_on(turn.position, MOVES_ON, turn, rng)
            check_same(views, before, "a view changes with its position: show copies of lists")

    # --- Dumps and records.

    def test_a_record_replays_to_the_same_positions(self, table: Table) -> None:
        moves: list[Json] = []
        dumps: list[Dump] = []
        seed = seed_bytes(DUMPED)
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
        for was, again in zip(dumps, replayed, strict=True):
            check_same(again, was, "a record replays to another position")
        assert reached.position.outcome() == turn.position.outcome()

    def test_moves_are_read_as_they_were_dumped(self, table: Table) -> None:
        for turn, _ in sampled(table, DUMPED):
            for seat in turn.position.to_move():
                for move in turn.position.moves(seat):
                    assert read_move(turn.position, through_json(move.dump())) == move

    def test_a_dump_loads_as_the_same_position(self, table: Table) -> None:
        for turn, _ in sampled(table, DUMPED):
            dumped = through_json(turn.position.dump())
            loaded = table.load(dumped)
            loaded.check()
            check_same(loaded.dump(), dumped, "a dump loads as another position")
            assert loaded.to_move() == turn.position.to_move()
            for seat in loaded.to_move():
                assert set(loaded.moves(seat)) == set(turn.position.moves(seat))

    def test_a_loaded_position_plays_on_alike(self, table: Table) -> None:
        for turn, _ in sampled(table, DUMPED):
            loaded = table.load(through_json(turn.position.dump()))
            copy = turn.position.clone()
            loaded.play(turn.seat, turn.move, turn.fresh_chance())
            copy.play(turn.seat, turn.move, turn.fresh_chance())
            check_same(loaded.dump(), copy.dump(), "a loaded position plays on differently")

    def test_a_finished_position_is_not_loaded(self, table: Table) -> None:
        *_, last = random_game(table, seed_bytes(DUMPED))
        with pytest.raises(BadPosition):
            table.load(through_json(last.position.dump()))

    # --- Refusals.

    def test_unlisted_moves_are_refused_and_change_nothing(self, table: Table) -> None:
        pool = moves_of_a_game(table, DUMPED)
        for turn, rng in sampled(table, REFUSED):
            position = turn.position
            before = position.dump()
            for move in some_moves(pool, rng):
                for seat in range(-1, position.seats + 1):
                    check_refusal(position, seat, move, turn)
            check_same(position.dump(), before, "a refused move changes the position")

    def test_nothing_is_played_after_the_end(self, table: Table) -> None:
        *_, last = random_game(table, seed_bytes(REFUSED))
        before = last.position.dump()
        for seat in range(table.seats):
            with pytest.raises(Over):
                last.position.play(seat, last.move, last.fresh_chance())
        assert last.position.dump() == before

    def test_invalid_move_is_refused(self, table: Table) -> None:
        """Leave out every field in turn, or give it an invalid value."""
        rng = Random(15)
        pool = moves_of_a_game(table, DUMPED)
        for move in some_moves(pool, rng):
            for spoilt in spoilt_moves(move):
                check_reading(table, spoilt)

    def test_unknown_seats_and_options_are_refused(self, table: Table) -> None:
        game = table.rules.game
        for seats in (0, -1, min(game.seats) - 1, max(game.seats) + 1, True, "2", None):
            with pytest.raises(BadRecord):
                game.read_seats(seats)
        for options in NO_OPTIONS:
            with pytest.raises(BadOptions):
                game.read_options(options)


def check_end(end: Position) -> None:
    """Check that the game is over and that every seat has a score and a place."""
    end.check()
    outcome = end.outcome()
    assert outcome is not None
    assert end.to_move() == ()
    assert not any(end.moves(seat) for seat in range(end.seats))
    places = outcome.places
    assert len(outcome.scores) == end.seats, f"{len(outcome.scores)} scores at {end.seats} seats"
    assert len(places) == end.seats, f"{len(places)} places at {end.seats} seats"
    for place in places:
        assert place == 1 + sum(better < place for better in places), f"no such places: {places}"


def check_luck(table: Table, seed: bytes) -> None:
    """Check that two games with the same seed and the same moves are the same."""
    rng, one, other = Random(seed), table.deal(seed), table.deal(seed)
    check_same(other.dump(), one.dump(), OTHER_LUCK)
    for step in range(1, SAME_MOVES + 1):
        moves = [(seat, move) for seat in one.to_move() for move in one.moves(seat)]
        if not moves:
            return
        turn = Turn(one, *rng.choice(moves), Chance(seed, step))
        effects, again = (
            position.apply(turn.seat, turn.move, turn.fresh_chance()) for position in (one, other)
        )
        check_same(other.dump(), one.dump(), OTHER_LUCK)
        check_same(again, effects, OTHER_LUCK)


def check_decisions(position: Position) -> None:
    """Check that `to_move` and `moves` agree and have no duplicates."""
    asked = position.to_move()
    assert position.outcome() is None, (
        f"there is an outcome, and `to_move` is {asked}: return () after the end"
    )
    assert list(asked) == sorted(set(asked)), (
        f"`to_move` is {asked}: name each seat once, in ascending order"
    )
    for seat in range(position.seats):
        moves = position.moves(seat)
        assert moves or seat not in asked, (
            f"seat {seat} is in `to_move` and has no moves: leave it out, or give it a move"
        )
        assert not moves or seat in asked, (
            f"seat {seat} has moves and is not in `to_move`: return [] for it in `moves`"
        )
        if len(moves) != len(set(moves)):
            double = next(move for move in moves if moves.count(move) > 1)
            raise AssertionError(f"`moves` of seat {seat} has {double} twice: list each move once")


def play_on(position: Position, most: int, turn: Turn, rng: Random) -> None:
    """Play up to `most` random moves."""
    for _ in range(most):
        asked = position.to_move()
        if not asked:
            return
        seat = rng.choice(asked)
        position.play(seat, rng.choice(position.moves(seat)), turn.fresh_chance())


def snapshot(position: Position) -> Json:
    """Return the position's dump and views in a form that later changes cannot reach."""
    views = [through_json(position.view(seat)) for seat in everyone(position)]
    return {
        "dump": through_json(position.dump()),
        "to_move": position.to_move(),
        "outcome": position.outcome(),
        "views": views,
    }


def check_refusal(position: Position, seat: int, move: Move, turn: Turn) -> None:
    if seat not in position.to_move():
        with pytest.raises(NotYourTurn):
            position.play(seat, move, turn.fresh_chance())
    elif move not in position.moves(seat):
        with pytest.raises(IllegalMove) as refused:
            position.play(seat, move, turn.fresh_chance())
        assert refused.value.reason


def spoilt_moves(move: Move) -> list[Json]:
    """Return the dumped move in all variants with one field left out or invalid."""
    dumped = move.dump()
    without = [{name: dumped[name] for name in dumped if name != left} for left in dumped]
    return without + [{**dumped, name: value} for name in dumped for value in NO_VALUES]


def check_reading(table: Table, data: Json) -> None:
    """Check that the data is refused with BadMove, or read as a move that can be read again."""
    position = table.deal(seed_bytes(15))
    with suppress(BadMove):
        move = read_move(position, data)
        assert read_move(position, through_json(move.dump())) == move


def contract_tests(*rules: type[Position]) -> type[ContractTests]:
    """Return the tests of some rules; assign them to a module-level name that starts with Test."""
    return type("TestContract", (ContractTests,), {"rules": rules})
