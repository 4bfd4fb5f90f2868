"""Reviews of finished matches: request, compute decision by decision, and store them.

A review judges each decision by what its seat knew at that time (games/engine/review.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

from django.utils.translation import gettext_noop as _

from core.monitoring.rate_limit import count_use, limit_use
from games.engine.contract import Json
from games.engine.history import undone_numbers
from games.engine.review import (
    Decision,
    Judging,
    Made,
    Planned,
    Verdict,
    decisions,
    line_after,
    plan,
)
from games.matches.access import require_signed_in
from games.matches.cache import LruCache
from games.matches.models import Event, Match, Player
from games.matches.refusals import TooMany
from games.matches.services import time_source
from games.matches.services.event_store import MatchState, match_state
from games.matches.viewing import Access
from games.reviews.models import AutomaticReview, Review
from games.reviews.refusals import NotReviewed
from games.titles.registry import reviewer_of

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

REVIEWS = 20
"""The most reviews that a user may request in `SECONDS`, since each keeps a core busy."""
SECONDS = 3600
AUTOMATIC, DAY = 20, 24 * 3600
"""The most matches of a user that are reviewed by themselves in `DAY` seconds."""
DIGITS = 4
_plans: LruCache[tuple[str, int], list[Planned]] = LruCache(16)
"""The plans of matches in review, by match and number of its newest event."""


class Look(TypedDict):
    """The stored result of one decision; keys for what was not computed, or failed, are missing.

    `event`: the number of the event. `chances`: the chances to win before it, by seat, from 0 to 1,
    with their standard `error`. `compared`: whether a better move was looked for. `better`: the
    stronger move, if there is one, with `chosen`, the move made, and its `cost` in chances to win.
    `given`: what the move gave each seat. `line`: the moves that would have followed the stronger
    one, as the cards lay. Older reviews have neither.
    """

    event: int
    seat: int
    chances: NotRequired[list[float]]
    error: NotRequired[float]
    compared: NotRequired[bool]
    chosen: NotRequired[Json]
    better: NotRequired[Json]
    cost: NotRequired[float]
    cost_error: NotRequired[float]
    given: NotRequired[list[float]]
    line: NotRequired[list[Json]]


def require_finished(match: Match) -> None:
    """Require that a match is finished; NotReviewed."""
    if not match.revealed:
        raise NotReviewed(_("You can review a match once it’s over."))


def ask_for(user: Visitor, access: Access) -> Review:
    """Put a finished match into the queue of reviews, unless it is reviewed or in it already.

    A review that failed is tried again.

    Raises:
        SignInFirst: A visitor may read reviews, but not request them.
        NotReviewed: The match is not finished.
        TooMany: The user has requested `REVIEWS` in the last `SECONDS`.
    """
    require_finished(access.match)
    known = review_of(access.match)
    if known is not None and not _may_ask_again(known, user):
        return known
    person = require_signed_in(user)
    refusal = TooMany(_("You’ve asked for a lot of reviews. Try again in an hour."))
    turn = limit_use(f"reviews:{person.pk}", REVIEWS, SECONDS, refusal)
    if known is not None and known.status == Review.Status.WAITING:
        # A user waits for it now.
        Review.objects.filter(pk=known.pk).update(automatic=False, turn=turn)
        return known
    review, _created = Review.objects.update_or_create(
        match=access.match,
        defaults={
            "status": Review.Status.WAITING,
            "automatic": False,
            "turn": turn,
            "asked_at": time_source.now(),
            "total": None,
            "looks": [],
        },
    )
    return review


def _may_ask_again(review: Review, user: Visitor) -> bool:
    """Return whether the user's request changes a review: it failed, or waits for no user yet."""
    if review.status == Review.Status.WAITING:
        return bool(review.automatic and user.is_authenticated)
    return bool(review.status == Review.Status.FAILED)


def review_of(match: Match) -> Review | None:
    return Review.objects.filter(match=match).first()


def waiting_matches() -> list[str]:
    """Return the ids of the matches that wait for their review, in the order of the queue.

    One review of each user comes before the second one of a user who asked for many.
    """
    waiting = Review.objects.filter(status=Review.Status.WAITING)
    ordered = waiting.order_by("automatic", "turn", "asked_at")
    return list(ordered.values_list("match_id", flat=True))


def choose_automatic(user: User, *, wanted: bool) -> None:
    """Store whether a user's matches are reviewed once they are over."""
    if wanted:
        AutomaticReview.objects.get_or_create(user=user)
    else:
        AutomaticReview.objects.filter(user=user).delete()


def is_automatic(user: User) -> bool:
    return AutomaticReview.objects.filter(user=user).exists()


