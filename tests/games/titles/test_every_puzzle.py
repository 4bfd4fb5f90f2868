"""Rules that the puzzles of every title follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from random import Random

import pytest

from games.engine.bots import question
from games.engine.contract import Position
from games.engine.puzzles import Puzzle, digest, key_of, question_of
from games.engine.record import read_record
from games.puzzles.library import puzzle_of_the_day, puzzles_of
from games.puzzles.management.commands.select_puzzles import FROM_ONE_GAME, PLAIN_PART
from games.titles.contract import Title
from games.titles.registry import ALL_RULES, examiner_of, newest, titles
from tests.helpers.effort import EFFORT

EVERY = pytest.mark.parametrize(
    "title",
    [title for title in titles() if title.themes or puzzles_of(title.slug)],
    ids=lambda title: str(title.slug),
)
"""A new game has no puzzles, and no themes of puzzles."""
LEAST_GAP = 10
FEWEST = 100
"""The number of puzzles that each game has at least."""


def of(title: Title) -> Sequence[Puzzle]:
    return list(puzzles_of(title.slug).values())


def end_of(puzzle: Puzzle) -> Position:
    """Return the position of a puzzle; every move of its record must be legal."""
    record = read_record(puzzle.record, ALL_RULES)
    position = record.start()
    for step, data in enumerate(record.moves, start=1):
        move = position.read_move(data, position.seats)
        position.play(data["seat"], move, record.chance(step))
    return position


@EVERY
def test_puzzles_are_numerous_and_sorted(title: Title) -> None:
    puzzles = of(title)
    assert len(puzzles) >= FEWEST
    assert [one.key for one in puzzles] == sorted({one.key for one in puzzles})
    games = Counter(one.record["seed"] for one in puzzles)
    assert max(games.values()) <= FROM_ONE_GAME
    assert PLAIN_PART * sum(one.plain for one in puzzles) <= len(puzzles)
    assert all(one.record["game"] == title.slug for one in puzzles)


@EVERY
def test_puzzle_asks_its_seat_and_judges_all_legal_moves(title: Title) -> None:
    for puzzle in of(title):
        assert puzzle.key == key_of(puzzle.record, puzzle.seat)
        position = end_of(puzzle)
        assert puzzle.seat in position.to_move(), puzzle.key
        assert digest(position.view(puzzle.seat)) == puzzle.view, puzzle.key
        legal = [move.dump() for move in position.moves(puzzle.seat)]
        judged = [move for worth in puzzle.worths for move in worth.moves]
        assert sorted(map(str, judged)) == sorted(map(str, legal)), puzzle.key
        chances = [worth.chance for worth in puzzle.worths]
        assert chances == sorted(chances, reverse=True), puzzle.key
        assert puzzle.gap >= LEAST_GAP, puzzle.key


@EVERY
def test_puzzle_themes_fit_the_best_move(title: Title) -> None:
    assert len({theme.slug for theme in title.themes}) == len(title.themes)
    for puzzle in of(title)[::5]:
        asked = question_of(read_record(puzzle.record, ALL_RULES), puzzle.seat)
        assert puzzle.described(asked, puzzle.solved, title.themes) == puzzle
        assert len(puzzle.solved) == len(title.bots)
    used = {theme for puzzle in of(title) for theme in puzzle.themes}
    assert used <= {theme.slug for theme in title.themes}


@EVERY
def test_sentences_of_themes_are_true(title: Title) -> None:
    """Each sentence that a puzzle shows has its premise, by the rules, after every best move."""
    whys = import_module(f"tests.games.titles.{title.slug}.premises").WHYS
    assert whys.keys() == {theme.slug for theme in title.themes}
    said = Counter[str]()
    for puzzle in of(title):
        position = end_of(puzzle)
        asked = question(position, puzzle.seat)
        for theme in title.themes:
            for move in filter(puzzle.solves, asked.moves):
                if theme.slug in puzzle.themes and theme.premise(asked, move):
                    said[theme.slug] += 1
                    holds = whys[theme.slug](position.clone(), puzzle.seat, move)
                    assert holds, f"{puzzle.key}: {theme.why}"
    assert said.keys() == {theme for puzzle in of(title) for theme in puzzle.themes}


@EVERY
def test_puzzles_are_solved_by_strongest_bot(title: Title) -> None:
    """Today's puzzle; all of them where there is the time for it."""
    today = puzzle_of_the_day(title.slug, datetime.now(UTC).date())
    assert newest(title.slug).game.slug == today.record["game"]
    for puzzle in of(title) if EFFORT == "thorough" else [today]:
        asked = question_of(read_record(puzzle.record, ALL_RULES), puzzle.seat)
        best = examiner_of(title.slug).choose(asked, Random(puzzle.key))
        assert puzzle.solves(best), puzzle.key
