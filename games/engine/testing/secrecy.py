"""What is hidden stays hidden: in views, in what is told of moves, in who is asked."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.contract import Dump, Position, View
from games.engine.testing.effort import examples
from games.engine.testing.tables import Table, Turn, everyone, sampled, through_json
from games.engine.testing.telling import check_what_is_told

CHECKED_SEEDS = range(examples(2))
SECRET_KEYS = {"rest", "seed", "deck", "secret", "nonces"}


class Secrecy:
    """Views, imagined positions and happenings."""

    def test_no_happening_tells_anybody_what_is_hidden_from_them(self, table: Table) -> None:
        for number in CHECKED_SEEDS:
            check_what_is_told(table, number)

    def test_a_move_that_reveals_nothing_is_known_beforehand(self, table: Table) -> None:
        """Whatever it brings about, everybody could have told from what they saw before."""
        for number in CHECKED_SEEDS:
            for turn, rng in sampled(table, number):
                if not turn.position.reveals(turn.move):
                    check_known_beforehand(turn, rng)

    def test_everybody_can_tell_who_is_asked_unless_it_is_a_secret(self, table: Table) -> None:
        """Clocks run for all to see: where that would tell something, there is a `silence`."""
        for number in CHECKED_SEEDS:
            for turn, rng in sampled(table, number):
                check_who_is_asked(turn.position, rng)

    def test_no_viewer_can_tell_an_imagined_position_from_the_true_one(self, table: Table) -> None:
        for turn, rng in sampled(table, 10):
            dumped = turn.position.dump()
            for viewer in everyone(turn.position):
                check_imagined(turn.position, viewer, rng)
            assert turn.position.dump() == dumped

    def test_imagining_varies_what_each_viewer_cannot_know(self, table: Table) -> None:
        hidden: set[int | None] = set()
        varied: set[int | None] = set()
        for turn, rng in sampled(table, 12):
            position = turn.position
            dumped = position.dump()
            viewers = everyone(position)
            hidden.update(v for v in viewers if hides_something(dumped, position.view(v)))
            varied.update(v for v in viewers if position.imagine(v, rng).dump() != dumped)
        assert varied == hidden

    def test_imagining_hangs_on_its_dice_alone(self, table: Table) -> None:
        for turn, rng in sampled(table, 13):
            number = rng.random()
            for viewer in everyone(turn.position):
                once = turn.position.imagine(viewer, Random(number))
                again = turn.position.imagine(viewer, Random(number))
                assert once.dump() == again.dump()

    def test_happenings_and_views_are_plain_json_without_secret_keys(self, table: Table) -> None:
        for turn, _ in sampled(table, 14):
            for viewer in everyone(turn.position):
                assert not keys_in(through_json(turn.position.view(viewer))) & SECRET_KEYS
            told = turn.position.clone().play(turn.seat, turn.move, turn.fresh_chance())
            for happening in told:
                assert not keys_in(through_json(happening.facts)) & SECRET_KEYS


def check_known_beforehand(turn: Turn, rng: Random) -> None:
    """In every world that a viewer thinks possible, the move brings about the same."""
    position, seat, move = turn.position, turn.seat, turn.move
    after = position.clone()
    told = after.play(seat, move, turn.chance)
    for viewer in everyone(position):
        imagined = position.imagine(viewer, rng)
        if move not in imagined.moves(seat):
            continue  # In that world the mover does not hold the card.
        assert imagined.play(seat, move, turn.chance) == told
        assert imagined.view(viewer) == after.view(viewer)


def check_who_is_asked(position: Position, rng: Random) -> None:
    """The same seats are asked in imagined positions, unless it is known to be a secret."""
    for viewer in everyone(position):
        imagined = position.imagine(viewer, rng)
        assert (imagined.silence is None) == (position.silence is None)
        if position.silence is None:
            assert imagined.to_move() == position.to_move()
    for seat in position.to_move():
        assert position.silence is None or position.silence in position.moves(seat)


def check_imagined(position: Position, viewer: int | None, rng: Random) -> None:
    """An imagined position is sound, looks the same, and leaves the viewer the same moves."""
    imagined = position.imagine(viewer, rng)
    imagined.check()
    assert imagined.view(viewer) == position.view(viewer)
    assert imagined.outcome() == position.outcome()
    if viewer is not None:
        assert (viewer in imagined.to_move()) == (viewer in position.to_move())
        assert set(imagined.moves(viewer)) == set(position.moves(viewer))


def hides_something(dumped: Dump, view: View) -> bool:
    """Unless a view holds every key of the dump with its value."""
    return any(key not in view or view[key] != value for key, value in dumped.items())


def keys_in(value: Any) -> set[str]:
    """Every key of every object within a JSON value."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    if isinstance(value, list):
        return set().union(*map(keys_in, value))
    return set()
