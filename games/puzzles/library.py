"""The puzzles of the installed games: by key, by theme, and the puzzle of the day."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from django.utils.translation import gettext_noop as _

from games.engine.chance import Chance
from games.engine.contract import Json
from games.engine.history import Step
from games.engine.puzzles import Puzzle, Theme
from games.engine.refusals import noted
from games.engine.replay import read_move, read_seat_and_move
from games.engine.review import Made, line_after
from games.matches.models import Event
from games.matches.services.event_store import MatchState, follow, initial_state
from games.puzzles.refusals import NoSuchPuzzle, NoSuchTheme
from games.titles.contract import Title
from games.titles.registry import (
    ALL_RULES,
    folder_of,
    is_installed,
    reviewer_of,
    title_of,
    titles,
)

SEVERAL = Theme(
    "several-moves",
    noted("Several moves"),
    "",
    lambda asked, move: False,
)
"""The theme of puzzles that go on with others (`follow_ups`): no single decision shows it."""
LINES = 256
"""The number of lines of play kept in memory: each takes milliseconds of a bot."""
STATES = 64
"""The number of puzzle positions kept in memory: replaying a game takes milliseconds."""


def puzzle_file(slug: str) -> Path:
    """Return the file of a game's puzzles, one line of JSON each; it may not exist."""
    return folder_of(slug) / "puzzles.jsonl"


@cache
def puzzles_of(slug: str) -> Mapping[str, Puzzle]:
    """Return the puzzles of a game by key, in file order."""
    file = puzzle_file(slug)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {puzzle.key: puzzle for puzzle in map(Puzzle.read, lines)}


def games_with_puzzles() -> Iterator[Title]:
    """Return the games that have puzzles, in the order of the site's lists."""
    return (title for title in titles() if puzzles_of(title.slug))


def puzzle_of(game: str, key: str) -> Puzzle:
    """Return the puzzle that an address names.

    Raises:
        NoSuchPuzzle: The game has no puzzle of this key.
    """
    found = puzzles_of(game).get(key) if is_installed(game) else None
    if found is None:
        raise NoSuchPuzzle(_("There is no such puzzle."))
    return found


def themes_of(game: str) -> tuple[Theme, ...]:
    """Return the themes that one can practise in a game's puzzles."""
    return (*title_of(game).themes, SEVERAL) if follow_ups(game) else tuple(title_of(game).themes)


def theme_of(game: str, slug: str) -> Theme:
    """Return the theme of a game that an address names.

    Raises:
        NoSuchTheme: The game has no theme of this name.
    """
    for theme in themes_of(game) if is_installed(game) else ():
        if theme.slug == slug:
            return theme
    raise NoSuchTheme(_("There is no such theme."))


def puzzles_about(game: str, theme: str = "") -> list[Puzzle]:
    """Return the puzzles of a game, or those of one of its themes, ordered by key.

    Raises:
        NoSuchPuzzle: The game is not installed.
        NoSuchTheme: The game has no such theme.
    """
    if not is_installed(game):
        raise NoSuchPuzzle(_("There is no such game here."))
    found = list(puzzles_of(game).values())
    if not theme:
        return found
    slug = theme_of(game, theme).slug
    if slug == SEVERAL.slug:
        parts = {key for pair in follow_ups(game).items() for key in pair}
        return [puzzle for puzzle in found if puzzle.key in parts]
    return [puzzle for puzzle in found if slug in puzzle.themes]


def puzzle_of_the_day(game: str, day: date) -> Puzzle:
    """Return the game's puzzle of a day; each comes once before any comes again.

    A puzzle that continues another one is no puzzle of the day.
    """
    later = beginnings(game)
    puzzles = [one for one in puzzles_of(game).values() if one.key not in later]
    puzzles.sort(key=lambda one: _shuffled(one.key))
    return puzzles[day.toordinal() % len(puzzles)]


# --- Puzzles of several moves.


@cache
def follow_ups(game: str) -> Mapping[str, str]:
    """Return the puzzles that go on after the right answer: the key of each, and of the next one.

    The next one is a later decision of the same seat in the same game. In between lie a best move
    of the first puzzle, moves of other seats, and moves to which there was no alternative.
    """
    games: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles_of(game).values():
        beginning = {**puzzle.record, "moves": None, "seat": puzzle.seat}
        games.setdefault(json.dumps(beginning, sort_keys=True), []).append(puzzle)
    found = {}
    for parts in games.values():
        parts.sort(key=lambda one: len(one.record["moves"]))
        for at, one in enumerate(parts):
            next_one = next(
                (later for later in parts[at + 1 :] if _goes_on(game, one, later)), None
            )
            if next_one is not None:
                found[one.key] = next_one.key
    return found


@cache
def beginnings(game: str) -> Mapping[str, str]:
    """Return the puzzles that continue another one: the key of each, and of the one before."""
    return {later: before for before, later in follow_ups(game).items()}


def _goes_on(game: str, one: Puzzle, later: Puzzle) -> bool:
    """Return whether a later puzzle of the same game and seat continues this one."""
    moves, before = later.record["moves"], len(one.record["moves"])
    if moves[:before] != one.record["moves"] or len(moves) == before:
        return False
    state = state_of(game, one.key)
    position = state.position.clone()
    for number, data in enumerate(moves[before:]):
        seat, move = read_seat_and_move(position, data)
        if number == 0 and (seat != one.seat or not one.solves(move)):
            return False
        if number and seat == one.seat and len(position.moves(seat)) > 1:
            return False
        position.apply(seat, move, Chance(state.seed, state.moves + number + 1))
    return True


def _shuffled(key: str) -> str:
    return sha256(f"day {key}".encode()).hexdigest()


@lru_cache(STATES)
def state_of(game: str, key: str) -> MatchState:
    """Return the game up to the puzzle's position; the caller must not change it."""
    record = puzzle_of(game, key).record
    state = initial_state(
        ALL_RULES[game, record["rules"]],
        record["seats"],
        record["options"],
        record["seed"],
        record.get("position"),
    )
    for number, data in enumerate(record["moves"], start=1):
        move = {name: value for name, value in data.items() if name != "seat"}
        step = Step(number, Event.Kind.MOVE, data["seat"], move)
        state = follow(state, step)
    return state


def line_of(game: str, puzzle: Puzzle, move: Json) -> list[Json]:
    """Return a move of a puzzle and what would follow it, with the cards as they lay in the game.

    The moves have their seats, as in a record.
    """
    return _line(game, puzzle.key, json.dumps(move, sort_keys=True))


@lru_cache(LINES)
def _line(game: str, key: str, move: str) -> list[Json]:
    puzzle, state = puzzle_of(game, key), state_of(game, key)
    answer = read_move(state.start, json.loads(move))
    made = [
        Made(number, data["seat"], data)
        for number, data in enumerate(puzzle.record["moves"], start=1)
    ]
    made.append(Made(len(made) + 1, puzzle.seat, answer.dump()))
    return line_after(reviewer_of(game), state.start, state.seed, made, len(made), answer)
