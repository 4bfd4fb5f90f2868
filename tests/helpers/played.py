"""Matches in the form that achievements read: from given moves, or random to the end.

one = played("condottiere", ["0 play m10", "1 pass"], position={...}, seats=2)
assert earned(one, "coast") == {0}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from games.engine.achievements import Played, decisions_of, play_again
from games.engine.chance import Chance
from games.engine.contract import Json, Move, Outcome
from games.engine.record import Record, read_record
from games.titles.registry import ALL_RULES, newest, title_of

SEED = bytes(32)


def record_of(
    game: str, moves: Sequence[Json], seats: int, options: Json | None, position: Json | None
) -> Record:
    written: Json = {
        "format": 1,
        "game": game,
        "seats": seats,
        "options": options or {},
        "seed": SEED.hex(),
        "moves": list(moves),
    }
    if position is not None:
        written["position"] = position
    return read_record(written, ALL_RULES)


def played(
    game: str,
    moves: Sequence[Json],
    *,
    seats: int = 2,
    options: Json | None = None,
    position: Json | None = None,
    places: Sequence[int] | None = None,
) -> Played:
    """Return the match of these moves, which must end it unless `places` are given."""
    record = record_of(game, moves, seats, options, position)
    if places is not None:
        decisions, end = decisions_of(record)
        return Played(decisions, end, Outcome((0,) * seats, tuple(places), "resigned"))
    found = play_again(record)
    assert found is not None, "these moves do not end the match"
    return found


def match_seed(number: int) -> bytes:
    """Return the seed of a random match."""
    return Random(-number - 1).randbytes(32)


Pick = Callable[[Random, list[Move]], Move]


def random_match(
    game: str,
    number: int,
    seats: int | None = None,
    options: Json | None = None,
    pick: Pick = Random.choice,
) -> Played:
    """Play a whole match of random moves, the same for the same number."""
    rng, rules = Random(number), newest(game)
    seats = seats or rules.game.seats[0]
    agreed = rules.game.read_options(options or {}, seats)
    record = Record(rules, seats, agreed, match_seed(number))
    position = record.start()
    while asked := position.to_move():
        move = pick(rng, position.moves(asked[0]))
        record.moves.append({"seat": asked[0], **move.dump()})
        position.play(asked[0], move, Chance(record.seed, len(record.moves)))
    found = play_again(record)
    assert found is not None
    return found


def earned(one: Played, slug: str) -> set[int]:
    """Return the seats that earned an achievement of this game in a match."""
    [found] = [a for a in title_of(one.end.game.slug).achievements if a.slug == slug]
    return set(found.earned(one))


def choices(one: Played, slug: str) -> dict[int, Any]:
    """Return each seat's choices for a habit of this game."""
    [found] = [habit for habit in title_of(one.end.game.slug).habits if habit.slug == slug]
    return found.choices(one)
