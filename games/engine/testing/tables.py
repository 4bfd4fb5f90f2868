"""Every table of a game (seats × options), random games there, and the number of examples.

The environment variable EFFORT is quick, usual or thorough: quick tries a tenth of the usual number
of examples, thorough twenty times as much.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple, TypeVar

from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Dump, Game, Json, Move, Options, Position
from games.engine.record import Record, read_record
from games.engine.referee import LAST, LONGEST, NoEnd
from games.engine.refusals import BadOptions
from games.engine.testing.differences import check_same

T = TypeVar("T")
TIMES = {"quick": 0.1, "usual": 1.0, "thorough": 20.0}
EFFORT = os.environ.get("EFFORT") or "usual"


def examples(usual: int) -> int:
    """Return the number of examples for the current effort, at least one."""
    return max(1, round(usual * TIMES[EFFORT]))


def is_sampled(rng: Random, share: float) -> bool:
    """Return whether to check this item; `share` is the probability with usual effort.

    The choice is random: with three players, every third position would have the same player to
    move.
    """
    return rng.random() < share * TIMES[EFFORT]


def some(choices: Sequence[T]) -> Sequence[T]:
    """Return all choices, or with quick effort every tenth, including the first."""
    return choices[::10] if EFFORT == "quick" else choices


CHECKED = 25
"""Approximate number of turns of a game to check."""
TRIED = 12
"""Number of moves from other turns to try at a turn."""


@dataclass(frozen=True)
class Table:
    """A game with its number of seats and its options."""

    rules: type[Position]
    seats: int
    options: tuple[tuple[str, Any], ...]

    def __hash__(self) -> int:
        # The values of options may not be hashable.
        return hash((self.rules, self.seats))

    @property
    def name(self) -> str:
        game = self.rules.game
        taken = [
            f"{name}={value}"
            for (name, value), option in zip(self.options, game.options, strict=True)
            if value != option.default
        ]
        return "-".join([f"{game.slug}.{game.rules}", f"{self.seats}seats", *taken])

    def deal(self, seed: bytes) -> Position:
        return self.rules.deal(self.seats, dict(self.options), Chance(seed, 0))

    def load(self, dumped: Any) -> Position:
        return self.rules.load(dumped, self.seats, dict(self.options), Chance(bytes(32), 0))

    def record(self, seed: bytes, moves: list[Json]) -> Record:
        """Return the record of a game, passed through JSON as another program would get it."""
        game = self.rules.game
        written = {
            "format": 1,
            "game": game.slug,
            "rules": game.rules,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": seed.hex(),
            "moves": moves,
        }
        return read_record(through_json(written), {(game.slug, game.rules): self.rules})


def through_json(value: Any) -> Any:
    """Return the value after a round trip through JSON; fail if JSON changes or refuses it."""
    back = json.loads(json.dumps(value, allow_nan=False))
    assert back == value
    return back


def tables_of(*rules: type[Position]) -> list[Table]:
    """Return every number of seats with every choice of options of `option_choices`."""
    return [
        Table(each, seats, tuple(options.items()))
        for each in rules
        for options in option_choices(each.game)
        for seats in each.game.seats
    ]


def covering_tables(*rules: type[Position]) -> list[Table]:
    """Return tables that cover every pair of values; with thorough effort all of `tables_of`.

    The number of seats counts as one more option: each option's values are tried at every number of
    seats, but not with every value of another option there.
    """
    if EFFORT == "thorough":
        return tables_of(*rules)
    return [
        table
        for each in rules
        for table in _covering(
            tables_of(each), lambda table: _pairs({"": table.seats, **dict(table.options)})
        )
    ]


def option_choices(game: Game) -> list[Options]:
    """Return choices of options that together cover every possible pair of values."""
    return _covering(_allowed_choices(game), _pairs) or [{}]


def _covering(choices: Sequence[T], pairs_of: Callable[[T], set[Any]]) -> list[T]:
    """Return some choices that together have every pair that any of them has."""
    missing = set().union(*map(pairs_of, choices))
    chosen = []
    while missing:
        best = max(choices, key=lambda choice: len(pairs_of(choice) & missing))
        chosen.append(best)
        missing -= pairs_of(best)
    return chosen


def _allowed_choices(game: Game) -> list[Options]:
    names = [option.name for option in game.options]
    allowed = []
    for values in product(*(option.values for option in game.options)):
        try:
            allowed.append(game.read_options(dict(zip(names, values, strict=True))))
        except BadOptions:
            continue
    return allowed


def _pairs(options: Options) -> set[Any]:
    # A single option is paired with itself; repr keeps 0 and False apart.
    shown = [(name, repr(value)) for name, value in options.items()]
    return set(combinations(shown, 2)) | {(one, one) for one in shown}


class Turn(NamedTuple):
    """A position of a random game and the move made there; the position must not be changed."""

    position: Position
    seat: int
    move: Move
    chance: Chance
    """The unused chance that the move will be played with."""

    def fresh_chance(self) -> Chance:
        return Chance(self.chance.seed, self.chance.step)

    def with_chance(self, rng: Random) -> Turn:
        """Return the same turn with other luck."""
        return self._replace(chance=Chance(rng.randbytes(SEED_BYTES), self.chance.step))


def random_game(table: Table, seed: bytes) -> Iterator[Turn]:
    """Yield the turns of one random game.

    Each turn's move is played when the next turn is requested, so the last turn's position becomes
    the final one. The moves of a game that was played before are cached.
    """
    known = _known_moves(table, seed)
    position = table.deal(seed)
    check_same(position.dump(), _known_deal(table, seed), "the same seed deals another game")
    chosen: list[tuple[int, Move]] = []
    for step, (seat, move) in enumerate(known or _random_moves(position, seed), start=1):
        chosen.append((seat, move))
        turn = Turn(position, seat, move, Chance(seed, step))
        yield turn
        position.apply(seat, move, turn.chance)
    known[:] = chosen


@lru_cache(maxsize=256)
def _known_moves(table: Table, seed: bytes) -> list[tuple[int, Move]]:
    """Return the moves of a random game; `random_game` fills the cached list at its end."""
    return []


@lru_cache(maxsize=256)
def _known_deal(table: Table, seed: bytes) -> Dump:
    """Return the position that the seed dealt first."""
    dumped: Dump = through_json(table.deal(seed).dump())
    return dumped


def _random_moves(position: Position, seed: bytes) -> Iterator[tuple[int, Move]]:
    """Yield a random move for the position, which the caller changes, until it is over."""
    rng = Random(seed)
    step, last = 0, list[tuple[int, Move]]()
    while asked := position.to_move():
        step += 1
        seat = rng.choice(asked)
        moves = position.moves(seat)
        assert moves, f"seat {seat} is asked and has no move"
        move = rng.choice(moves)
        if step > LONGEST - LAST:
            last.append((seat, move))
            if step > LONGEST:
                raise NoEnd(position.seats, seed, last[-LAST:])
        yield seat, move


def game_length(table: Table, seed: bytes) -> int:
    """Return the number of moves of a random game."""
    return len(_known_moves(table, seed)) or sum(1 for _ in random_game(table, seed))


@lru_cache(maxsize=64)
def moves_of_a_game(table: Table, number: int) -> list[Move]:
    """Return every move that was legal at some point of a random game."""
    known = {
        move
        for turn in random_game(table, seed_bytes(number))
        for seat in turn.position.to_move()
        for move in turn.position.moves(seat)
    }
    return sorted(known, key=repr)


def some_moves(pool: Sequence[Move], rng: Random) -> list[Move]:
    """Return some of these moves, each of them once."""
    return rng.sample(pool, min(TRIED, len(pool)))


def sampled(table: Table, number: int) -> Iterator[tuple[Turn, Random]]:
    """Yield some turns of a random game, and all with several seats to move, with a random source.

    Each test gets copies of the positions, which no other test can change.
    """
    rng = Random(number)
    for turn in _sampled_turns(table, number):
        yield Turn(turn.position.clone(), turn.seat, turn.move, turn.fresh_chance()), rng


@lru_cache(maxsize=256)
def _sampled_turns(table: Table, number: int) -> list[Turn]:
    """Return the sampled turns of a random game, cached for all tests that use them."""
    kept = []
    for turn in sampled_live(table, number):
        position = turn.position.clone()
        assert position.dump() == turn.position.dump(), "a clone is not the same position"
        kept.append(Turn(position, turn.seat, turn.move, turn.fresh_chance()))
    return kept


def sampled_live(table: Table, number: int) -> Iterator[Turn]:
    """Yield the same turns with the live positions."""
    rng, seed = Random(number), seed_bytes(number)
    share = CHECKED / game_length(table, seed)
    for turn in random_game(table, seed):
        if rng.random() < share or len(turn.position.to_move()) > 1:
            yield turn


def seed_bytes(number: int) -> bytes:
    return Random(number).randbytes(32)


def everyone(position: Position) -> list[int | None]:
    """Return all viewers: the public and each seat."""
    return [None, *range(position.seats)]
