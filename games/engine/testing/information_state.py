"""Tests of information states: what a seat remembers is true and limits what it resamples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pickle import dumps, loads
from random import Random

from games.engine.chance import Chance
from games.engine.contract import Effect, Move, Position
from games.engine.information_state import InformationState, information_state_of
from games.engine.testing.secrecy import hides_something
from games.engine.testing.tables import Table, examples, game_length, seed_bytes, through_json

SEEDS = range(examples(1))
CHECKED = 12
"""Approximate number of turns of a game at which the worlds of all seats are checked."""
WORLDS = 3
"""The number of resampled worlds that are played on at the same time."""

Player = Callable[[Position, int, InformationState[Position], Random], Move]
"""(position, seat, information state, random source) → one of the seat's moves."""


def at_random(
    position: Position, seat: int, information_state: InformationState[Position], rng: Random
) -> Move:
    return rng.choice(position.moves(seat))


@dataclass
class InformedTurn:
    """A turn of a game, and what each seat knows there."""

    position: Position
    seat: int
    move: Move
    chance: Chance
    known: list[InformationState[Position]]
    checked: bool
    """Whether this turn is checked; checked turns are spread over the game."""
    before: list[Effect]
    """The effects of the move before this turn."""

    def shown_to(self, seat: int) -> list[Effect]:
        """Return the effects of the previous move that a seat may know of."""
        return [effect for effect in self.before if effect.known_to(seat)]


def informed_game(table: Table, number: int, play: Player = at_random) -> Iterator[InformedTurn]:
    """Yield the turns of a game with the information states of all seats, passed through JSON.

    They therefore share no object with the position. Each turn's move is played when the
    next turn is requested.
    """
    seed, rng = seed_bytes(number), Random(number)
    share, dice = CHECKED / game_length(table, seed), Random(number)
    position = table.deal(seed)
    known = [
        information_state_of(position, seat, through_json(position.view(seat)))
        for seat in range(position.seats)
    ]
    step, effects = 0, list[Effect]()
    while asked := position.to_move():
        step += 1
        seat = rng.choice(asked)
        move = play(position, seat, known[seat], rng)
        checked = len(asked) > 1 or dice.random() < share
        yield InformedTurn(position, seat, move, Chance(seed, step), known, checked, effects)
        effects = position.play(seat, move, Chance(seed, step))
        learn(known, effects)


def learn(known: list[InformationState[Position]], effects: list[Effect]) -> None:
    """Let every seat learn what it may know, from its own copy passed through JSON."""
    copies = through_json([[one.facts for one in effects]] * len(known))
    for information_state, copy in zip(known, copies, strict=True):
        for one, facts in zip(effects, copy, strict=True):
            if one.known_to(information_state.seat):
                information_state.learn(Effect(one.kind, facts, one.to))


class InformationStateTests:
    """Tests of each seat's information state over whole games."""

    def test_worlds_never_contradict_what_a_seat_knows(self, table: Table) -> None:
        for number in SEEDS:
            check_information_state(table, number)

    def test_a_seat_does_not_know_the_rest(self, table: Table) -> None:
        """Check that hidden information varies between worlds, unless the seat can deduce it."""
        hidden: set[int] = set()
        varied: set[int] = set()
        for turn in informed_game(table, 3):
            if not turn.checked:
                continue
            rng, dumped = Random(3), turn.position.dump()
            for seat, information_state in enumerate(turn.known):
                view = turn.position.view(seat)
                if hides_something(dumped, view):
                    hidden.add(seat)
                worlds = (information_state.resample(view, rng).dump() for _ in range(3))
                if any(world != dumped for world in worlds):
                    varied.add(seat)
            if len(hidden & varied) == table.seats:
                return  # No later turn takes a seat away.
        assert varied == hidden

    def test_worlds_depend_only_on_information_state_and_dice(self, table: Table) -> None:
        """Check it in pickled states too, because slow bots think in other processes."""
        for turn in informed_game(table, 2):
            if not turn.checked:
                continue
            for seat, information_state in enumerate(turn.known):
                view = turn.position.view(seat)
                once = information_state.resample(view, Random(7)).dump()
                sent: InformationState[Position] = loads(dumps(information_state))  # noqa: S301
                assert sent.resample(through_json(view), Random(7)).dump() == once
                assert information_state.resample(view, Random(7)).dump() == once


def check_information_state(table: Table, number: int, play: Player = at_random) -> None:
    """Check over one game that memories are true of the game and of all resampled worlds."""
    rng = Random(number)
    others: list[ResampledWorld] = []
    for turn in informed_game(table, number, play):
        check_truth(turn)
        others = [other for other in others if other.continues(turn)]
        if turn.checked:
            check_worlds(turn, rng)
            others = [*others, ResampledWorld.of(turn, rng.randrange(table.seats), rng)][-WORLDS:]


def check_truth(turn: InformedTurn) -> None:
    """Check that each seat considers the true position possible."""
    for seat, information_state in enumerate(turn.known):
        assert information_state.agrees_with(turn.position), (
            f"seat {seat} rules out the true position"
        )


def check_worlds(turn: InformedTurn, rng: Random) -> None:
    """Check that worlds are valid, look the same to the seat and agree with all it knows."""
    position = turn.position
    dumped = position.dump()
    for seat, information_state in enumerate(turn.known):
        view = position.view(seat)
        written = through_json(view)
        world = information_state.resample(view, rng)
        world.check()
        assert world.view(seat) == written == view, (
            f"seat {seat} can tell this world from the true one"
        )
        assert world.moves(seat) == position.moves(seat)
        assert (seat in world.to_move()) == (seat in position.to_move())
        assert (world.silence is None) == (position.silence is None)
        if position.silence is None:
            assert world.to_move() == position.to_move()
        assert world.outcome() is None
        assert information_state.agrees_with(world), (
            f"seat {seat} resampled what it knows to be false"
        )
    assert position.dump() == dumped


@dataclass
class ResampledWorld:
    """A world that a seat resampled, played on next to the true game.

    It is kept as long as the seat cannot tell both apart. What the seat remembers of one must be
    true of the other, or it rules out too much.
    """

    seat: int
    world: Position
    turn: InformedTurn
    """The latest turn, whose move is not played in the world yet."""

    @classmethod
    def of(cls, turn: InformedTurn, seat: int, rng: Random) -> ResampledWorld:
        world = turn.known[seat].resample(turn.position.view(seat), rng)
        return cls(seat, world, turn)

    def continues(self, turn: InformedTurn) -> bool:
        """Play the latest turn in this world; return whether the seat still sees the same."""
        seat, world, last = self.seat, self.world, self.turn
        self.turn = turn
        if last.move not in world.moves(last.seat):
            return False
        effects = world.play(last.seat, last.move, Chance(last.chance.seed, last.chance.step))
        shown = [effect for effect in effects if effect.known_to(seat)]
        if shown != turn.shown_to(seat) or turn.position.view(seat) != world.view(seat):
            return False
        assert turn.known[seat].agrees_with(world), (
            f"seat {seat} rules out a world that looks the same"
        )
        return True
