"""Games played out by bots, as records."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.engine.bots import Bot, Memories
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Json, Options, Position
from games.engine.record import Record
from tavola_games import catalogue


def agreed(slug: str, seats: int | None, options: Any = None) -> tuple[int, Options]:
    """The seats and all the options of a table; BadRecord, BadOptions.

    `seats` None is the fewest that the game is played by.
    """
    game = catalogue.game(slug)
    count = game.read_seats(game.seats[0] if seats is None else seats)
    return count, game.read_options({} if options is None else options, count)


def seed_bytes(seed: int) -> bytes:
    """The 32 bytes that all chance of a game follows from."""
    return Random(seed).randbytes(SEED_BYTES)


def deal(slug: str, seats: int | None = None, options: Any = None, seed: int = 0) -> Position:
    """A new game of the newest rules; BadRecord, BadOptions."""
    count, known = agreed(slug, seats, options)
    return catalogue.newest(slug).deal(count, known, Chance(seed_bytes(seed), 0))


def play(slug: str, bots: Sequence[Bot | str], options: Any = None, seed: int = 0) -> Json:
    """One game to its end between bots, or levels of bots, one for each seat: its record.

    Each bot gets what its seat may know. BadRecord, BadOptions.
    """
    seats, known = agreed(slug, len(bots), options)
    players = [catalogue.bot(slug, bot) if isinstance(bot, str) else bot for bot in bots]
    rng = Random(seed)
    record = Record(catalogue.newest(slug), seats, known, seed_bytes(seed))
    position = record.start()
    memories = Memories(position)
    while asked := position.to_move():
        seat = asked[0]
        move = players[seat].choose(memories.question(position, seat), rng)
        chance = record.chance(len(record.moves) + 1)
        memories.tell(position.play(seat, move, chance))
        record.moves.append({"seat": seat, **move.dump()})
    return dict(record.dump())
