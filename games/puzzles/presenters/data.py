"""Puzzles as data, for programs."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from games.engine.contract import Json
from games.engine.history import visible_steps
from games.engine.puzzles import Puzzle
from games.matches.presenters.events import effects_of
from games.matches.refusals import BadPage
from games.puzzles.library import (
    follow_ups,
    games_with_puzzles,
    puzzles_about,
    state_of,
)
from games.puzzles.services import Attempt, Key, ratings_of

PAGE = 50
"""The number of puzzles on a page of a list."""


def describe_row(game: str, puzzle: Puzzle, rating: int, attempts: Mapping[Key, Attempt]) -> Json:
    """Return a puzzle's row of a list, for JSON."""
    attempt = attempts.get((game, puzzle.key))
    return {
        "game": game,
        "puzzle": puzzle.key,
        "seats": puzzle.record["seats"],
        "rating": rating,
        "solved": None if attempt is None else attempt.solved,
    }


def describe_page(game: str, theme: str, after: str, attempts: Mapping[Key, Attempt]) -> Json:
    """Return a page of the list, ordered by game and key, for JSON.

    Args:
        game: The slug of a game; empty for all.
        theme: The slug of one of its themes; empty for all.
        after: The `after` of the page before; empty for the first page.
        attempts: The viewer's answers.

    Raises:
        NoSuchPuzzle: The game is not installed.
        NoSuchTheme: The game has no such theme.
        BadPage: `after` is none of the list.
    """
    slugs = [game] if game else [title.slug for title in games_with_puzzles()]
    found = [(slug, one) for slug in slugs for one in puzzles_about(slug, theme)]
    keys = [f"{slug}-{one.key}" for slug, one in found]
    if after and after not in keys:
        raise BadPage(_("There is no such page in this list."))
    begin = keys.index(after) + 1 if after else 0
    rows = found[begin : begin + PAGE]
    ratings = {
        slug: ratings_of(slug, [one for at, one in rows if at == slug]) for slug, _one in rows
    }
    goes_on = begin + PAGE < len(found)
    return {
        "puzzles": [
            describe_row(slug, one, ratings[slug][one.key], attempts) for slug, one in rows
        ],
        "after": keys[begin + PAGE - 1] if goes_on else None,
    }


def describe_puzzle(game: str, puzzle: Puzzle, attempt: Attempt | None) -> Json:
    """Return a puzzle as its seat sees it; worths and what else tells the answer only after it."""
    state, seat = state_of(game, puzzle.key), puzzle.seat
    answered = attempt is not None and attempt.move is not None
    steps = visible_steps(state.history, seat)
    return {
        "game": game,
        "puzzle": puzzle.key,
        "rules": puzzle.record["rules"],
        "seats": state.position.seats,
        "seat": seat,
        "options": dict(state.position.options),
        "view": state.position.view(seat),
        "moves": [move.dump() for move in state.position.moves(seat)],
        "effects": [one for step in steps for one in effects_of(step, seat)],
        "solved": None if attempt is None else attempt.solved,
        "answer": None if attempt is None else attempt.move,
        "rating": None if attempt is None else attempt.rating,
        "change": None if attempt is None else attempt.change,
        "worths": [worth.dump() for worth in puzzle.worths] if answered else [],
        "themes": list(puzzle.themes) if answered else [],
        "follow_up": follow_ups(game).get(puzzle.key) if answered else None,
    }
