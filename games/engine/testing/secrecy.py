"""Tests of secrecy: in views, in effects, and in which seats are to move."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile
from random import Random

from games.engine.contract import Dump, Effect, Move, Position, View
from games.engine.refusals import Refusal
from games.engine.testing.differences import check_same
from games.engine.testing.tables import (
    Table,
    Turn,
    everyone,
    examples,
    moves_of_a_game,
    sampled,
    some_moves,
    through_json,
)

CHECKED_SEEDS = range(examples(2))
RESAMPLED = 1
"""The random game whose positions are resampled; it is one of those that are checked."""
SECRET_KEYS = {"rest", "seed", "deck", "secret", "nonces"}


class SecrecyTests:
    """Tests of views, resampled positions and effects."""

    def test_no_effect_shows_a_viewer_what_is_hidden_from_them(self, table: Table) -> None:
        for number in CHECKED_SEEDS:
            check_effects(table, number)

    def test_a_move_that_reveals_nothing_is_known_beforehand(self, table: Table) -> None:
        """Check that every viewer could have predicted its effects."""
        for number in CHECKED_SEEDS:
            for turn, rng in sampled(table, number):
                if not turn.position.reveals(turn.move):
                    check_known_beforehand(turn, rng)

    def test_seats_to_move_are_public_unless_they_are_secret(self, table: Table) -> None:
        """Check that only a game with `silence` hides who is to move: clocks are public."""
        for number in CHECKED_SEEDS:
            for turn, rng in sampled(table, number):
                check_who_is_asked(turn.position, rng)

    def test_no_viewer_can_tell_a_resampled_position_from_the_true_one(self, table: Table) -> None:
        for turn, rng in sampled(table, RESAMPLED):
            dumped = turn.position.dump()
            for viewer in everyone(turn.position):
                check_resampled(turn.position, viewer, rng)
            assert turn.position.dump() == dumped

    def test_refusals_do_not_depend_on_what_is_hidden(self, table: Table) -> None:
        pool = moves_of_a_game(table, RESAMPLED)
        for turn, rng in sampled(table, RESAMPLED):
            for seat in turn.position.to_move():
                check_refusals(turn, seat, some_moves(pool, rng), rng)

    def test_resampling_varies_what_each_viewer_cannot_know(self, table: Table) -> None:
        hidden: set[int | None] = set()
        varied: set[int | None] = set()
        for turn, rng in sampled(table, RESAMPLED):
            position = turn.position
            dumped = position.dump()
            viewers = everyone(position)
            hidden.update(v for v in viewers if hides_something(dumped, position.view(v)))
            varied.update(v for v in viewers if position.resample(v, rng).dump() != dumped)
        assert varied <= hidden, f"resampling varies what {min(varied - hidden, key=repr)} sees"
        assert hidden <= varied, (
            f"resampling never varies what is hidden from {min(hidden - varied, key=repr)}"
        )

    def test_resampling_depends_only_on_its_dice(self, table: Table) -> None:
        for turn, rng in sampled(table, RESAMPLED):
            number = rng.random()
            for viewer in everyone(turn.position):
                once = turn.position.resample(viewer, Random(number))
                again = turn.position.resample(viewer, Random(number))
                assert once.dump() == again.dump()

    def test_effects_and_views_are_plain_json_without_secret_keys(self, table: Table) -> None:
        for turn, _ in sampled(table, RESAMPLED):
            for viewer in everyone(turn.position):
                assert not keys_in(through_json(turn.position.view(viewer))) & SECRET_KEYS
            after = turn.position.clone()
            for effect in after.play(turn.seat, turn.move, turn.fresh_chance()):
                assert not keys_in(through_json(effect.facts)) & SECRET_KEYS


def check_known_beforehand(turn: Turn, rng: Random) -> None:
    """Check that the move has the same effect in every world that a viewer considers possible."""
    position, seat, move = turn.position, turn.seat, turn.move
    after = position.clone()
    effects = after.play(seat, move, turn.chance)
    for viewer in everyone(position):
        resampled = position.resample(viewer, rng)
        if move not in resampled.moves(seat):
            continue  # In that world the player does not hold the card.
        known = f"{viewer} could not know beforehand what {move} does"
        check_same(resampled.play(seat, move, turn.chance), effects, known)
        check_same(resampled.view(viewer), after.view(viewer), known)


def check_who_is_asked(position: Position, rng: Random) -> None:
    """Check that resampled positions have the same seats to move, unless that is secret."""
    for viewer in everyone(position):
        resampled = position.resample(viewer, rng)
        assert (resampled.silence is None) == (position.silence is None)
        if position.silence is None:
            assert resampled.to_move() == position.to_move()
    for seat in position.to_move():
        assert position.silence is None or position.silence in position.moves(seat)


def check_resampled(position: Position, viewer: int | None, rng: Random) -> None:
    """Check that a resampled position is valid, looks the same and has the same moves."""
    resampled = position.resample(viewer, rng)
    resampled.check()
    check_same(
        resampled.view(viewer),
        position.view(viewer),
        f"{viewer} can tell a resampled position from the true one",
    )
    assert resampled.outcome() == position.outcome()
    if viewer is not None:
        assert (viewer in resampled.to_move()) == (viewer in position.to_move())
        assert set(resampled.moves(viewer)) == set(position.moves(viewer))


def check_refusals(turn: Turn, seat: int, moves: list[Move], rng: Random) -> None:
    """Check that the seat is refused moves in the same words if hidden cards lie differently."""
    position, resampled = turn.position, turn.position.resample(seat, rng)
    legal = position.moves(seat)
    for move in moves:
        if move not in legal:
            check_same(
                why_refused(resampled, seat, move, turn),
                why_refused(position, seat, move, turn),
                f"why seat {seat} can’t play {move} gives away what is hidden from it",
            )


def why_refused(position: Position, seat: int, move: Move, turn: Turn) -> tuple[str, str]:
    """Return the code and the words with which an unlisted move is refused."""
    try:
        position.play(seat, move, turn.fresh_chance())
    except Refusal as refusal:
        return refusal.code, refusal.reason
    raise AssertionError(f"seat {seat} plays {move}, which `moves` does not list")


def hides_something(dumped: Dump, view: View) -> bool:
    """Return whether a view lacks a key of the dump or has another value for it."""
    return any(key not in view or view[key] != value for key, value in dumped.items())


def keys_in(value: object) -> set[str]:
    """Return every key of every object in a JSON value."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    if isinstance(value, list):
        return set().union(*map(keys_in, value))
    return set()


