"""The page of a deal and its JSON, before and after all tables are over; the challenge form."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.duplicates.models import DuplicateDeal
from games.duplicates.services import end_all_due
from games.matches.models import Match
from tests.games.duplicates.conftest import both_sides, group_of, matches_of
from tests.helpers.matches import at_random, committed, fresh, play_on, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(deal: DuplicateDeal) -> DuplicateDeal:
    """Return the deal with all of its tables over."""
    for number, match in enumerate(matches_of(deal)):
        play_on(match, at_random(number))
    with committed():
        end_all_due()
    deal.refresh_from_db()
    return deal


def test_page_shows_no_results_before_all_tables_are_over(
    deal: DuplicateDeal, users: list[User]
) -> None:
    first = play_on(matches_of(deal)[0])
    page = signed_in(users[0]).get(f"/deals/{deal.pk}/").content.decode()
    assert f'href="/matches/{first.id}/"' in page
    assert "Sealed until every table is over" in page
    assert "deal-table" not in page
    data = signed_in(None).get(f"/api/v1/deals/{deal.pk}/").json()
    assert data["hands"] == []
    assert [len(table["players"]) for table in data["tables"]] == [2, 2, 2]


def test_page_compares_all_tables_and_shows_where_others_chose_differently(
    over: DuplicateDeal, users: list[User]
) -> None:
    own, *others = matches_of(over)
    page = signed_in(users[0]).get(f"/deals/{over.pk}/").content.decode()
    assert page.index("Your cards") < page.index("The cards of seat B")
    assert "Where others chose differently" in page
    for match in others:
        assert f"/matches/{match.id}/replay/?view=0&amp;step=" in page
    assert f"/matches/{own.id}/replay/?view=0&amp;step=" not in page
    for address in (f"/matches/{others[0].id}/replay/?view=0&step=1", f"/deals/{over.pk}/"):
        assert signed_in(None).get(address).status_code == 200


def test_sealed_rated_match_is_not_said_to_count_for_nobody(users: list[User]) -> None:
    deal = group_of((users[0], users[1]), (users[2], users[3]), rated=True)
    first = play_on(matches_of(deal)[0])
    table = signed_in(users[0]).get(first.get_absolute_url()).text
    assert "and your match counts" in table
    assert "doesn’t count for ratings" not in table


def test_json_compares_by_seat(over: DuplicateDeal) -> None:
    data = signed_in(None).get(f"/api/v1/deals/{over.pk}/").json()
    assert [hand["seat"] for hand in data["hands"]] == [0, 1]
    for hand in data["hands"]:
        results = hand["results"]
        assert sum(one["matchpoints"] for one in results) == 6
        assert {one["most"] for one in results} == {4}
        margins = [one["margin"] for one in results]
        assert margins == sorted(margins, reverse=True)
    first, second = (sorted(one["margin"] for one in hand["results"]) for hand in data["hands"])
    assert first == [-margin for margin in reversed(second)]


def test_table_says_what_others_scored_with_the_same_cards(
    deal: DuplicateDeal, users: list[User]
) -> None:
    first, *others = matches_of(deal)
    play_on(first)
    client = signed_in(users[0])
    table = client.get(first.get_absolute_url()).text
    assert "Other tables still play these cards." in table
    for number, match in enumerate(others, 1):
        play_on(match, at_random(number))
    with committed():
        end_all_due()
    scores = sorted((fresh(one).players.get(seat=0).score or 0 for one in others), reverse=True)
    words = f"With your cards others scored {scores[0]}, {scores[1]}."
    assert words in client.get(first.get_absolute_url()).text


def test_hands_that_only_bots_had_are_left_to_the_json(users: list[User]) -> None:
    anna, berta, *_ = users
    deal = group_of((anna, "easy", "normal"), (berta, "easy", "normal"), game="kharnage")
    for match in matches_of(deal):
        play_on(match)
    with committed():
        end_all_due()
    page = signed_in(anna).get(f"/deals/{deal.pk}/")
    assert page.text.count("deal-table") == 1
    assert len(signed_in(anna).get(f"/api/v1/deals/{deal.pk}/").json()["hands"]) == 3


def test_both_sides_are_challenged_played_and_ended_on_pages(users: list[User]) -> None:
    anna, berta, *_ = users
    form = {"invited": "Berta", "seats": "2", "clock": "free", "order": "lot", "public": "yes"}
    with committed():
        sent = signed_in(anna).post("/games/kabale/challenge/", {**form, "both_sides": "on"})
        match = Match.objects.get()
        assert sent["Location"] == match.get_absolute_url()
        assert "the same cards twice" in signed_in(berta).get(match.get_absolute_url()).text
        signed_in(berta).post(f"/matches/{match.id}/join/", {"sure": "yes"})
    play_on(match)
    with committed():
        end_all_due()
    table = signed_in(anna).get(match.get_absolute_url()).text
    assert "Play the other side" in table
    assert "Review this match" not in table
    deal = DuplicateDeal.objects.get()
    page = signed_in(anna).get(f"/deals/{deal.pk}/").text
    assert "Show the cards now" in page
    with committed():
        signed_in(anna).post(f"/deals/{deal.pk}/end/")
    assert "Show the cards now" not in signed_in(anna).get(f"/deals/{deal.pk}/").text
    assert signed_in(berta).get(f"/matches/{match.id}/record.json").status_code == 200


@pytest.mark.parametrize(
    ("changed", "words"), [({"rated": "on"}, "is unrated"), ({"seats": "3"}, "for two players")]
)
def test_form_explains_what_both_sides_need(
    users: list[User], changed: dict[str, str], words: str
) -> None:
    form = {"invited": "Berta, Carla", "seats": "2", "clock": "live-10", "order": "lot"}
    given = {**form, "public": "yes", "both_sides": "on", **changed}
    page = signed_in(users[0]).post("/games/kabale/challenge/", given)
    assert (page.status_code, words in page.text) == (400, True)


def test_form_of_a_game_that_cannot_be_dealt_twice_has_no_both_sides(users: list[User]) -> None:
    client = signed_in(users[0])
    assert "both_sides" in client.get("/games/babel/challenge/").text
    assert "both_sides" not in client.get("/games/condottiere/challenge/").text


def test_stranger_may_not_end_both_sides(users: list[User]) -> None:
    play_on(both_sides(users[0], users[1]))
    deal = DuplicateDeal.objects.get()
    answer = signed_in(users[2]).post(f"/deals/{deal.pk}/end/", follow=True)
    assert "have a seat at this table" in answer.text
    deal.refresh_from_db()
    assert deal.ended_at is None


def test_unknown_and_private_deals_are_not_found(users: list[User]) -> None:
    private = group_of((users[0], users[1]), (users[2], users[3]), public=False)
    for address in ("/deals/nowhere/", f"/deals/{private.pk}/", f"/api/v1/deals/{private.pk}/"):
        assert signed_in(users[4]).get(address).status_code == 404
