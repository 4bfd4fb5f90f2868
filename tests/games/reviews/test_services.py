"""Reviews: requested once, computed decision by decision, and stored."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.engine.review import Judging, Planned, Verdict, plan
from games.matches.access import open_match
from games.matches.models import Match, Player
from games.matches.refusals import SignInFirst, TooMany
from games.matches.services.event_store import MatchState, match_state
from games.matches.viewing import Access
from games.reviews import services
from games.reviews.models import Review
from games.reviews.refusals import NotReviewed
from tests.helpers.matches import fresh, person, seat_of, started

pytestmark = pytest.mark.django_db


def access_of(user: User, match: Match) -> Access:
    return open_match(user, match.id, [match.key])


def asked(user: User, match: Match) -> Review:
    return services.ask_for(user, access_of(user, match))


def computed(match: Match, most: int = 10_000) -> Review:
    for _ in range(most):
        judging = services.next_judging(match.id)
        if judging is None:
            break
        services.store(match.id, judging, judging.verdict())
    return Review.objects.get(match=match)


def test_match_is_reviewed_once(anna: User, match: Match) -> None:
    review = asked(anna, match)
    assert review.status == Review.Status.WAITING
    assert services.waiting_matches() == [match.id]
    assert asked(person("Berta"), match).asked_at == review.asked_at
    assert Review.objects.count() == 1


def test_anonymous_visitor_finds_existing_review_only(anna: User, match: Match) -> None:
    anonymous = open_match(AnonymousUser(), match.id, [match.key])
    with pytest.raises(SignInFirst):
        services.ask_for(AnonymousUser(), anonymous)
    review = asked(anna, match)
    assert services.ask_for(AnonymousUser(), anonymous) == review


def test_running_match_is_not_reviewed(anna: User) -> None:
    match = started(anna, bots=("easy",))
    with pytest.raises(NotReviewed):
        asked(anna, match)
    assert not Review.objects.exists()


def test_review_requests_are_limited(
    anna: User, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "REVIEWS", 0)
    with pytest.raises(TooMany):
        asked(anna, match)


def test_all_decisions_of_people_are_compared(anna: User, match: Match) -> None:
    asked(anna, match)
    review = computed(match)
    assert review.status == Review.Status.DONE
    assert review.done_at is not None
    assert review.total == len(review.looks)
    seat = seat_of(match, anna)
    choices = [
        one.number
        for one in services.decisions_of(match_state(match))
        if one.question.seat == seat and len(one.question.moves) > 1
    ]
    assert [look["event"] for look in review.looks if look.get("compared")] == choices
    assert all(len(look["chances"]) == 2 for look in review.looks if "chances" in look)
    assert services.waiting_matches() == []


def test_decisions_of_replacing_bot_are_not_compared(anna: User, match: Match) -> None:
    player = match.players.get(user=anna)
    player.bot, player.left_at = "normal", 20
    planned = services.plan_of(match_state(match), [player])
    assert all(one.number < 20 for one in planned if one.compare)
    assert any(one.compare for one in planned)


def test_review_of_bot_match_compares_all_seats(match: Match) -> None:
    players = list(match.players.all())
    for player in players:
        player.bot, player.user = "easy", None
    planned = services.plan_of(match_state(match), players)
    seats = {
        one.question.seat
        for one in services.decisions_of(match_state(match))
        if one.number in {plan.number for plan in planned if plan.compare}
    }
    assert seats == {0, 1}


def test_interrupted_review_gives_same_result(anna: User, match: Match) -> None:
    asked(anna, match)
    begun = computed(match, most=5)
    assert begun.status == Review.Status.WAITING
    assert len(begun.looks) == 5
    at_once = computed(match).looks
    Review.objects.all().delete()
    asked(anna, match)
    assert computed(match).looks == at_once


def test_decisions_to_judge_are_chosen_once(
    anna: User, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = list[MatchState]()

    def plan_of(state: MatchState, players: Sequence[Player]) -> list[Planned]:
        chosen.append(state)
        return plan(services.decisions_of(state), lambda decision: False)

    monkeypatch.setattr(services, "plan_of", plan_of)
    asked(anna, match)
    assert len(computed(match).looks) > 5
    assert len(chosen) == 1


def test_decision_is_judged_from_information_at_its_time(anna: User, match: Match) -> None:
    """The knowledge that is sent is that of the moment, nothing of what came later."""
    asked(anna, match)
    computed(match, most=3)
    judging = services.next_judging(match.id)
    assert isinstance(judging, Judging)
    decision = judging.decision
    (again,) = services.decisions_of(match_state(match), {decision.number})
    sent, known = decision.eyes[0].information_state, again.eyes[0].information_state
    assert {**vars(sent), "_laid": 0} == {**vars(known), "_laid": 0}


def test_failed_judgement_is_left_out(anna: User, match: Match) -> None:
    asked(anna, match)
    judging = services.next_judging(match.id)
    assert judging is not None
    services.store(match.id, judging, None)
    (look,) = Review.objects.get(match=match).looks
    assert set(look) == {"event", "seat"}
    following = services.next_judging(match.id)
    assert following is not None
    assert following.decision.number > judging.decision.number


def test_failed_review_can_be_requested_again(anna: User, match: Match) -> None:
    asked(anna, match)
    computed(match, most=2)
    services.fail(match.id)
    assert services.waiting_matches() == []
    assert services.next_judging(match.id) is None
    again = asked(anna, match)
    assert (again.status, again.looks) == (Review.Status.WAITING, [])


def test_late_judgement_changes_nothing(anna: User, match: Match) -> None:
    asked(anna, match)
    judging = services.next_judging(match.id)
    assert judging is not None
    Review.objects.all().delete()
    services.store(match.id, judging, Verdict())
    assert not Review.objects.exists()
    assert fresh(match).status == Match.Status.FINISHED
