"""What every game on the shelf owes the house, tested by random play at every table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine.contract import Happening, Json, Position
from games.engine.referee import random_game as play_through
from games.engine.refusals import BadPosition, IllegalMove, NotYourTurn, Over
from games.engine.replay import read_move, replay
from tests.helpers.effort import examples, some
from tests.helpers.tables import Table, Turn, all_tables, random_game, seed_bytes, through_json

TABLES = [pytest.param(table, id=table.name) for table in some(all_tables())]
at_every_table = pytest.mark.parametrize("table", TABLES)

SEEDS = examples(30)
CHECKED_SEEDS = range(examples(2))
LOOKED_AT = 25
"""About so many turns of a game are looked at closely."""

SECRET_KEYS = {"rest", "seed", "deck", "secret", "nonces"}

HANG_ON_HIDDEN: dict[str, set[str]] = {"condottiere": {"dealt", "discarded"}}
"""Happenings of one's own move that hang on what the mover cannot know.

For a game that is not named here only the first happening, the move itself, is compared.
"""


def sampled(table: Table, number: int) -> Iterator[tuple[Turn, Random]]:
    """Some turns of a random game, with dice for the test: and all with several seats to move."""
    rng = Random(number)
    length = sum(1 for _ in random_game(table, seed_bytes(number)))
    share = LOOKED_AT / length
    for turn in random_game(table, seed_bytes(number)):
        if rng.random() < share or len(turn.position.to_move()) > 1:
            yield turn, rng


def everyone(position: Position) -> list[int | None]:
    return [None, *range(position.seats)]


@at_every_table
def test_a_move_that_reveals_nothing_is_known_beforehand(table: Table) -> None:
    """Whatever it brings about, everybody could have told from what they saw before."""
    for number in CHECKED_SEEDS:
        for turn, rng in sampled(table, number):
            position, seat, move = turn.position, turn.seat, turn.move
            if position.reveals(move):
                continue
            after = position.clone()
            told = after.play(seat, move, turn.chance)
            for viewer in everyone(position):
                imagined = position.imagine(viewer, rng)
                if move not in imagined.moves(seat):
                    continue  # in that world the mover does not hold the card
                assert imagined.play(seat, move, turn.chance) == told
                assert imagined.view(viewer) == after.view(viewer)


@at_every_table
def test_everybody_can_tell_who_is_asked_unless_it_is_a_secret(table: Table) -> None:
    """Clocks run for all to see: where that would tell something, the position has a `silence`."""
    for number in CHECKED_SEEDS:
        for turn, rng in sampled(table, number):
            position = turn.position
            for viewer in everyone(position):
                imagined = position.imagine(viewer, rng)
                assert (imagined.silence is None) == (position.silence is None)
                if position.silence is None:
                    assert imagined.to_move() == position.to_move()
            for seat in position.to_move():
                assert position.silence is None or position.silence in position.moves(seat)


# --- Playing to the end.


@at_every_table
def test_random_games_come_to_a_sound_end(table: Table) -> None:
    for number in range(SEEDS):
        end, _ = play_through(table.rules, table.seats, dict(table.options), Random(number))
        end.check()
        outcome = end.outcome()
        assert outcome is not None
        assert end.to_move() == ()
        assert not any(end.moves(seat) for seat in range(table.seats))
        assert len(outcome.scores) == len(outcome.places) == table.seats
        for place in outcome.places:
            assert place == 1 + sum(better < place for better in outcome.places)


@at_every_table
def test_positions_stay_sound_after_each_move(table: Table) -> None:
    for number in CHECKED_SEEDS:
        for turn in random_game(table, seed_bytes(number)):
            turn.position.check()
            check_decisions(turn.position)


def check_decisions(position: Position) -> None:
    """`to_move` and `moves` tell the same, and neither tells anything twice."""
    assert position.outcome() is None
    asked = position.to_move()
    assert list(asked) == sorted(set(asked))
    for seat in range(position.seats):
        moves = position.moves(seat)
        assert bool(moves) == (seat in asked)
        assert len(moves) == len(set(moves))


# --- Written down and read again.


@at_every_table
def test_a_record_replays_to_the_same_positions(table: Table) -> None:
    moves: list[Json] = []
    dumps: list[Json] = []
    seed = seed_bytes(1)
    turn = None
    for turn in random_game(table, seed):
        dumps.append(turn.position.dump())
        moves.append({"seat": turn.seat, **turn.move.dump()})
    assert turn is not None
    dumps.append(turn.position.dump())

    record = table.record(seed, moves)
    replayed: list[Json] = [record.start().dump()]
    reached = replay(record, lambda position: replayed.append(position.dump()))
    assert reached.refusal is None
    assert reached.applied == len(moves)
    assert replayed == dumps
    assert reached.position.outcome() == turn.position.outcome()


@at_every_table
def test_moves_are_read_as_they_were_dumped(table: Table) -> None:
    for turn, _ in sampled(table, 2):
        for seat in turn.position.to_move():
            for move in turn.position.moves(seat):
                assert read_move(turn.position, through_json(move.dump())) == move


@at_every_table
def test_a_dump_loads_as_the_same_position(table: Table) -> None:
    for turn, _ in sampled(table, 3):
        dumped = through_json(turn.position.dump())
        loaded = table.load(dumped)
        loaded.check()
        assert loaded.dump() == dumped
        assert loaded.to_move() == turn.position.to_move()
        for seat in loaded.to_move():
            assert set(loaded.moves(seat)) == set(turn.position.moves(seat))


@at_every_table
def test_a_loaded_position_plays_on_alike(table: Table) -> None:
    for turn, _ in sampled(table, 4):
        loaded = table.load(through_json(turn.position.dump()))
        copy = turn.position.clone()
        loaded.play(turn.seat, turn.move, turn.fresh_chance())
        copy.play(turn.seat, turn.move, turn.fresh_chance())
        assert loaded.dump() == copy.dump()


@at_every_table
def test_a_finished_position_is_not_loaded(table: Table) -> None:
    *_, last = random_game(table, seed_bytes(5))
    with pytest.raises(BadPosition):
        table.load(through_json(last.position.dump()))


# --- Copies.


@at_every_table
def test_clones_share_nothing_that_changes(table: Table) -> None:
    for turn, rng in sampled(table, 6):
        before = snapshot(turn.position)
        source = turn.position.clone()
        copy = source.clone()
        play_on(source, 30, turn, rng)
        assert snapshot(turn.position) == before
        assert snapshot(copy) == before


def play_on(position: Position, most: int, turn: Turn, rng: Random) -> None:
    """Up to so many random moves more."""
    for _ in range(most):
        asked = position.to_move()
        if not asked:
            return
        seat = rng.choice(asked)
        position.play(seat, rng.choice(position.moves(seat)), turn.fresh_chance())


def snapshot(position: Position) -> list[Any]:
    """Everything a position tells, in a form that later changes cannot reach."""
    views = [through_json(position.view(seat)) for seat in everyone(position)]
    return [through_json(position.dump()), position.to_move(), position.outcome(), *views]


# --- Moves that are not listed.


@at_every_table
def test_unlisted_moves_are_refused_and_change_nothing(table: Table) -> None:
    known = {
        move
        for turn in random_game(table, seed_bytes(7))
        for seat in turn.position.to_move()
        for move in turn.position.moves(seat)
    }
    pool = sorted(known, key=repr)
    for turn, rng in sampled(table, 8):
        position = turn.position
        before = position.dump()
        for move in rng.sample(pool, min(12, len(pool))):
            for seat in range(-1, position.seats + 1):
                check_refusal(position, seat, move, turn)
        assert position.dump() == before


def check_refusal(position: Position, seat: int, move: Any, turn: Turn) -> None:
    if seat not in position.to_move():
        with pytest.raises(NotYourTurn):
            position.play(seat, move, turn.fresh_chance())
    elif move not in position.moves(seat):
        with pytest.raises(IllegalMove) as refused:
            position.play(seat, move, turn.fresh_chance())
        assert refused.value.reason


@at_every_table
def test_nothing_is_played_after_the_end(table: Table) -> None:
    *_, last = random_game(table, seed_bytes(9))
    before = last.position.dump()
    for seat in range(table.seats):
        with pytest.raises(Over):
            last.position.play(seat, last.move, last.fresh_chance())
    assert last.position.dump() == before


# --- Secrecy.


@at_every_table
def test_no_viewer_can_tell_an_imagined_position_from_the_true_one(table: Table) -> None:
    for turn, rng in sampled(table, 10):
        position = turn.position
        dumped = position.dump()
        for seat in everyone(position):
            imagined = position.imagine(seat, rng)
            imagined.check()
            assert imagined.view(seat) == position.view(seat)
            assert imagined.outcome() == position.outcome()
            if seat is not None:
                assert (seat in imagined.to_move()) == (seat in position.to_move())
                assert set(imagined.moves(seat)) == set(position.moves(seat))
        assert position.dump() == dumped


@at_every_table
def test_own_moves_bring_about_the_same_in_imagined_positions(table: Table) -> None:
    for turn, rng in sampled(table, 11):
        imagined = turn.position.imagine(turn.seat, rng)
        true = turn.position.clone().play(turn.seat, turn.move, turn.fresh_chance())
        dreamt = imagined.play(turn.seat, turn.move, turn.fresh_chance())
        assert determined(table, turn.seat, dreamt) == determined(table, turn.seat, true)


def determined(table: Table, seat: int, told: list[Happening]) -> list[Happening]:
    """The happenings the seat learns of and could have foretold from what it knew."""
    hidden = HANG_ON_HIDDEN.get(table.rules.game.slug)
    known = [happening for happening in told if happening.known_to(seat)]
    if hidden is None:
        return known[:1]
    return [happening for happening in known if happening.kind not in hidden]


@at_every_table
def test_imagining_varies_what_each_viewer_cannot_know(table: Table) -> None:
    unvaried: set[int | None] = {None, *range(table.seats)}
    for turn, rng in sampled(table, 12):
        position = turn.position
        dumped = position.dump()
        unvaried -= {seat for seat in unvaried if position.imagine(seat, rng).dump() != dumped}
    assert not unvaried


@at_every_table
def test_imagining_hangs_on_its_dice_alone(table: Table) -> None:
    for turn, rng in sampled(table, 13):
        number = rng.random()
        for seat in everyone(turn.position):
            once = turn.position.imagine(seat, Random(number))
            again = turn.position.imagine(seat, Random(number))
            assert once.dump() == again.dump()


@at_every_table
def test_happenings_and_views_are_plain_json_without_secret_keys(table: Table) -> None:
    for turn, _ in sampled(table, 14):
        for seat in everyone(turn.position):
            assert not keys_in(through_json(turn.position.view(seat))) & SECRET_KEYS
        told = turn.position.clone().play(turn.seat, turn.move, turn.fresh_chance())
        for happening in told:
            assert not keys_in(through_json(happening.facts)) & SECRET_KEYS


def keys_in(value: Any) -> set[str]:
    """Every key of every object within a JSON value."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    if isinstance(value, list):
        return set().union(*map(keys_in, value))
    return set()
