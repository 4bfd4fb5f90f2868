"""Reviews of finished matches: asked for, computed decision by decision, stored.

A review knows what the replay of a finished match shows, and judges each decision by what its seat
knew at the time (games/engine/review.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

from django.utils.translation import gettext_noop as _

from games.engine.contract import Json
from games.engine.review import Decision, Judging, Made, Planned, Verdict, decisions, plan
from games.matches.access import Access, require_signed_in
from games.matches.models import Event, Match, Player
from games.matches.refusals import TooMany
from games.matches.services import time_source
from games.matches.services.event_store import MatchState, match_state, undone_numbers
from games.reviews.models import Review
from games.reviews.refusals import NotReviewed
from games.titles.registry import reviewer_of
from watch.rate_limit import is_beyond

if TYPE_CHECKING:
    from accounts.http import Visitor

REVIEWS = 20
"""As many somebody may ask for in `SECONDS`: each takes a core for most of a minute."""
SECONDS = 3600
DIGITS = 4


class Look(TypedDict):
    """What was found of one decision, as it is stored; what was not asked, or failed, is left out.

    `event`: its number. `chances`: by seat, before it. `better`: the stronger move; with it what
    the move that was made, `chosen`, gave away.
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


def require_finished(match: Match) -> None:
    """Require that a match has come to an end; NotReviewed."""
    if match.status != Match.Status.FINISHED:
        raise NotReviewed(_("A match can be reviewed once it is over."))


def ask_for(user: Visitor, access: Access) -> Review:
    """Have a finished match reviewed, once for all; one that failed is tried again.

    SignInFirst, NotReviewed, TooMany.
    """
    require_finished(access.match)
    known = review_of(access.match)
    if known is not None and known.status != Review.Status.FAILED:
        return known
    person = require_signed_in(user)
    if is_beyond(f"reviews:{person.pk}", REVIEWS, SECONDS):
        raise TooMany(_("You have asked for many reviews. Try it again in an hour."))
    anew = {"status": Review.Status.WAITING, "asked_at": time_source.now(), "total": None}
    review, _created = Review.objects.update_or_create(
        match=access.match, defaults={**anew, "looks": []}
    )
    return review


def review_of(match: Match) -> Review | None:
    return Review.objects.filter(match=match).first()


def waiting_matches() -> list[str]:
    """The matches whose review is to be computed, longest waiting first."""
    waiting = Review.objects.filter(status=Review.Status.WAITING).order_by("asked_at")
    return list(waiting.values_list("match_id", flat=True))


def next_judging(match_id: str) -> Judging | None:
    """The decision to be judged next; None where nothing is left, and the review is done then."""
    review = _waiting_review(match_id)
    if review is None:
        return None
    match = review.match
    state, players = match_state(match), list(match.players.all())
    planned = plan_of(state, players)
    if review.total != len(planned):
        review.total = len(planned)
        review.save(update_fields=["total"])
    if len(review.looks) >= len(planned):
        review.status, review.done_at = Review.Status.DONE, time_source.now()
        review.save(update_fields=["status", "done_at"])
        return None
    number, weigh, compare = planned[len(review.looks)]
    (decision,) = decisions_of(state, {number})
    return Judging(reviewer_of(match.game), decision, f"{match_id} {number}", weigh, compare)


def store(match_id: str, judging: Judging, verdict: Verdict | None) -> None:
    """Store what was found of a decision; None where judging it failed, and the rest goes on."""
    review = _waiting_review(match_id)
    if review is None:
        return
    found = Verdict() if verdict is None else verdict
    compared = judging.compare and verdict is not None
    review.looks = [*review.looks, look_of(judging.decision, found, compared=compared)]
    review.save(update_fields=["looks"])


def fail(match_id: str) -> None:
    """Note that a match cannot be reviewed, so that it is not tried for ever."""
    Review.objects.filter(match=match_id).update(
        status=Review.Status.FAILED, done_at=time_source.now()
    )


def _waiting_review(match_id: str) -> Review | None:
    waiting = Review.objects.filter(match=match_id, status=Review.Status.WAITING)
    return waiting.select_related("match").first()


def look_of(decision: Decision, verdict: Verdict, *, compared: bool) -> Look:
    """What was found, to be stored."""
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
    return look


def plan_of(state: MatchState, players: Sequence[Player]) -> list[Planned]:
    """What is looked at in a match: the decisions of people, or of all where bots alone played."""
    people = {player.seat: player for player in players if is_person(player)}

    def compared(decision: Decision) -> bool:
        player = people.get(decision.question.seat)
        left_at = None if player is None else player.left_at
        return not people or (player is not None and (left_at is None or decision.number < left_at))

    return plan(decisions_of(state), compared)


def is_person(player: Player) -> bool:
    """Whether somebody decided at this seat, at least until they left it to a bot."""
    return not player.bot or player.left_at is not None


def decisions_of(state: MatchState, wanted: set[int] | None = None) -> Iterator[Decision]:
    """The decisions of a match by the numbers of their events."""
    return decisions(state.start, state.seed, lines_of(state), wanted)


def lines_of(state: MatchState) -> Iterator[Made]:
    """What stands of a match's story: moves, and cards that were shown."""
    undone = undone_numbers(state.story)
    for step in state.story:
        if step.seat is None:
            continue
        if step.kind == Event.Kind.MOVE and step.number not in undone:
            yield Made(step.number, step.seat, step.data)
        elif step.kind == Event.Kind.SHOW:
            yield Made(step.number, step.seat, None, step.data["cards"], step.data["to"])