def ask_by_itself(match: Match, players: Sequence[Player]) -> None:
    """Put a match that is just over into the queue, if one of its players wants that.

    At most `AUTOMATIC` matches of a user are reviewed by themselves in a day.
    """
    people = [player.user_id for player in players if player.user_id and is_person(player)]
    for user_id in AutomaticReview.objects.filter(user__in=people).values_list("user", flat=True):
        turn = count_use(f"automatic-reviews:{user_id}", DAY)
        if turn <= AUTOMATIC:
            Review.objects.get_or_create(match=match, defaults={"automatic": True, "turn": turn})
            return


def next_judging(match_id: str) -> Judging | None:
    """Return the next decision to judge; if none is left, mark the review as done."""
    review = _waiting_review(match_id)
    if review is None:
        return None
    match = review.match
    state = match_state(match)
    planned = _plan_of(match, state)
    if review.total != len(planned):
        review.total = len(planned)
        review.save(update_fields=["total"])
    if len(review.looks) >= len(planned):
        review.status, review.done_at = Review.Status.DONE, time_source.now()
        review.save(update_fields=["status", "done_at"])
        return None
    number, weigh, compare, sure = planned[len(review.looks)]
    (decision,) = decisions_of(state, {number})
    return Judging(reviewer_of(match.game), decision, f"{match_id} {number}", weigh, compare, sure)


def store(match_id: str, judging: Judging, verdict: Verdict | None) -> None:
    """Store the verdict on a decision; None if judging it failed and the review goes on."""
    review = _waiting_review(match_id)
    if review is None:
        return
    found = Verdict() if verdict is None else verdict
    compared = judging.compare and verdict is not None
    look = look_of(judging.decision, found, compared=compared)
    if found.better is not None:
        state, number = match_state(review.match), judging.decision.number
        reviewer, made = judging.reviewer, lines_of(state)
        look["line"] = line_after(reviewer, state.start, state.seed, made, number, found.better)
    review.looks = [*review.looks, look]
    review.save(update_fields=["looks"])


def fail(match_id: str) -> None:
    """Mark a review as failed, so that no worker takes it again."""
    Review.objects.filter(match=match_id).update(
        status=Review.Status.FAILED, done_at=time_source.now()
    )


def _waiting_review(match_id: str) -> Review | None:
    waiting = Review.objects.filter(match=match_id, status=Review.Status.WAITING)
    return waiting.select_related("match").first()


def look_of(decision: Decision, verdict: Verdict, *, compared: bool) -> Look:
    """Return a verdict in the form that is stored."""
    look: Look = {"event": decision.number, "seat": decision.question.seat}
    if verdict.chances:
        look["chances"] = [round(chance, DIGITS) for chance in verdict.chances]
        look["error"] = round(verdict.error, DIGITS)
    if compared:
        look["compared"] = True
    if verdict.better is not None:
        look["chosen"] = decision.chosen.dump()
        look["better"] = verdict.better.dump()
        look["cost"] = round(verdict.cost, DIGITS)
        look["cost_error"] = round(verdict.cost_error, DIGITS)
        look["given"] = [round(change, DIGITS) for change in verdict.given]
    return look


def _plan_of(match: Match, state: MatchState) -> list[Planned]:
    """Return the plan of a finished match, for which all its moves are made once more."""
    key = match.pk, state.number
    planned = _plans.get(key)
    if planned is None:
        planned = plan_of(state, list(match.players.all()))
        _plans.set(key, planned)
    return planned


def plan_of(state: MatchState, players: Sequence[Player]) -> list[Planned]:
    """Return the decisions to judge: those of people, or all if only bots played."""
    people = {player.seat: player for player in players if is_person(player)}

    def compared(decision: Decision) -> bool:
        player = people.get(decision.question.seat)
        left_at = None if player is None else player.left_at
        return not people or (player is not None and (left_at is None or decision.number < left_at))

    return plan(decisions_of(state), compared)


def is_person(player: Player) -> bool:
    """Return whether a person decided at this seat, at least until they left it to a bot."""
    return not player.bot or player.left_at is not None


def decisions_of(state: MatchState, wanted: set[int] | None = None) -> Iterator[Decision]:
    """Return the decisions of a match, or only those with the wanted event numbers."""
    return decisions(state.start, state.seed, lines_of(state), wanted)


def lines_of(state: MatchState) -> Iterator[Made]:
    """Return the moves of a match that were not undone, and the cards that were shown."""
    undone = undone_numbers(state.history)
    for step in state.history:
        if step.seat is None:
            continue
        if step.kind == Event.Kind.MOVE and step.number not in undone:
            yield Made(step.number, step.seat, step.data)
        elif step.kind == Event.Kind.SHOW:
            yield Made(step.number, step.seat, None, step.data["cards"], step.data["to"])
