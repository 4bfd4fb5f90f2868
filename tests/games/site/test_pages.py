"""Pages of the lobby and the table: forms, refusals, chat and replay."""

import pytest
from django.test import Client

from accounts.models import User
from games.matches.models import Match
from tests.helpers.endpoints import HTMX, Endpoint
from tests.helpers.matches import (
    committed,
    events,
    fresh,
    nothing_written,
    opened,
    person,
    play_on,
    position_of,
    seat_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.pages import assert_clean_page
from tests.helpers.responses import Response

pytestmark = pytest.mark.django_db
FORM = Endpoint("form")
TABLE = {"seats": "3", "public": "yes", "option_points": "0"}


@pytest.fixture
def anna(users: list[User]) -> Client:
    return signed_in(users[0])


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users)


def refusal(response: Response) -> tuple[int, str]:
    return FORM.refusal(response)[:2]


# --- Opening, joining, leaving.


def test_table_is_opened_by_form(anna: Client) -> None:
    response = anna.post("/games/condottiere/open/", {**TABLE, "seat_1": "easy"})
    match = Match.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/matches/{match.id}/")
    assert match.players.get(joined=1).bot == "easy"
    assert_clean_page(anna.get(f"/matches/{match.id}/"))


@pytest.mark.parametrize(
    "change", [{"seats": "9"}, {"seat_1": "genius"}, {"option_points": "7"}, {"public": "maybe"}]
)
def test_invalid_table_form_is_shown_again(anna: Client, change: dict[str, str]) -> None:
    assert_clean_page(anna.post("/games/condottiere/open/", {**TABLE, **change}), 400)
    assert not Match.objects.exists()


def test_contradictory_options_are_refused(anna: Client) -> None:
    both = {"option_points": "20", "option_taking_cities": "on"}
    response = anna.post("/games/condottiere/open/", {**TABLE, **both})
    assert_clean_page(response, 400)
    assert not Match.objects.exists()


def test_second_seat_needs_confirmation(anna: Client, users: list[User]) -> None:
    anna.post("/games/condottiere/open/", TABLE)
    response = anna.post("/games/condottiere/open/", TABLE)
    assert_clean_page(response, 409)
    assert Match.objects.count() == 1
    assert 'name="sure" value="yes"' in response.content.decode()
    assert anna.post("/games/condottiere/open/", {**TABLE, "sure": "yes"}).status_code == 302

    response = anna.post("/games/condottiere/open/", {**TABLE, "fill": "easy"})
    kept = 'class="button primary" name="fill" value="easy">Yes, sit down here too'
    assert kept in response.content.decode(), "the button pressed first"

    other = opened(users[1], seats=3)
    response = anna.post(f"/matches/{other.id}/join/")
    assert_clean_page(response, 409)
    assert other.players.count() == 1
    assert anna.post(f"/matches/{other.id}/join/", {"sure": "yes"}).status_code == 302
    assert other.players.count() == 2


def test_invited_player_joins_private_table_by_link(users: list[User], anna: Client) -> None:
    match = opened(users[1], seats=2, public=False)
    assert refusal(anna.get(f"/matches/{match.id}/")) == (403, "private-table")
    assert refusal(anna.post(f"/matches/{match.id}/join/")) == (403, "private-table")
    response = anna.get(f"/join/{match.key}/")
    assert response["Location"] == f"/matches/{match.id}/"
    assert_clean_page(anna.get(f"/matches/{match.id}/"))
    anna.post(f"/matches/{match.id}/join/")
    assert fresh(match).status == "running"
    assert refusal(anna.get("/join/nonsense/")) == (404, "unknown-match")


