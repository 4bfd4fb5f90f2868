"""Answers to puzzles: a user's in the database and rated once, a visitor's in their session."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.models import User
from games.engine.contract import Json
from games.engine.puzzles import Puzzle
from games.engine.replay import read_move
from games.puzzles.library import puzzles_about, state_of
from games.puzzles.models import PuzzleAttempt, PuzzleRating, Solver
from games.rating import START, Form, rated

SESSION_KEY = "puzzles"
MOST_NOTED = 400
"""So many answers of a visitor are noted, the newest."""
Session = MutableMapping[str, Any]
Key = tuple[str, str]
"""A puzzle: the game's slug and its own key."""


@dataclass(frozen=True)
class Attempt:
    """What somebody answered."""

    solved: bool
    """Whether the first answer was right."""
    move: Json | None
    """The newest answer; None while it is tried once more."""
    rating: int | None = None
    change: int | None = None


@dataclass(frozen=True)
class Solving:
    """How well somebody solves the puzzles of a game; a visitor has no rating."""

    tried: int = 0
    solved: int = 0
    rating: int | None = None


def attempts_in(visitor: Any, session: Session, game: str = "") -> dict[Key, Attempt]:
    """What somebody has answered so far, of all games or of one."""
    if not visitor.is_authenticated:
        noted = _noted_in(session)
        return {key: one for key, one in noted.items() if game in ("", key[0])}
    rows = PuzzleAttempt.objects.filter(user=visitor)
    rows = rows.filter(game=game) if game else rows
    return {
        (row.game, row.puzzle): Attempt(row.solved, row.move, row.rating, row.change)
        for row in rows
    }


def attempt_at(visitor: Any, session: Session, game: str, key: str) -> Attempt | None:
    """What somebody has answered to one puzzle."""
    if not visitor.is_authenticated:
        return _noted_in(session).get((game, key))
    row = PuzzleAttempt.objects.filter(user=visitor, game=game, puzzle=key).first()
    return None if row is None else Attempt(row.solved, row.move, row.rating, row.change)


def solving_of(visitor: Any, session: Session) -> dict[str, Solving]:
    """How well somebody solves, by game."""
    found: dict[str, Solving] = {}
    if visitor.is_authenticated:
        ratings = Solver.objects.filter(user=visitor).values_list("game", "rating")
        found = {game: Solving(rating=rating) for game, rating in ratings}
    for (game, _key), one in attempts_in(visitor, session).items():
        before = found.get(game, Solving())
        found[game] = Solving(before.tried + 1, before.solved + one.solved, before.rating)
    return found


def answer(visitor: Any, session: Session, game: str, puzzle: Puzzle, data: Json) -> Attempt:
    """Answer a puzzle; the rules' refusals. One that is answered stays as it is."""
    before = attempt_at(visitor, session, game, puzzle.key)
    if before is not None and before.move is not None:
        return before
    position = state_of(game, puzzle.key).position
    move = read_move(position, data)
    if move not in position.moves(puzzle.seat):
        raise position.why_not(puzzle.seat, move)
    solved = puzzle.solves(move)
    if not visitor.is_authenticated:
        attempt = Attempt(solved if before is None else before.solved, move.dump())
        _note(session, {**_noted_in(session), (game, puzzle.key): attempt})
        return attempt
    return _store(visitor, game, puzzle, move.dump(), solved)


def try_again(visitor: Any, session: Session, game: str, puzzle: Puzzle) -> None:
    """Put the puzzle to somebody once more; the first answer goes on counting."""
    if visitor.is_authenticated:
        PuzzleAttempt.objects.filter(user=visitor, game=game, puzzle=puzzle.key).update(move=None)
        return
    noted = _noted_in(session)
    before = noted.get((game, puzzle.key))
    if before is not None:
        _note(session, {**noted, (game, puzzle.key): Attempt(before.solved, None)})


def is_rated(visitor: Any) -> bool:
    """Whether somebody's answers are rated: a guest's are not, nor those of programs."""
    return visitor.is_authenticated and not visitor.is_guest and not visitor.is_bot


@transaction.atomic
def _store(user: User, game: str, puzzle: Puzzle, move: Json, solved: bool) -> Attempt:
    row, created = PuzzleAttempt.objects.get_or_create(
        user=user, game=game, puzzle=puzzle.key, defaults={"solved": solved, "move": move}
    )
    if created and is_rated(user):
        row.rating, row.change = _rate(user, game, puzzle, solved)
        row.save(update_fields=["rating", "change"])
    elif not created and row.move is None:
        row.move = move
        row.save(update_fields=["move"])
    return Attempt(row.solved, row.move, row.rating, row.change)


def _rate(user: User, game: str, puzzle: Puzzle, solved: bool) -> tuple[int, int]:
    """Move both ratings, as a game between solver and puzzle would; the solver's after it."""
    solvers, puzzles = Solver.objects.select_for_update(), PuzzleRating.objects.select_for_update()
    solver, _new = solvers.get_or_create(user=user, game=game)
    its, _new = puzzles.get_or_create(
        game=game, puzzle=puzzle.key, defaults={"rating": puzzle.first_rating}
    )
    forms = [Form(solver.rating, solver.tried), Form(its.rating, its.tried)]
    mine, other = rated(forms, [1, 2] if solved else [2, 1])
    for row, change in ((solver, mine), (its, other)):
        row.rating = change.after
        row.tried += 1
        row.solved += solved
        row.save(update_fields=["rating", "tried", "solved"])
    return mine.after, mine.after - mine.before


# --- Which one is next.


def ratings_of(game: str, puzzles: Collection[Puzzle]) -> Mapping[str, int]:
    """How hard puzzles of a game are, by key: as they have proved, or are thought to be."""
    proved = dict(PuzzleRating.objects.filter(game=game).values_list("puzzle", "rating"))
    return {one.key: proved.get(one.key, one.first_rating) for one in puzzles}


def next_puzzle(visitor: Any, session: Session, game: str, theme: str = "") -> Puzzle | None:
    """The one whose rating is nearest to the solver's, of those they have not answered.

    Then those that they have not solved; None where they have solved all. NoSuchTheme.
    """
    puzzles = puzzles_about(game, theme)
    answered = attempts_in(visitor, session, game)
    new = [one for one in puzzles if (game, one.key) not in answered]
    left = new or [one for one in puzzles if not answered[game, one.key].solved]
    if not left:
        return None
    solving = solving_of(visitor, session).get(game, Solving())
    mine = START if solving.rating is None else solving.rating
    ratings = ratings_of(game, left)
    return min(left, key=lambda one: (abs(ratings[one.key] - mine), one.key))


# --- Visitors.


def adopt(user: User, session: Session) -> None:
    """Take over what a visitor answered before signing in; none of it is rated any more."""
    noted = _noted_in(session)
    session.pop(SESSION_KEY, None)
    PuzzleAttempt.objects.bulk_create(
        [
            PuzzleAttempt(user=user, game=game, puzzle=key, solved=one.solved, move=one.move)
            for (game, key), one in noted.items()
        ],
        ignore_conflicts=True,
    )


def _noted_in(session: Session) -> dict[Key, Attempt]:
    return {
        (game, key): Attempt(solved, move)
        for game, key, solved, move in session.get(SESSION_KEY, [])
    }


def _note(session: Session, attempts: Mapping[Key, Attempt]) -> None:
    lines = [[*key, one.solved, one.move] for key, one in attempts.items()]
    session[SESSION_KEY] = lines[-MOST_NOTED:]
