"""Answers to puzzles: rated and in the database for a user, in the session for a visitor."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.http import Visitor
from accounts.models import User
from games.engine.contract import Json, Move
from games.engine.puzzles import Puzzle
from games.engine.replay import read_move
from games.puzzles.library import beginnings, puzzle_of, puzzles_about, state_of
from games.puzzles.models import PuzzleAttempt, PuzzleNetwork, PuzzleRating, Solver
from games.rating import START, Form, rated

SESSION_KEY = "puzzles"
MOST_NOTED = 400
"""The most answers of a visitor that are kept; the oldest go first."""
LEAST_TIME = timedelta(seconds=5)
"""An answer sooner after the user's last one is not rated: the position was hardly read."""
ESTABLISHED, OLD_ENOUGH = 20, timedelta(days=7)
"""The rated answers of a solver, and the age of the account, from which puzzles' ratings move."""
NETWORKS_KEPT = timedelta(days=30)
Session = MutableMapping[str, list[tuple[str, str, bool, Json | None]]]
"""A visitor's answers: game, puzzle, whether solved, move."""
Key = tuple[str, str]
"""A puzzle: the game's slug and its own key."""


@dataclass(frozen=True)
class Attempt:
    """A user's or visitor's answer to a puzzle."""

    solved: bool
    """Whether the first answer was right."""
    move: Json | None
    """The newest answer; None while they try again."""
    rating: int | None = None
    change: int | None = None


@dataclass(frozen=True)
class Solving:
    """How many puzzles of a game a user has tried and solved; a visitor has no rating."""

    tried: int = 0
    solved: int = 0
    rating: int | None = None


def attempts_in(visitor: Visitor, session: Session, game: str = "") -> dict[Key, Attempt]:
    """Return the visitor's answers, of all games or of one."""
    if not visitor.is_authenticated:
        noted = _noted_in(session)
        return {key: one for key, one in noted.items() if game in ("", key[0])}
    rows = PuzzleAttempt.objects.filter(user=visitor)
    rows = rows.filter(game=game) if game else rows
    return {
        (row.game, row.puzzle): Attempt(row.solved, row.move, row.rating, row.change)
        for row in rows
    }


def attempt_at(visitor: Visitor, session: Session, game: str, key: str) -> Attempt | None:
    """Return the visitor's answer to one puzzle."""
    if not visitor.is_authenticated:
        return _noted_in(session).get((game, key))
    row = PuzzleAttempt.objects.filter(user=visitor, game=game, puzzle=key).first()
    return None if row is None else Attempt(row.solved, row.move, row.rating, row.change)


def solving_of(visitor: Visitor, session: Session) -> dict[str, Solving]:
    """Return the visitor's results by game."""
    found: dict[str, Solving] = {}
    if visitor.is_authenticated:
        ratings = Solver.objects.filter(user=visitor).values_list("game", "rating")
        found = {game: Solving(rating=rating) for game, rating in ratings}
    for (game, _key), one in attempts_in(visitor, session).items():
        before = found.get(game, Solving())
        found[game] = Solving(before.tried + 1, before.solved + one.solved, before.rating)
    return found


@dataclass(frozen=True)
class Streak:
    """How many puzzles a user has solved in a row: up to now, and at most."""

    current: int = 0
    best: int = 0

    def then(self, solved: bool) -> Streak:
        """Return the streak after one more answer."""
        current = self.current + 1 if solved else 0
        return Streak(current, max(self.best, current))


def streaks_of(visitor: Visitor) -> dict[str, Streak]:
    """Return a user's streaks by game, and over all games as that of the game “”."""
    if not visitor.is_authenticated:
        return {}
    found: dict[str, Streak] = {}
    rows = PuzzleAttempt.objects.filter(user=visitor).order_by("at", "pk")
    for game, solved in rows.values_list("game", "solved"):
        for key in (game, ""):
            found[key] = found.get(key, Streak()).then(solved)
    return found


def rated_attempts(visitor: Visitor) -> dict[str, list[PuzzleAttempt]]:
    """Return a user's rated answers by game, the oldest first."""
    found: dict[str, list[PuzzleAttempt]] = {}
    if visitor.is_authenticated:
        rows = PuzzleAttempt.objects.filter(user=visitor, rating__isnull=False)
        for row in rows.order_by("at", "pk"):
            found.setdefault(row.game, []).append(row)
    return found


def answer(
    visitor: Visitor, session: Session, game: str, puzzle: Puzzle, data: Json, address: str
) -> Attempt:
    """Store an answer to a puzzle; a puzzle that is answered keeps its answer.

    Args:
        visitor: The user, or a visitor without an account.
        session: The visitor's session.
        game: The game's slug.
        puzzle: The puzzle.
        data: The move as JSON.
        address: The network address of the request.

    Raises:
        Refusal: The rules decline the move.
    """
    before = attempt_at(visitor, session, game, puzzle.key)
    if before is not None and before.move is not None:
        return before
    move = legal_move(game, puzzle, data)
    solved = puzzle.solves(move)
    first = is_first_from(address, game, puzzle)
    if not visitor.is_authenticated:
        attempt = Attempt(solved if before is None else before.solved, move.dump())
        _note(session, {**_noted_in(session), (game, puzzle.key): attempt})
        return attempt
    return _store(visitor, game, puzzle, move.dump(), solved, first)


def legal_move(game: str, puzzle: Puzzle, data: Json) -> Move:
    """Read an answer to a puzzle.

    Raises:
        Refusal: The rules decline the move.
    """
    position = state_of(game, puzzle.key).position
    move = read_move(position, data)
    if move not in position.moves(puzzle.seat):
        raise position.why_not(puzzle.seat, move)
    return move


