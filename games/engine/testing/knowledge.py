"""What a seat remembers is true, and whatever it imagines agrees with all that it was told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pickle import dumps, loads
from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Happening, Move, Position
from games.engine.knowledge import Knowledge
from games.engine.testing.secrecy import hides_something
from games.engine.testing.tables import Table, examples, game_length, seed_bytes, through_json

SEEDS = range(examples(1))
LOOKED_AT = 12
"""At about so many turns of a game everybody's worlds are looked at."""
ABREAST = 3
"""So many imagined worlds are played on at a time."""

Player = Callable[[Position, int, Knowledge[Any], Random], Move]
"""(position, seat, what the seat knows, dice) → one of the seat's moves there."""


def at_random(position: Position, seat: int, knowledge: Knowledge[Any], rng: Random) -> Move:
    return rng.choice(position.moves(seat))


@dataclass
class Remembered:
    """A turn of a game, and what each seat knows there."""

    position: Position
    seat: int
    move: Move
    chance: Chance
    known: list[Knowledge[Any]]
    looked_at: bool
    """Whether this is one of the turns to be looked at; they are spread over the game."""
    before: list[Happening]
    """What the move before this turn brought about."""

    def told_to(self, seat: int) -> list[Happening]:
        """What a seat was told of the move before this turn."""
        return [happening for happening in self.before if happening.known_to(seat)]


def remembered_game(table: Table, number: int, play: Player = at_random) -> Iterator[Remembered]:
    """The turns of a game, with knowledge that came through JSON: of no position, by no reference.

    Each turn's move is played when the next turn is asked for.
    """
    seed, rng = seed_bytes(number), Random(number)
    share, looks = LOOKED_AT / game_length(table, seed), Random(number)
    position = table.deal(seed)
    known = [begun(position, seat) for seat in range(position.seats)]
    step, happenings = 0, list[Happening]()
    while asked := position.to_move():
        step += 1
        seat = rng.choice(asked)
        move = play(position, seat, known[seat], rng)
        look = len(asked) > 1 or looks.random() < share
        yield Remembered(position, seat, move, Chance(seed, step), known, look, happenings)
        happenings = position.play(seat, move, Chance(seed, step))
        learn(known, happenings)


def begun(position: Position, seat: int) -> Knowledge[Any]:
    """What a seat knows that has just sat down."""
    rules = type(position)
    view = through_json(position.view(seat))
    return rules.knowledge(rules, seat, position.options, view)


def learn(known: list[Knowledge[Any]], happenings: list[Happening]) -> None:
    """Tell every seat what it may know, with facts of its own that came through JSON."""
    for one in happenings:
        written = json.dumps(one.facts, allow_nan=False)
        for knowledge in known:
            if one.known_to(knowledge.seat):
                facts = json.loads(written)
                assert facts == one.facts
                knowledge.learn(Happening(one.kind, facts, one.to))


class Remembers:
    """Each seat's knowledge, over whole games at every table."""

    def test_worlds_never_contradict_what_a_seat_was_told(self, table: Table) -> None:
        for number in SEEDS:
            check_knowledge(table, number)

    def test_a_seat_does_not_know_the_rest(self, table: Table) -> None:
        """What is hidden varies from world to world, unless it follows from what was told."""
        hidden: set[int] = set()
        varied: set[int] = set()
        for turn in remembered_game(table, 3):
            if not turn.looked_at:
                continue
            rng, dumped = Random(3), turn.position.dump()
            for seat, knowledge in enumerate(turn.known):
                view = turn.position.view(seat)
                if hides_something(dumped, view):
                    hidden.add(seat)
                worlds = [knowledge.imagine(view, rng).dump() for _ in range(3)]
                if any(world != dumped for world in worlds):
                    varied.add(seat)
        assert varied == hidden

    def test_worlds_hang_on_what_was_told_and_on_the_dice_alone(self, table: Table) -> None:
        """In another process, too: slow bots think elsewhere."""
        for turn in remembered_game(table, 2):
            if not turn.looked_at:
                continue
            for seat, knowledge in enumerate(turn.known):
                view = turn.position.view(seat)
                once = knowledge.imagine(view, Random(7)).dump()
                sent: Knowledge[Any] = loads(dumps(knowledge))  # noqa: S301
                assert sent.imagine(through_json(view), Random(7)).dump() == once
                assert knowledge.imagine(view, Random(7)).dump() == once


def check_knowledge(table: Table, number: int, play: Player = at_random) -> None:
    """Over one game: what a seat remembers is true of the game, and of all it imagines."""
    rng = Random(number)
    others: list[Other] = []
    for turn in remembered_game(table, number, play):
        check_truth(turn)
        others = [other for other in others if other.goes_on(turn)]
        if turn.looked_at:
            check_worlds(turn, rng)
            others = [*others, Other.of(turn, rng.randrange(table.seats), rng)][-ABREAST:]


def check_truth(turn: Remembered) -> None:
    """The true position is one that each seat thinks possible."""
    for seat, knowledge in enumerate(turn.known):
        assert knowledge.agrees_with(turn.position), f"seat {seat} remembers what is not so"


def check_worlds(turn: Remembered, rng: Random) -> None:
    """Worlds are sound, look the same to the seat, leave it its moves, and agree with all told."""
    position = turn.position
    dumped = position.dump()
    for seat, knowledge in enumerate(turn.known):
        view = position.view(seat)
        written = through_json(view)
        world = knowledge.imagine(view, rng)
        world.check()
        assert world.view(seat) == written == view, f"seat {seat} can see that this is not so"
        assert world.moves(seat) == position.moves(seat)
        assert (seat in world.to_move()) == (seat in position.to_move())
        assert (world.silence is None) == (position.silence is None)
        if position.silence is None:
            assert world.to_move() == position.to_move()
        assert world.outcome() is None
        assert knowledge.agrees_with(world), f"seat {seat} imagines against what it was told"
    assert position.dump() == dumped


@dataclass
class Other:
    """A world that a seat imagined, played on beside the true game while the seat could not tell
    them apart: what it remembers of the one must be true of the other, or it rules out too much.
    """

    seat: int
    world: Position
    turn: Remembered
    """The last turn, whose move was not played in the world yet."""

    @classmethod
    def of(cls, turn: Remembered, seat: int, rng: Random) -> Other:
        world = turn.known[seat].imagine(turn.position.view(seat), rng)
        return cls(seat, world, turn)

    def goes_on(self, turn: Remembered) -> bool:
        """Play the last turn here as well; whether the seat sees the same as in the game."""
        seat, world, last = self.seat, self.world, self.turn
        self.turn = turn
        if last.move not in world.moves(last.seat):
            return False
        happenings = world.play(last.seat, last.move, Chance(last.chance.seed, last.chance.step))
        told = [happening for happening in happenings if happening.known_to(seat)]
        if told != turn.told_to(seat) or turn.position.view(seat) != world.view(seat):
            return False
        assert turn.known[seat].agrees_with(world), f"seat {seat} rules out what may be so"
        return True
