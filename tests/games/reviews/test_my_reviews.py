"""Reviews that start by themselves, and the totals of a user's reviewed matches."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.engine.contract import Outcome
from games.matches.access import open_match
from games.matches.models import Player
from games.reviews import services
from games.reviews.models import AutomaticReview, Review
from games.reviews.services import Look
from games.reviews.totals import part_of, totals_of
from tests.games.reviews.conftest import finished
from tests.helpers.matches import person, signed_in
from tests.helpers.past_reviews import costly, reviewed

pytestmark = pytest.mark.django_db
PAGE = "/reviews/"


def text_of(client: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", client.get(PAGE).content.decode()))


def test_match_of_user_who_wants_it_is_reviewed_by_itself(anna: User) -> None:
    finished(anna)
    assert services.waiting_matches() == []
    services.choose_automatic(anna, wanted=True)
    match = finished(anna)
    assert services.waiting_matches() == [match.id]
    services.choose_automatic(anna, wanted=False)
    finished(anna)
    assert services.waiting_matches() == [match.id]


def test_reviews_that_users_ask_for_come_first(anna: User) -> None:
    services.choose_automatic(anna, wanted=True)
    own, other = finished(anna), finished(person("Berta"))
    Review.objects.create(match=other)
    assert services.waiting_matches() == [other.id, own.id]
    Review.objects.filter(match=other).delete()
    later = finished(anna)
    signed_in(anna).post(f"/matches/{later.id}/review/")
    assert services.waiting_matches() == [later.id, own.id]


def test_first_reviews_of_users_come_before_further_ones(anna: User) -> None:
    """A user who asks for many reviews at once does not keep the others waiting for all of them."""
    berta = person("Berta")
    mine, other = [finished(anna) for _match in range(3)], finished(berta)
    for user, matches in ((anna, mine), (berta, [other])):
        for match in matches:
            signed_in(user).post(f"/matches/{match.id}/review/")
    first, *further = (match.id for match in mine)
    assert services.waiting_matches() == [first, other.id, *further]


def test_visitor_without_account_does_not_hurry_a_review(anna: User) -> None:
    services.choose_automatic(anna, wanted=True)
    match = finished(anna)
    services.ask_for(AnonymousUser(), open_match(AnonymousUser(), match.id, [match.key]))
    assert Review.objects.get().automatic
    signed_in(anna).post(f"/matches/{match.id}/review/")
    assert not Review.objects.get().automatic


def test_only_so_many_matches_in_day_are_reviewed_by_themselves(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AUTOMATIC", 1)
    services.choose_automatic(anna, wanted=True)
    first = finished(anna)
    finished(anna)
    assert services.waiting_matches() == [first.id]


def test_user_chooses_on_page(anna: User) -> None:
    client = signed_in(anna)
    for chosen in ({"automatic": "on"}, {}):
        assert client.post(PAGE, chosen).status_code == 302
        assert AutomaticReview.objects.filter(user=anna).exists() == bool(chosen)
        assert (" checked" in client.get(PAGE).content.decode()) == bool(chosen)


def test_rest_is_what_costly_decisions_leave() -> None:
    looks: list[Look] = [
        {"event": 1, "seat": 0, "chances": [0.4, 0.6], "error": 0.05},
        costly(2, 0, 0.25, 0),
        costly(3, 1, 0.125, 0),
    ]
    part = part_of(looks, Outcome((10, 5), (1, 2), ""), 0)
    assert part is not None
    assert (part.start, part.own, part.others, part.result) == (0.4, -0.25, 0.125, 1.0)
    assert part.rest == pytest.approx(0.725)
    del looks[1]["given"]
    assert part_of(looks, Outcome((10, 5), (1, 2), ""), 0) is None


def test_totals_add_up_matches_by_game(anna: User) -> None:
    matches = [finished(anna), finished(anna), finished(anna, "condottiere")]
    for match, cost in zip(matches, (0.1, 0.3, 0.2), strict=True):
        reviewed(match, anna, cost, given=0.1)
    totals, latest = totals_of(anna)
    assert [one.game.slug for one in totals] == ["kharnage", "condottiere"]
    assert [one.match_id for one in latest] == [match.id for match in reversed(matches)]
    assert (totals[0].compared, totals[0].mistakes, totals[0].cost) == (4, 2, 20)
    won = Player.objects.filter(user=anna, game="kharnage", place=1).exists()
    assert totals[0].rest[0] == ("+" if won else "−")
    assert "1 mistake, 20 of 100" in text_of(signed_in(anna))


def test_page_shows_only_own_matches(anna: User) -> None:
    reviewed(finished(anna), anna, 0.1, given=0.1)
    assert "None of your matches" in text_of(signed_in(person("Berta")))
