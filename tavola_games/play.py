"""Let bots play games; return them as records."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.bots import Bot, Memories
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Json, Options, Position
from games.engine.record import Record
from tavola_games import catalogue


def agreed(slug: str, seats: int | None, options: Json | None = None) -> tuple[int, Options]:
    """Return the number of seats and all options of a table.

    Args:
        slug: The game.
        seats: The number of seats; None for the fewest.
        options: The options as a dict; None for the defaults.

    Raises:
        BadRecord: The game is unknown or does not have this number of seats.
        BadOptions: An option is unknown or has an impossible value.
    """
    game = catalogue.game(slug)
    count = game.read_seats(game.seats[0] if seats is None else seats)
    return count, game.read_options({} if options is None else options, count)


def seed_bytes(seed: int) -> bytes:
    """Return the 32 bytes that all chance of a game follows from."""
    return Random(seed).randbytes(SEED_BYTES)


def deal(
    slug: str, seats: int | None = None, options: Json | None = None, seed: int = 0
) -> Position:
    """Return a new game with the newest rules.

        position = deal("SLUG", seats=2, seed=7)

    Args:
        slug: The game.
        seats: The number of seats; None for the fewest.
        options: The options as a dict; None for the defaults.
        seed: The seed of all chance.

    Raises:
        BadRecord: The game is unknown or does not have this number of seats.
        BadOptions: An option is unknown or has an impossible value.
    """
    count, known = agreed(slug, seats, options)
    return catalogue.newest(slug).deal(count, known, Chance(seed_bytes(seed), 0))


def play(slug: str, bots: Sequence[Bot | str], options: Json | None = None, seed: int = 0) -> Json:
    """Let bots play one game to its end; each bot gets what its seat may know.

        record = play("SLUG", ["easy", "normal"], seed=7)

    Args:
        slug: The game.
        bots: A bot or its level for each seat.
        options: The options as a dict; None for the defaults.
        seed: The seed of all chance, also of the bots.

    Returns:
        The game's record.

    Raises:
        BadRecord: The game or a level is unknown, or the number of bots is wrong.
        BadOptions: An option is unknown or has an impossible value.
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
