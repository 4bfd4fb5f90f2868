"""What is hidden stays hidden: in views, in happenings, in who is asked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Any

from games.engine.contract import Dump, Happening, Move, Position, View
from games.engine.testing.tables import Table, Turn, everyone, examples, sampled, through_json

CHECKED_SEEDS = range(examples(2))
IMAGINED = 1
"""The random game whose positions are imagined otherwise: one of those that are checked."""
SECRET_KEYS = {"rest", "seed", "deck", "secret", "nonces"}


class Secrecy:
    """Views, imagined positions and happenings."""

    def test_no_happening_tells_anybody_what_is_hidden_from_them(self, table: Table) -> None:
        for number in CHECKED_SEEDS:
            check_happenings(table, number)

    def test_a_move_that_reveals_nothing_is_known_beforehand(self, table: Table) -> None:
        """Everybody could have foreseen its happenings from what they saw before."""
        for number in CHECKED_SEEDS:
            for turn, rng in sampled(table, number):
                if not turn.position.reveals(turn.move):
                    check_known_beforehand(turn, rng)

    def test_everybody_can_tell_who_is_asked_unless_it_is_a_secret(self, table: Table) -> None:
        """Clocks run for all to see: where that would show something, there is a `silence`."""
        for number in CHECKED_SEEDS:
            for turn, rng in sampled(table, number):
                check_who_is_asked(turn.position, rng)

    def test_no_viewer_can_tell_an_imagined_position_from_the_true_one(self, table: Table) -> None:
        for turn, rng in sampled(table, IMAGINED):
            dumped = turn.position.dump()
            for viewer in everyone(turn.position):
                check_imagined(turn.position, viewer, rng)
            assert turn.position.dump() == dumped

    def test_imagining_varies_what_each_viewer_cannot_know(self, table: Table) -> None:
        hidden: set[int | None] = set()
        varied: set[int | None] = set()
        for turn, rng in sampled(table, IMAGINED):
            position = turn.position
            dumped = position.dump()
            viewers = everyone(position)
            hidden.update(v for v in viewers if hides_something(dumped, position.view(v)))
            varied.update(v for v in viewers if position.imagine(v, rng).dump() != dumped)
        assert varied == hidden

    def test_imagining_hangs_on_its_dice_alone(self, table: Table) -> None:
        for turn, rng in sampled(table, IMAGINED):
            number = rng.random()
            for viewer in everyone(turn.position):
                once = turn.position.imagine(viewer, Random(number))
                again = turn.position.imagine(viewer, Random(number))
                assert once.dump() == again.dump()

    def test_happenings_and_views_are_plain_json_without_secret_keys(self, table: Table) -> None:
        for turn, _ in sampled(table, IMAGINED):
            for viewer in everyone(turn.position):
                assert not keys_in(through_json(turn.position.view(viewer))) & SECRET_KEYS
            after = turn.position.clone()
            for happening in after.play(turn.seat, turn.move, turn.fresh_chance()):
                assert not keys_in(through_json(happening.facts)) & SECRET_KEYS


def check_known_beforehand(turn: Turn, rng: Random) -> None:
    """In every world that a viewer thinks possible, the move brings about the same."""
    position, seat, move = turn.position, turn.seat, turn.move
    after = position.clone()
    happenings = after.play(seat, move, turn.chance)
    for viewer in everyone(position):
        imagined = position.imagine(viewer, rng)
        if move not in imagined.moves(seat):
            continue  # In that world the mover does not hold the card.
        assert imagined.play(seat, move, turn.chance) == happenings
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


OTHER_MOVES = 6
"""So many other moves are tried where one was made."""


@dataclass(frozen=True)
class World:
    """A position as a move has left it, and what the move brought about."""

    happenings: list[Happening]
    position: Position

    def visible_to(self, viewer: int | None) -> list[Happening]:
        """The happenings that a viewer may know of."""
        return [happening for happening in self.happenings if happening.known_to(viewer)]

    def visible_before_revealing(self, viewer: int | None) -> list[Happening]:
        """The same up to the first of a `revealing` kind."""
        revealing = self.position.revealing
        return list(takewhile(lambda one: one.kind not in revealing, self.visible_to(viewer)))

    def remembered(self, viewer: int | None) -> list[Happening]:
        """The same without the kinds that are `forgotten`."""
        forgotten = self.position.forgotten
        return [one for one in self.visible_to(viewer) if one.kind not in forgotten]


def after_move(position: Position, seat: int, move: Move, turn: Turn) -> World:
    """The position after a move that is made in place of the turn's own."""
    after = position.clone()
    return World(after.play(seat, move, turn.fresh_chance()), after)


def check_happenings(table: Table, number: int) -> None:
    """No happening of a random game shows anybody what is hidden from them.

    Each move is compared with what else may have happened, as far as a viewer knows: hidden cards
    may lie otherwise (`check_against_imagined`), and others may have decided something else
    (`check_against_other_moves`).
    """
    for turn, rng in sampled(table, number):
        world = after_move(turn.position, turn.seat, turn.move, turn)
        for happening in world.happenings:
            check_addressees(turn.position, happening)
        for viewer in everyone(turn.position):
            check_against_imagined(turn, viewer, world, rng)
            check_against_other_moves(turn, viewer, world, rng)


def check_addressees(position: Position, happening: Happening) -> None:
    """Secrets are addressed to seats of the table, and views remember them."""
    if happening.to is not None:
        assert happening.to <= set(range(position.seats)), happening
        assert happening.kind not in position.forgotten, happening


def check_against_imagined(turn: Turn, viewer: int | None, world: World, rng: Random) -> None:
    """The same move, where hidden cards lie otherwise, shows a viewer the same happenings.

    Always up to the first of a `revealing` kind; all of them unless the viewer's view shows what
    was revealed (`check_alike`).
    """
    imagined = turn.position.imagine(viewer, rng)
    if turn.move not in imagined.moves(turn.seat):
        return  # There the mover does not hold the card.
    other = after_move(imagined, turn.seat, turn.move, turn)
    assert other.visible_before_revealing(viewer) == world.visible_before_revealing(viewer), (
        f"what {viewer} learns of {turn.move} depends on what is hidden from them"
    )
    check_alike(viewer, world, other)


def check_against_other_moves(turn: Turn, viewer: int | None, world: World, rng: Random) -> None:
    """Whatever others decide in secret, a viewer sees the same happenings."""
    positions = [turn.position]
    if turn.position.silence is not None:
        # It is a secret who is asked: others may be.
        positions.append(turn.position.imagine(viewer, rng))
    for position in positions:
        for seat, move in other_moves(position, viewer, rng):
            check_alike(viewer, world, after_move(position, seat, move, turn))


def check_alike(viewer: int | None, one: World, other: World) -> None:
    """Where positions differ and a viewer's view does not, the happenings do not differ either.

    Kinds that are `forgotten` are left out: everybody saw these, and no view shows them later.
    """
    if one.position.view(viewer) != other.position.view(viewer):
        return
    if one.position.dump() != other.position.dump():
        assert one.remembered(viewer) == other.remembered(viewer), (
            f"what {viewer} learns gives away what the view hides"
        )


def other_moves(position: Position, viewer: int | None, rng: Random) -> list[tuple[int, Move]]:
    """Some of the moves that seats other than the viewer might make."""
    moves = [
        (seat, move)
        for seat in position.to_move()
        if seat != viewer
        for move in position.moves(seat)
    ]
    return rng.sample(moves, min(OTHER_MOVES, len(moves)))
