"""Print a digest of games between the quick bots of each level, to compare processes."""

from __future__ import annotations

from hashlib import sha256
from random import Random

from games.engine.bots import questions
from tavola_games.catalogue import core_of, slugs

GAMES = {"easy": 6, "novice": 4, "casual": 1}
"""The games that a level plays; the others are too slow."""


def digests() -> list[str]:
    found = []
    for core in map(core_of, slugs()):
        seats = min(core.game.seats)
        agreed = core.game.read_options({}, seats)
        for bot in core.bots:
            moves = list[str]()
            for number in range(GAMES.get(bot.level, 0)):
                rng = Random(number)
                for _position, question, play in questions(core.newest, seats, agreed, rng):
                    move = bot.choose(question, rng)
                    moves.append(repr(move))
                    play(move)
            digest = sha256("\n".join(moves).encode()).hexdigest()
            found.append(f"{core.game.slug} {bot.level} {len(moves)} {digest}")
    return found


if __name__ == "__main__":
    print("\n".join(digests()))
