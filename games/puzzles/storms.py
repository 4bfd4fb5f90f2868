"""Storms: as many puzzles of a game as a user can solve in three minutes, the easiest first.

The server's clock decides: an answer after the end does not count. Nothing is rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from core.monitoring.rate_limit import limit_use
from games.engine.contract import Json
from games.engine.puzzles import Puzzle
from games.matches.access import require_signed_in
from games.matches.refusals import TooMany
from games.puzzles.library import beginnings, puzzles_about
from games.puzzles.models import Storm
from games.puzzles.refusals import NoStorm
from games.puzzles.services import is_first_from, legal_move

TIME = timedelta(minutes=3)
MISTAKES = 3
"""The number of mistakes that end a storm."""
MOST = 30
"""The most puzzles in a storm."""
STARTS, SECONDS = 40, 3600
"""The most storms that a user may start in `SECONDS`."""
LISTED = 10
"""The number of places in the list of today's best."""
RIGHT, WRONG = "+", "-"


def deadline(storm: Storm) -> datetime:
    """Return when the time of a storm is over."""
    return storm.started_at + TIME


def is_running(storm: Storm) -> bool:
    return storm.ended_at is None and timezone.now() < deadline(storm)


def seconds_left(storm: Storm) -> int:
    """Return the time left, in whole seconds; 0 once the storm is over."""
    if not is_running(storm):
        return 0
    return max(1, round((deadline(storm) - timezone.now()).total_seconds()))


def mistakes_in(storm: Storm) -> int:
    answers: str = storm.answers
    return answers.count(WRONG)


def puzzles_in(storm: Storm) -> Sequence[Puzzle]:
    """Return the puzzles of a storm, the easiest first; the same ones each time."""
    later = beginnings(storm.game)
    puzzles = [one for one in puzzles_about(storm.game) if one.key not in later]
    drawn = Random(f"storm {storm.pk}").sample(puzzles, min(MOST, len(puzzles)))
    # By their first ratings, which no answer changes in the meantime.
    return sorted(drawn, key=lambda one: (one.first_rating, one.key))


def current_puzzle(storm: Storm) -> Puzzle | None:
    """Return the puzzle that a storm asks now; None once it is over."""
    if not is_running(storm):
        return None
    puzzles, at = puzzles_in(storm), len(storm.answers)
    return puzzles[at] if at < len(puzzles) else None


def missed_puzzles(storm: Storm) -> list[Puzzle]:
    """Return the puzzles that were answered wrong."""
    pairs = zip(puzzles_in(storm), storm.answers, strict=False)
    return [puzzle for puzzle, result in pairs if result == WRONG]


def newest_storm(visitor: Visitor, game: str) -> Storm | None:
    """Return a user's newest storm of a game, running or over."""
    if not visitor.is_authenticated:
        return None
    return Storm.objects.filter(user=visitor, game=game).order_by("-started_at", "-pk").first()


def best_storm(visitor: Visitor, game: str) -> Storm | None:
    """Return the finished storm in which a user has solved most puzzles of a game."""
    if not visitor.is_authenticated:
        return None
    rows = Storm.objects.filter(_over(), user=visitor, game=game)
    return rows.order_by("-solved", "pk").first()


def best_of_today(game: str) -> list[Storm]:
    """Return today's best storms of a game, one for each user; those of guests and bots are not."""
    rows = (
        Storm.objects.filter(_over(), game=game, started_at__gte=_today(), solved__gt=0)
        .filter(user__guest_until=None, user__bot_since=None, user__gone_at=None)
        .filter(user__is_active=True)
        .order_by("-solved", "started_at", "pk")
        .select_related("user")
    )
    found: dict[int, Storm] = {}
    for storm in rows.iterator(chunk_size=100):
        found.setdefault(storm.user_id, storm)
        if len(found) == LISTED:
            break
    return list(found.values())


def start(visitor: Visitor, game: str) -> Storm:
    """Start a storm; one that runs goes on.

    Of storms of earlier days only the best is kept.

    Raises:
        SignInFirst: The visitor has no account.
        NoSuchPuzzle: The game has no puzzles.
        TooMany: The user has started very many.
    """
    user = require_signed_in(visitor)
    if not puzzles_about(game):
        raise NoStorm(_("This game has no puzzles."))
    with transaction.atomic():
        _lock(user)
        newest = newest_storm(user, game)
        if newest is not None and is_running(newest):
            return newest
        refusal = TooMany(_("You’ve started many storms in the last hour. Try again later."))
        limit_use(f"storms:{user.pk}", STARTS, SECONDS, refusal)
        best = best_storm(user, game)
        former = Storm.objects.filter(user=user, game=game, started_at__lt=_today())
        if best is not None:
            former = former.exclude(pk=best.pk)
        former.delete()
        return Storm.objects.create(user=user, game=game)


def answer_storm(visitor: Visitor, game: str, key: object, data: Json, address: str) -> Storm:
    """Answer the puzzle that a storm asks.

    An answer to another puzzle than the current one, as of a double click, changes nothing.

    Args:
        visitor: The user.
        game: The game's slug.
        key: The key of the puzzle that is answered.
        data: The move as JSON.
        address: The network address of the request.

    Raises:
        SignInFirst: The visitor has no account.
        NoStorm: The user has no storm that runs.
        Refusal: The rules decline the move.
    """
    user = require_signed_in(visitor)
    with transaction.atomic():
        _lock(user)
        storm = _running(user, game)
        puzzle = current_puzzle(storm)
        if puzzle is None or puzzle.key != key:
            return storm
        solved = puzzle.solves(legal_move(game, puzzle, data))
        # Who has seen here whether a move is right is not rated for it.
        is_first_from(address, game, puzzle)
        storm.answers += RIGHT if solved else WRONG
        storm.solved += solved
        if mistakes_in(storm) == MISTAKES or len(storm.answers) == len(puzzles_in(storm)):
            storm.ended_at = timezone.now()
        storm.save(update_fields=["answers", "solved", "ended_at"])
        return storm


def stop(visitor: Visitor, game: str) -> Storm:
    """End a storm before its time is over.

    Raises:
        SignInFirst: The visitor has no account.
        NoStorm: The user has no storm that runs.
    """
    user = require_signed_in(visitor)
    with transaction.atomic():
        _lock(user)
        storm = _running(user, game)
        storm.ended_at = timezone.now()
        storm.save(update_fields=["ended_at"])
        return storm


def _running(user: User, game: str) -> Storm:
    storm = newest_storm(user, game)
    if storm is None or not is_running(storm):
        raise NoStorm(_("This storm is over. The answer doesn’t count."))
    return storm


def _lock(user: User) -> None:
    """Let the simultaneous requests of a user wait for each other."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _over() -> Q:
    """Select the storms that are over."""
    return Q(ended_at__isnull=False) | Q(started_at__lte=timezone.now() - TIME)


def _today() -> datetime:
    return timezone.localtime(timezone=UTC).replace(hour=0, minute=0, second=0, microsecond=0)
