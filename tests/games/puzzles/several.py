"""Puzzles of several moves, made from a puzzle that ships."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine.chance import Chance
from games.engine.puzzles import Puzzle, Worth
from games.engine.replay import read_seat_and_move
from games.puzzles import library
from games.puzzles.library import line_of, puzzles_of, state_of

CACHED = (library.puzzles_of, library.follow_ups, library.beginnings, library.state_of)


def continued(game: str) -> tuple[Puzzle, Puzzle]:
    """Return a puzzle that ships, and one for the next decision of its seat after the best move."""
    return next(pair for one in puzzles_of(game).values() for pair in _continued(game, one))


def _continued(game: str, one: Puzzle) -> Iterator[tuple[Puzzle, Puzzle]]:
    state, played = state_of(game, one.key), list(one.record["moves"])
    position = state.position.clone()
    for data in line_of(game, one, one.best.moves[0]):
        seat, move = read_seat_and_move(position, data)
        position.apply(seat, move, Chance(state.seed, len(played) + 1))
        played.append(data)
        moves = position.moves(one.seat)
        if len(moves) > 1:
            worths = tuple(Worth((each.dump(),), 90 - 10 * n) for n, each in enumerate(moves[:9]))
            record = {**one.record, "moves": played}
            yield one, replace(one, key="later", record=record, worths=worths, themes=())
            return


@contextmanager
def only(puzzles: Sequence[Puzzle], folder: Path) -> Iterator[None]:
    """Let the game of these puzzles have no others."""
    file = folder / "puzzles.jsonl"
    file.write_text("".join(json.dumps(one.dump()) + "\n" for one in puzzles), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        mine, before = puzzles[0].record["game"], library.puzzle_file
        patch.setattr(library, "puzzle_file", lambda game: file if game == mine else before(game))
        _forget()
        yield
    _forget()


def _forget() -> None:
    for cached in CACHED:
        cached.cache_clear()