def test_table_is_left_filled_and_closed_by_form(users: list[User], anna: Client) -> None:
    match = opened(users[1], seats=3)
    anna.post(f"/matches/{match.id}/join/")
    for act in ("fill", "take-down"):
        assert refusal(anna.post(f"/matches/{match.id}/{act}/")) == (403, "not-a-player")
    assert anna.post(f"/matches/{match.id}/leave/")["Location"] == "/"
    assert match.players.count() == 1
    host = signed_in(users[1])
    host.post(f"/matches/{match.id}/fill/", {"level": "easy"})
    assert fresh(match).status == "running"
    for act in ("join", "leave", "fill", "take-down"):
        assert refusal(host.post(f"/matches/{match.id}/{act}/")) == (409, "not-open")
    other = opened(users[1], seats=3)
    host.post(f"/matches/{other.id}/take-down/")
    assert fresh(other).status == "closed"
    assert_clean_page(host.get(f"/matches/{other.id}/"))


@pytest.mark.parametrize("act", ["join", "leave", "fill", "take-down"])
def test_anonymous_visitor_must_sign_in_to_act(users: list[User], act: str) -> None:
    match = opened(users[0], seats=3)
    Match.objects.update(host=None)
    response = Client().post(f"/matches/{match.id}/{act}/")
    assert refusal(response) == (401, "sign-in")
    assert_clean_page(response, 401)
    assert match.players.count() == 1


@pytest.mark.parametrize(
    "act", ["join", "leave", "fill", "take-down", "moves", "resign", "show", "chat"]
)
def test_table_actions_need_post_and_existing_match(anna: Client, act: str) -> None:
    response = anna.get(f"/matches/nosuchone/{act}/")
    assert refusal(response) == (405, "wrong-method")
    assert response["Allow"] == "POST"
    assert_clean_page(response, 405)
    assert refusal(anna.post(f"/matches/nosuchone/{act}/")) == (404, "unknown-match")
    refused = anna.post(f"/matches/nosuchone/{act}/", headers={"Accept": "application/json"})
    assert refused.json()["error"]["code"] == "unknown-match"


# --- At the table.


@pytest.mark.parametrize("status", ["open", "running", "finished", "closed"])
def test_table_page_is_clean_for_every_viewer(users: list[User], status: str) -> None:
    match = opened(users[0], seats=2) if status in ("open", "closed") else started(*users[:2])
    if status == "finished":
        play_on(match)
    Match.objects.update(status=status)
    for client in (Client(), signed_in(users[0]), signed_in(users[2])):
        assert_clean_page(client.get(f"/matches/{match.id}/"))
        assert client.head(f"/matches/{match.id}/").status_code == 200


def test_resigning_by_form_and_by_htmx(match: Match, users: list[User]) -> None:
    first, second, third = (signed_in(user) for user in users)
    response = first.post(f"/matches/{match.id}/resign/")
    assert response["Location"] == f"/matches/{match.id}/"
    response = second.post(f"/matches/{match.id}/resign/", headers=HTMX)
    assert (response.status_code, 'id="table"' in response.content.decode()) == (200, True)
    assert [kind for _, kind, _, _ in events(match)] == ["resign", "resign"]
    with nothing_written(match):
        assert refusal(first.post(f"/matches/{match.id}/resign/")) == (403, "not-a-player")
        assert refusal(Client().post(f"/matches/{match.id}/resign/")) == (401, "sign-in")
    assert_clean_page(third.get(f"/matches/{match.id}/"))


def test_showing_cards_by_form(match: Match) -> None:
    mine, address = signed_in(user_at(match, 0)), f"/matches/{match.id}/show/"
    cards = position_of(match).view(0)["hands"][0][:2]
    assert mine.post(address, {"card": cards, "to": ["1"]}).status_code == 302
    assert events(match) == [(1, "show", 0, {"cards": cards, "to": [1]})]
    for wrong in (
        {},
        {"card": cards},
        {"to": ["1"]},
        {"card": cards, "to": ["0"]},
        {"card": cards, "to": ["x"]},
        {"card": cards, "to": ["1", "-1"]},
        {"card": cards, "to": ["9" * 5000]},
        {"card": cards, "to": ["²"]},
        {"card": [*cards, "joker"], "to": ["1"]},
    ):
        for headers in ({}, HTMX):
            with nothing_written(match):
                response = mine.post(address, wrong, headers=headers)
            assert refusal(response) == (409, "cannot-show")
            assert 'id="table"' in response.content.decode()


