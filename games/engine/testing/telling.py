"""What is told of a move tells nobody what is hidden from them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from random import Random

from games.engine.contract import Happening, Move, Position
from games.engine.testing.tables import Table, Turn, everyone, sampled

OTHER_MOVES = 6
"""So many other moves are tried where one was made."""


@dataclass(frozen=True)
class World:
    """A position as a move has left it, and what was told of the move."""

    told: list[Happening]
    position: Position

    def news(self, viewer: int | None) -> list[Happening]:
        """What a viewer is told."""
        return [happening for happening in self.told if happening.known_to(viewer)]

    def news_before_revealing(self, viewer: int | None) -> list[Happening]:
        """What a viewer is told before the first happening of a `revealing` kind."""
        revealing = self.position.revealing
        return list(takewhile(lambda one: one.kind not in revealing, self.news(viewer)))

    def remembered_news(self, viewer: int | None) -> list[Happening]:
        """What a viewer is told, but for the kinds that are `forgotten`."""
        forgotten = self.position.forgotten
        return [happening for happening in self.news(viewer) if happening.kind not in forgotten]


def after_move(position: Position, seat: int, move: Move, turn: Turn) -> World:
    """The position after a move that is made in place of the turn's own."""
    after = position.clone()
    return World(after.play(seat, move, turn.fresh_chance()), after)


def check_what_is_told(table: Table, number: int) -> None:
    """No happening of a random game tells anybody what is hidden from them.

    Each move is compared with what else may have happened, as far as a viewer knows: hidden cards
    may lie otherwise (`check_against_imagined`), and others may have decided something else
    (`check_against_other_moves`).
    """
    for turn, rng in sampled(table, number):
        world = after_move(turn.position, turn.seat, turn.move, turn)
        for happening in world.told:
            check_addressees(turn.position, happening)
        for viewer in everyone(turn.position):
            check_against_imagined(turn, viewer, world, rng)
            check_against_other_moves(turn, viewer, world, rng)


def check_addressees(position: Position, happening: Happening) -> None:
    """Secrets are told to seats of the table, and views remember them."""
    if happening.to is not None:
        assert happening.to <= set(range(position.seats)), happening
        assert happening.kind not in position.forgotten, happening


def check_against_imagined(turn: Turn, viewer: int | None, world: World, rng: Random) -> None:
    """The same move, where hidden cards lie otherwise, brings a viewer the same news.

    Always up to the first happening of a `revealing` kind; the whole news unless the viewer's
    view shows what was revealed (`check_alike`).
    """
    imagined = turn.position.imagine(viewer, rng)
    if turn.move not in imagined.moves(turn.seat):
        return  # There the mover does not hold the card.
    other = after_move(imagined, turn.seat, turn.move, turn)
    assert other.news_before_revealing(viewer) == world.news_before_revealing(viewer), (
        f"what {viewer} is told of {turn.move} hangs on what is hidden from them"
    )
    check_alike(viewer, world, other)


def check_against_other_moves(turn: Turn, viewer: int | None, world: World, rng: Random) -> None:
    """What others decide in secret brings a viewer the same news, whatever it is."""
    for position in positions_to_move_in(turn.position, viewer, rng):
        for seat, move in other_moves(position, viewer, rng):
            check_alike(viewer, world, after_move(position, seat, move, turn))


def check_alike(viewer: int | None, one: World, other: World) -> None:
    """Where positions differ and a viewer sees no difference, the difference is not told either.

    Kinds that are `forgotten` are left out: everybody was told of these, and no view keeps it.
    """
    if one.position.view(viewer) != other.position.view(viewer):
        return
    if one.position.dump() != other.position.dump():
        assert one.remembered_news(viewer) == other.remembered_news(viewer), (
            f"what {viewer} is told gives away what the view hides"
        )


def positions_to_move_in(position: Position, viewer: int | None, rng: Random) -> list[Position]:
    """This one; and while it is a secret who is asked, one where others may be."""
    if position.silence is None:
        return [position]
    return [position, position.imagine(viewer, rng)]


def other_moves(position: Position, viewer: int | None, rng: Random) -> list[tuple[int, Move]]:
    """Some of the moves that seats other than the viewer might make."""
    moves = [
        (seat, move)
        for seat in position.to_move()
        if seat != viewer
        for move in position.moves(seat)
    ]
    return rng.sample(moves, min(OTHER_MOVES, len(moves)))
