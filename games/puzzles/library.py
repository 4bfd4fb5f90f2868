"""The puzzles that the installed games bring: looked up, by theme, and the one of a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from hashlib import sha256

from django.utils.translation import gettext_noop as _

from games.engine.puzzles import Puzzle, Theme
from games.matches.models import Event
from games.matches.services import event_store
from games.matches.services.event_store import MatchState, follow, initial_state
from games.puzzles.refusals import NoSuchPuzzle, NoSuchTheme
from games.titles.contract import Title
from games.titles.registry import ALL_RULES, is_installed, puzzles_of, title_of, titles

STATES = 64
"""So many positions of puzzles are kept in memory: it takes milliseconds to play a game anew."""


def games_with_puzzles() -> Iterator[Title]:
    """In the order of lists."""
    return (title for title in titles() if puzzles_of(title.slug))


def puzzle_of(game: str, key: str) -> Puzzle:
    """A puzzle by its names in an address; NoSuchPuzzle."""
    found = puzzles_of(game).get(key) if is_installed(game) else None
    if found is None:
        raise NoSuchPuzzle(_("There is no such puzzle here."))
    return found


def theme_of(game: str, slug: str) -> Theme:
    """A theme of a game by its name in an address; NoSuchTheme."""
    for theme in title_of(game).themes if is_installed(game) else ():
        if theme.slug == slug:
            return theme
    raise NoSuchTheme(_("There is no such theme here."))


def puzzles_about(game: str, theme: str = "") -> list[Puzzle]:
    """The puzzles of a game, or those of one theme, by key; NoSuchPuzzle, NoSuchTheme."""
    if not is_installed(game):
        raise NoSuchPuzzle(_("There is no such game here."))
    found = list(puzzles_of(game).values())
    if not theme:
        return found
    slug = theme_of(game, theme).slug
    return [puzzle for puzzle in found if slug in puzzle.themes]


def puzzle_of_the_day(game: str, day: date) -> Puzzle:
    """The same for everybody, and none again before all have had their day."""
    puzzles = sorted(puzzles_of(game).values(), key=lambda one: _shuffled(one.key))
    return puzzles[day.toordinal() % len(puzzles)]


def _shuffled(key: str) -> str:
    return sha256(f"day {key}".encode()).hexdigest()


@lru_cache(STATES)
def state_of(game: str, key: str) -> MatchState:
    """The game up to where the puzzle is; nobody changes it."""
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
        step = event_store.Step(number, Event.Kind.MOVE, data["seat"], move)
        state = follow(state, step)
    return state