OTHER_MOVES = 8
"""Number of other moves to try where one was made."""


@dataclass(frozen=True)
class World:
    """A position after a move of a seat, and the effects of the move."""

    seat: int
    effects: list[Effect]
    position: Position
    views: dict[int | None, View] = field(default_factory=dict)
    """The views of it that were compared before."""

    def view(self, viewer: int | None) -> View:
        """Return the viewer's view, made only once."""
        if viewer not in self.views:
            self.views[viewer] = self.position.view(viewer)
        return self.views[viewer]

    def visible_to(self, viewer: int | None) -> list[Effect]:
        """Return the effects that a viewer may know of."""
        return [effect for effect in self.effects if effect.known_to(viewer)]

    def visible_before_revealing(self, viewer: int | None) -> list[Effect]:
        """Return them up to the first of a `revealing` kind."""
        revealing = self.position.revealing
        return list(takewhile(lambda one: one.kind not in revealing, self.visible_to(viewer)))

    def remembered(self, viewer: int | None) -> list[Effect]:
        """Return them without the `forgotten` kinds."""
        forgotten = self.position.forgotten
        return [one for one in self.visible_to(viewer) if one.kind not in forgotten]


def after_move(position: Position, seat: int, move: Move, turn: Turn) -> World:
    """Return the world after a move that is made in place of the turn's own."""
    after = position.clone()
    return World(seat, after.play(seat, move, turn.fresh_chance()), after)


def check_effects(table: Table, number: int) -> None:
    """Check that no effect of a random game shows any viewer what is hidden from it.

    Each move is compared with alternatives that look the same to the viewer: other hidden cards
    (`check_against_resampled`), other decisions (`check_against_other_moves`), and other luck,
    because what a move deals or rolls may be hidden as well.
    """
    for turn, rng in sampled(table, number):
        world = after_move(turn.position, turn.seat, turn.move, turn)
        other_luck = after_move(turn.position, turn.seat, turn.move, turn.with_chance(rng))
        others = after_other_moves(turn.position, turn, rng)
        for effect in world.effects:
            check_addressees(turn.position, effect)
        for viewer in everyone(turn.position):
            check_against_resampled(turn, viewer, world, rng)
            check_against_other_moves(turn, viewer, world, others, rng)
            check_same_effects(viewer, world, other_luck)


def check_addressees(position: Position, effect: Effect) -> None:
    """Check that secrets go to existing seats and are not of a `forgotten` kind."""
    if effect.to is not None:
        assert effect.to <= set(range(position.seats)), effect
        assert effect.kind not in position.forgotten, effect


def check_against_resampled(turn: Turn, viewer: int | None, world: World, rng: Random) -> None:
    """Check that the same move shows the same effects when hidden cards lie differently.

    They are compared up to the first of a `revealing` kind. All of them are compared unless the
    viewer's view shows what was revealed (`check_same_effects`).
    """
    resampled = turn.position.resample(viewer, rng)
    if turn.move not in resampled.moves(turn.seat):
        return  # In that world the player does not hold the card.
    other = after_move(resampled, turn.seat, turn.move, turn)
    check_same(
        world.visible_before_revealing(viewer),
        other.visible_before_revealing(viewer),
        f"what {viewer} learns of {turn.move} depends on what is hidden from them",
    )
    check_same_effects(viewer, world, other)


def check_against_other_moves(
    turn: Turn, viewer: int | None, world: World, others: list[World], rng: Random
) -> None:
    """Check that a viewer sees the same effects whatever others decide in secret."""
    if turn.position.silence is not None:
        # The seats to move are secret and may differ.
        resampled = turn.position.resample(viewer, rng)
        others = [*others, *after_other_moves(resampled, turn, rng)]
    for other in others:
        if other.seat != viewer:
            check_same_effects(viewer, world, other)


def check_same_effects(viewer: int | None, one: World, other: World) -> None:
    """Check that effects are the same if the viewer's views are, even if the positions differ.

    `forgotten` kinds are left out: every player saw them and no later view shows them.
    """
    if one.view(viewer) != other.view(viewer):
        return
    if one.position.dump() != other.position.dump():
        check_same(
            one.remembered(viewer),
            other.remembered(viewer),
            f"what {viewer} learns gives away what the view hides",
        )


def after_other_moves(position: Position, turn: Turn, rng: Random) -> list[World]:
    """Return the worlds after some of the moves that are legal at a position."""
    moves = [(seat, move) for seat in position.to_move() for move in position.moves(seat)]
    chosen = rng.sample(moves, min(OTHER_MOVES, len(moves)))
    return [after_move(position, seat, move, turn) for seat, move in chosen]