def try_again(visitor: Visitor, session: Session, game: str, puzzle: Puzzle) -> None:
    """Open an answered puzzle again; only the first answer counts."""
    if visitor.is_authenticated:
        PuzzleAttempt.objects.filter(user=visitor, game=game, puzzle=puzzle.key).update(move=None)
        return
    noted = _noted_in(session)
    before = noted.get((game, puzzle.key))
    if before is not None:
        _note(session, {**noted, (game, puzzle.key): Attempt(before.solved, None)})


def is_rated(visitor: Visitor) -> bool:
    """Return whether a visitor's answers are rated: those of guests and programs are not."""
    return visitor.is_authenticated and not visitor.is_guest and not visitor.is_bot


def is_first_from(address: str, game: str, puzzle: Puzzle) -> bool:
    """Note that a puzzle was answered from a network; return whether it is the first time.

    A visitor's answer counts too: after it the page shows the solution, which a second account
    could give.
    """
    _row, created = PuzzleNetwork.objects.get_or_create(
        game=game, puzzle=puzzle.key, network=_network(address)
    )
    return created


def was_answered_from(address: str, game: str, puzzle: Puzzle) -> bool:
    """Return whether a puzzle was answered from a network, alone or in a storm."""
    rows = PuzzleNetwork.objects.filter(game=game, puzzle=puzzle.key)
    return rows.filter(network=_network(address)).exists()


def _network(address: str) -> str:
    return salted_hmac("games.puzzles.network", address).hexdigest()[:32]


def _came_too_soon(user: User) -> bool:
    """Return whether the user answered another puzzle just before."""
    since = timezone.now() - LEAST_TIME
    return PuzzleAttempt.objects.filter(user=user, at__gt=since).exists()


@transaction.atomic
def _store(user: User, game: str, puzzle: Puzzle, move: Json, solved: bool, first: bool) -> Attempt:
    rate = first and is_rated(user) and not _came_too_soon(user)
    row, created = PuzzleAttempt.objects.get_or_create(
        user=user, game=game, puzzle=puzzle.key, defaults={"solved": solved, "move": move}
    )
    if created and rate:
        row.rating, row.change = _rate(user, game, puzzle, solved)
        row.save(update_fields=["rating", "change"])
    elif not created and row.move is None:
        row.move = move
        row.save(update_fields=["move"])
    return Attempt(row.solved, row.move, row.rating, row.change)


def _rate(user: User, game: str, puzzle: Puzzle, solved: bool) -> tuple[int, int]:
    """Rate the answer as a game between solver and puzzle.

    The puzzle's rating moves only if the solver is established.

    Returns:
        The solver's new rating, and its change.
    """
    solvers, puzzles = Solver.objects.select_for_update(), PuzzleRating.objects.select_for_update()
    solver, _new = solvers.get_or_create(user=user, game=game)
    its, _new = puzzles.get_or_create(
        game=game, puzzle=puzzle.key, defaults={"rating": puzzle.first_rating}
    )
    forms = [Form(solver.rating, solver.tried), Form(its.rating, its.tried)]
    mine, other = rated(forms, [1, 2] if solved else [2, 1])
    established = solver.tried >= ESTABLISHED and user.date_joined <= timezone.now() - OLD_ENOUGH
    for row, after in ((solver, mine.after), (its, other.after if established else its.rating)):
        row.rating = after
        row.tried += 1
        row.solved += solved
        row.save(update_fields=["rating", "tried", "solved"])
    return mine.after, mine.after - mine.before


# --- Which one is next.


def ratings_of(game: str, puzzles: Collection[Puzzle]) -> Mapping[str, int]:
    """Return the ratings of a game's puzzles by key; a first estimate for those not tried."""
    proved = dict(PuzzleRating.objects.filter(game=game).values_list("puzzle", "rating"))
    return {one.key: proved.get(one.key, one.first_rating) for one in puzzles}


def next_puzzle(visitor: Visitor, session: Session, game: str, theme: str = "") -> Puzzle | None:
    """Return the puzzle whose rating is nearest to the solver's.

    Puzzles that the solver has not answered come first, then those not solved. A puzzle that
    continues one that the solver has not answered gives way to that one.

    Returns:
        The puzzle, or None if the solver has solved all.

    Raises:
        NoSuchTheme: The game has no such theme.
    """
    puzzles = puzzles_about(game, theme)
    answered = attempts_in(visitor, session, game)
    new = [one for one in puzzles if (game, one.key) not in answered]
    left = new or [one for one in puzzles if not answered[game, one.key].solved]
    if not left:
        return None
    left = list({one.key: one for one in (_begun(game, one, answered) for one in left)}.values())
    solving = solving_of(visitor, session).get(game, Solving())
    mine = START if solving.rating is None else solving.rating
    ratings = ratings_of(game, left)
    return min(left, key=lambda one: (abs(ratings[one.key] - mine), one.key))


def _begun(game: str, puzzle: Puzzle, answered: Collection[Key]) -> Puzzle:
    """Return the puzzle, or the first of those before it that is not answered."""
    before, found = beginnings(game), puzzle
    key = puzzle.key
    while key := before.get(key, ""):
        if (game, key) not in answered:
            found = puzzle_of(game, key)
    return found


# --- Visitors and networks.


def expired_networks() -> QuerySet[PuzzleNetwork]:
    """Select the networks that were kept long enough."""
    return PuzzleNetwork.objects.filter(at__lt=timezone.now() - NETWORKS_KEPT)


def adopt(user: User, session: Session) -> None:
    """Give a user the answers that they gave before they signed in, without rating them."""
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
    lines = [(*key, one.solved, one.move) for key, one in attempts.items()]
    session[SESSION_KEY] = lines[-MOST_NOTED:]
