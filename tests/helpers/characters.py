"""The choices of a bot with a character at tables of plain bots, over seeded games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from games.engine.bots import Bot, Question, questions
from games.engine.contract import Move, Position
from games.titles.registry import bot_for, newest


def normal(slug: str, character: str = "") -> Bot:
    return bot_for(slug, "normal", character)


def choices(
    slug: str, character: str, games: int, seats: int = 2, most: int = 10_000
) -> Iterator[tuple[Position, Question, Move]]:
    """Yield each position where the bot had a choice, its question, and the move it chose.

    Every character gets the same games with the same luck, and sits at each seat in turn. Of each
    game only the first `most` moves are played.
    """
    rules = newest(slug)
    agreed = rules.game.read_options({}, seats)
    for number in range(games):
        rng = Random(f"character {number}")
        for position, question, play in islice(questions(rules, seats, agreed, rng), most):
            is_mine = question.seat == number % seats
            bot = normal(slug, character if is_mine else "")
            move = bot.choose(question, rng)
            if is_mine and len(question.moves) > 1:
                yield position, question, move
            play(move)
