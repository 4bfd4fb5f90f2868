"""Each reason of a hint is true: its premise holds in the position, by the rules.

The premises of a game are in `tests/games/titles/<game>/premises.py`. They play moves and read the
true position, and use nothing of the guide that writes the sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from random import Random

import pytest

from games.boards.guides import RULE, Reason
from games.engine.bots import Bot, questions
from games.engine.contract import Move, Position
from games.engine.testing.tables import Table as Kind
from games.titles.registry import all_games, newest, title_of
from tests.helpers.effort import EFFORT, examples
from tests.helpers.questions import table_of_seat
from tests.helpers.tables import tables_of_all_games

GAMES = [game.slug for game in all_games() if title_of(game.slug).board is not None]
POSITIONS = 500
"""Positions of each game with usual effort; 10,000 in `make thorough`."""
NUMBERS = {"n", "home", "cost", "left"}
"""Facts that are numbers in the sentence."""
Premise = Callable[[Position, int, Move, Reason], bool]


def premises_of(game: str) -> Mapping[str, Premise]:
    found: Mapping[str, Premise] = import_module(f"tests.games.titles.{game}.premises").PREMISES
    return found


def positions(game: str, count: int) -> Iterator[tuple[Kind, Position, int]]:
    """Yield positions of games at all tables, half of them played at random, half by bots."""
    rng = Random(f"reasons {game}")
    kinds = [kind for kind in tables_of_all_games() if kind.rules is newest(game)]
    quick = [bot for bot in title_of(game).bots if not bot.slow]
    # The second best of them plays sensibly, and in a fraction of the time.
    players: tuple[Bot | None, ...] = (None, quick[-2])
    found = games = 0
    while True:
        kind, player = rng.choice(kinds), players[games % 2]
        games += 1
        for position, asked, play in questions(kind.rules, kind.seats, dict(kind.options), rng):
            if len(asked.moves) > 1:
                yield kind, position, asked.seat
                found += 1
                if found == count:
                    return
            play(rng.choice(asked.moves) if player is None else player.choose(asked, rng))


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_shown_is_true(game: str) -> None:
    premises, rng, seen = premises_of(game), Random(game), Counter[str]()
    for kind, position, seat in positions(game, examples(POSITIONS)):
        table = table_of_seat(position, seat, kind)
        board = table.game_board.board
        for move in rng.sample(table.moves, min(3, len(table.moves))):
            for reason in board.advice(table, move).reasons:
                seen[reason.key] += 1
                if reason.key == RULE:
                    continue
                said = f"{move}: {reason} at {position.dump()}"
                assert premises[reason.key](position.clone(), seat, move, reason), said
                numbers = (str(reason.facts[name]) for name in NUMBERS & reason.facts.keys())
                assert all(number in reason.text for number in numbers), said
    if EFFORT != "quick":
        assert premises.keys() <= seen.keys(), "some reasons were never shown"
