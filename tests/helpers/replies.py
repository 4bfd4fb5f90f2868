"""Print a digest of games between the quick bots of each level, to compare processes."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import django

GAMES = {"easy": 20, "novice": 10, "casual": 1}
"""The games that a level plays; the others are too slow."""


def digests() -> list[str]:
    from games.engine.bots import questions
    from games.titles.registry import all_games, bot_for, bot_levels, newest

    found = []
    for slug in [game.slug for game in all_games()]:
        rules = newest(slug)
        seats = min(rules.game.seats)
        agreed = rules.game.read_options({}, seats)
        for level in bot_levels(slug, seats):
            bot, moves = bot_for(slug, level), list[str]()
            for number in range(GAMES.get(level, 0)):
                rng = Random(number)
                for _position, question, play in questions(rules, seats, agreed, rng):
                    move = bot.choose(question, rng)
                    moves.append(repr(move))
                    play(move)
            digest = sha256("\n".join(moves).encode()).hexdigest()
            found.append(f"{slug} {level} {len(moves)} {digest}")
    return found


if __name__ == "__main__":
    django.setup()
    print("\n".join(digests()))