def test_talking_by_form_and_by_htmx(match: Match, anna: Client) -> None:
    address = f"/matches/{match.id}/chat/"
    assert anna.post(address, {"text": "Siena is mine."})["Location"] == f"/matches/{match.id}/"
    response = anna.post(address, {"text": "<script>alert(1)</script>"}, headers=HTMX)
    content = response.content.decode()
    assert "Siena is mine." in content
    assert "&lt;script&gt;" in content
    assert "<script" not in content
    assert refusal(anna.post(address, {"text": " "})) == (400, "cannot-say")
    response = anna.post(address, {"text": "x" * 301}, headers=HTMX)
    assert response.status_code == 400
    assert "x" * 301 in response.content.decode(), "the typed text is kept"
    assert refusal(Client().post(address, {"text": "hello"})) == (401, "sign-in")
    assert match.chat.count() == 2


def test_chat_lines_are_limited(match: Match, anna: Client) -> None:
    address = f"/matches/{match.id}/chat/"
    answers = [anna.post(address, {"text": "hello"}) for _ in range(21)]
    assert refusal(answers[-1]) == (429, "too-many")
    assert match.chat.count() == 20


def test_spectators_do_not_see_players_chat(match: Match, anna: Client) -> None:
    anna.post(f"/matches/{match.id}/chat/", {"text": "Siena is mine."})
    for client in (Client(), signed_in(person("Stranger"))):
        assert "Siena is mine." not in client.get(f"/matches/{match.id}/").content.decode()
    assert "Siena is mine." in anna.get(f"/matches/{match.id}/").content.decode()


# --- What was played.


def test_finished_matches_are_listed_by_visibility(users: list[User]) -> None:
    public, private = started(*users[:2]), started(*users[:2], public=False, seed=2)
    running = started(*users[:2], seed=3)
    with committed():
        for match in (public, private):
            play_on(match)
    anna, stranger = signed_in(users[0]), signed_in(person("Stranger"))

    def listed(client: Client, query: str = "") -> list[bool]:
        page = assert_clean_page(client.get(f"/matches/{query}")).text
        return [f"/matches/{match.id}/replay/" in page for match in (public, private)]

    assert listed(anna) == [True, True]
    assert listed(anna, "?whose=all") == [True, False]
    assert listed(stranger) == [False, False]
    assert listed(stranger, "?whose=all") == listed(Client()) == [True, False]
    assert listed(Client(), "?whose=mine&page=99") == [True, False]
    assert f"/matches/{running.id}/replay/" not in anna.get("/matches/").content.decode()


def test_replay_is_served_as_page_and_fragment(match: Match, anna: Client) -> None:
    for path in ("", "?step=0", "?step=2&view=1", "?step=x&view=y"):
        assert_clean_page(anna.get(f"/matches/{match.id}/replay/{path}"))
    part = anna.get(f"/matches/{match.id}/replay/?step=0", headers=HTMX).content.decode()
    assert part.lstrip().startswith("<div")
    play_on(match)
    for view in ("all", "0", str(seat_of(match, User.objects.get(username="Anna")))):
        assert_clean_page(anna.get(f"/matches/{match.id}/replay/?step=5&view={view}"))


def test_unstarted_table_has_no_replay(users: list[User]) -> None:
    match = opened(users[0], seats=3)
    response = Client().get(f"/matches/{match.id}/replay/")
    assert response["Location"] == f"/matches/{match.id}/"
    assert refusal(Client().get(f"/matches/{match.id}/record.json")) == (409, "not-over")
