"""The choices of a bot with a character at tables of plain bots, over seeded games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from random import Random
from typing import Any

from games.engine.bots import Bot, Question, questions
from games.engine.contract import Move, Position
from games.titles.registry import bot_for, newest


def player(slug: str, level: str, character: str = "", tries: int = 1) -> Bot:
    """Return a bot; a slow one thinks less than at a table: its answers are of the same kind."""
    known = bot_for(slug, level, character)
    if not known.slow:
        return known
    quick: Any = copy(known)
    quick.tries = tries
    bot: Bot = quick
    return bot


def choices(
    slug: str,
    level: str,
    character: str,
    games: int,
    seats: int,
    until: Callable[[Position], bool],
) -> Iterator[tuple[Position, Question, Move]]:
    """Yield each position where the bot had a choice, its question, and the move it chose.

    Every character gets the same games with the same luck, and sits at each seat in turn. A game
    is played to its end, or to the first position of which `until` is true.
    """
    rules = newest(slug)
    agreed = rules.game.read_options({}, seats)
    known = {one: player(slug, level, one) for one in (character, "")}
    for number in range(games):
        rng = Random(f"character {number}")
        for position, question, play in questions(rules, seats, agreed, rng):
            if until(position):
                break
            is_mine = question.seat == number % seats
            move = known[character if is_mine else ""].choose(question, rng)
            if is_mine and len(question.moves) > 1:
                yield position, question, move
            play(move)
