"""The pages of quick match, invitations and rematches, which also work without JavaScript."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services.blocks import block
from accounts.services.guests import new_guest
from games.ladders.models import Ladder, Rating
from games.lobby.forms import LAST
from games.lobby.models import TableTerms, Ticket
from games.lobby.services.pairing import TicketRequest
from games.matches.models import Match
from games.titles.registry import newest
from tests.helpers.endpoints import Endpoint
from tests.helpers.matches import committed, fresh, opened, person, play_on, signed_in, started
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import won
from tests.helpers.responses import Response
from tests.helpers.seeking import GAME, SLOW, seek, waited

pytestmark = pytest.mark.django_db
FORM = Endpoint("form")
WISH = {"games": [GAME], "seats": ["2"], "clock": "live-10"}


@pytest.fixture
def anna(users: list[User]) -> Client:
    return signed_in(users[0])


def refusal(response: Response) -> tuple[int, str]:
    return FORM.refusal(response)[:2]


# --- Quick match.


def test_quick_match_works_with_forms_only(users: list[User], anna: Client) -> None:
    text = assert_clean_page(anna.get("/")).text
    assert "Against people" in text
    assert_clean_page(anna.get("/quick/"))
    there = anna.post("/quick/", WISH)["Location"]
    assert re.fullmatch(r"/quick/\w+/", there)
    page = assert_clean_page(anna.get(there)).text
    assert 'http-equiv="refresh" content="5;' in page
    assert "Among players rated 1400 to 1600." in page
    berta = signed_in(users[1])
    hers = berta.post("/quick/", WISH)["Location"]
    match = Match.objects.get()
    for client, path in ((anna, there), (berta, hers)):
        assert client.get(path)["Location"] == f"/matches/{match.id}/"
        assert_clean_page(client.get(f"/matches/{match.id}/"))
    assert anna.post(f"{there}withdraw/")["Location"] == there, "it is too late"


def test_form_stores_game_and_seats_named_twice_once(anna: Client) -> None:
    anna.post("/quick/", {**WISH, "games": [GAME] * 3, "seats": ["3", "2", "3"]})
    ticket = Ticket.objects.get()
    assert (ticket.games, ticket.seats) == ([GAME], [2, 3])
    assert list(anna.session[LAST]["games"]) == [GAME]


def test_search_page_shows_widened_window(users: list[User], anna: Client) -> None:
    there = anna.post("/quick/", WISH)["Location"]
    waited(Ticket.objects.get(), 31)
    page = assert_clean_page(anna.get(there)).text
    assert "1100 to 1900" in page
    waited(Ticket.objects.get(), 300)
    assert "Now among all players." in anna.get(there).content.decode()


def test_search_says_who_was_met_too_often_and_offers_unrated_match(
    users: list[User], anna: Client
) -> None:
    for _match in range(2):
        won(*users[:2])
    wish = {**WISH, "rated": "on"}
    there = anna.post("/quick/", wish)["Location"]
    berta = signed_in(users[1])
    hers = berta.post("/quick/", wish)["Location"]
    met = "Berta is looking for the same"
    page = anna.get(there).content.decode()
    alone = "No one else is looking for a game right now."
    assert alone in page
    assert met not in page, "others may come first"
    for ticket in Ticket.objects.all():
        waited(ticket, 11)
    page = anna.get(there).content.decode()
    assert met in page
    assert alone not in page
    assert "offers-bots" in page
    for client, search in ((anna, there), (berta, hers)):
        text = client.get(search).content.decode()
        if client is berta:
            assert "1 is looking for the same, but unrated." in text, "Anna no longer looks for it"
        assert 'form="unrated-form"' in text
        form = text[text.index('<form id="unrated-form"') :].split("</form>")[0]
        sent: dict[str, list[str]] = {}
        for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form):
            sent.setdefault(name, []).append(value)
        client.post("/quick/", sent)
    assert list(Match.objects.filter(rated=False).values_list("status", flat=True)) == ["running"]


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (WISH, "1 is looking for the same: we’ll match you as soon as your ratings suit"),
        ({**WISH, "clock": "live-5"}, "They want something else:"),
        ({**WISH, "seats": ["3"], "games": ["kharnage"]}, "They want something else:"),
        ({**WISH, "rated": "on"}, "They want something else:"),
    ],
)
def test_search_says_why_others_are_no_opponents(
    users: list[User], anna: Client, wish: dict[str, object], words: str
) -> None:
    duel, _created = Ladder.objects.get_or_create(game=GAME, size="2")
    Rating.objects.create(ladder=duel, user=users[1], value=2400, career=30, at=timezone.now())
    signed_in(users[1]).post("/quick/", wish)
    there = anna.post("/quick/", WISH)["Location"]
    page = anna.get(there).content.decode()
    assert "1 other is looking for a game." in page
    assert words not in page, "a match may begin at once"
    waited(Ticket.objects.get(user=users[0]), 11)
    assert words in anna.get(there).content.decode()


def test_search_never_names_blocked_users(users: list[User], anna: Client) -> None:
    for _match in range(2):
        won(*users[:2])
    seek(users[1], TicketRequest((GAME,), (2,), "live-10", rated=True))
    block(users[1], users[0])
    there = anna.post("/quick/", {**WISH, "rated": "on"})["Location"]
    waited(Ticket.objects.get(user=users[0]), 11)
    assert "Berta" not in anna.get(there).content.decode()


def test_only_owner_sees_and_withdraws_search(users: list[User], anna: Client) -> None:
    there = anna.post("/quick/", WISH)["Location"]
    berta = signed_in(users[1])
    assert_clean_page(berta.get(there), 404)
    assert_clean_page(Client().get(there), 404)
    berta.post(f"{there}withdraw/")
    assert Ticket.objects.exists()
    assert anna.post(f"{there}withdraw/")["Location"] == "/"
    assert_clean_page(anna.get(there), 404)
    assert not Ticket.objects.exists()


def test_last_search_is_offered_again(users: list[User], anna: Client) -> None:
    anna.post("/quick/", {**WISH, "seats": ["3", "4"], "clock": "turns-24"})
    page = assert_clean_page(anna.get("/")).text
    text = page.replace("\u00a0", " ")
    name = newest(GAME).game.name
    assert f"{name} · 3 or 4 players · 24 h + 12 h, at most 3 days · unrated" in text
    assert "You’re looking for a game" in text
    session = anna.session
    session["quick"] = {"games": ["gone"], "seats": "?"}
    session.save()
    assert_clean_page(anna.get("/"))


@pytest.mark.parametrize(
    "change",
    [{"games": []}, {"games": ["chess"]}, {"seats": ["9"]}, {"clock": "free"}, {"seats": []}],
)
def test_invalid_quick_match_form_is_shown_again(anna: Client, change: dict[str, object]) -> None:
    assert_clean_page(anna.post("/quick/", {**WISH, **change}), 400)
    assert not Ticket.objects.exists()


def test_quick_match_while_seated_needs_confirmation(users: list[User], anna: Client) -> None:
    opened(users[0], seats=3)
    page = assert_clean_page(anna.post("/quick/", WISH), 409).text
    assert 'name="sure" value="yes"' in page
    assert anna.post("/quick/", {**WISH, "sure": "yes"}).status_code == 302


def test_guest_searches_only_unrated_games(users: list[User]) -> None:
    guest = signed_in(new_guest())
    page = assert_clean_page(guest.get("/quick/")).text
    assert 'name="rated"' not in page
    refused = guest.post("/quick/", {**WISH, "rated": "on"})
    assert "Rated tables are for registered players" in refused.content.decode()
    guest.post("/quick/", WISH)
    assert not Ticket.objects.get().pool.rated
    assert refusal(Client().get("/quick/")) == (401, "sign-in")


def test_last_search_is_unrated_for_player_who_may_not_play_rated(
    users: list[User], anna: Client, settings: Settings
) -> None:
    anna.post("/quick/", {**WISH, "rated": "on"})
    Ticket.objects.all().delete()
    assert "\u00a0· rated" in anna.get("/").content.decode()
    settings.UNRATED_FIRST = 3
    assert "\u00a0· unrated" in anna.get("/").content.decode()


def test_lobby_counts_other_searching_players(users: list[User], anna: Client) -> None:
    seek(users[1], SLOW)
    assert "1 other is looking for a game" in anna.get("/").content.decode()


# --- Tables.


def test_table_form_sets_terms_and_invites(users: list[User], anna: Client) -> None:
    form = {"seats": "3", "public": "no", "option_points": "0", "rated": "on"}
    page = anna.post(f"/games/{GAME}/open/", form)
    assert_clean_page(page, 400)
    assert "A rated match needs a clock" in page.content.decode()
    form["clock"] = "live-10"
    terms = {"least": "1400", "most": "1600", "invited": "berta, @Carla"}
    page = anna.post(f"/games/{GAME}/open/", {**form, **terms, "most": "1300"})
    assert_clean_page(page, 400)
    page = anna.post(f"/games/{GAME}/open/", {**form, **terms, "invited": "Nobody7"})
    assert_clean_page(page, 409)
    assert "“Nobody7” can’t be invited" in page.content.decode()
    there = anna.post(f"/games/{GAME}/open/", {**form, **terms})["Location"]
    match = Match.objects.get()
    assert (match.rated, match.terms.least, match.terms.most) == (True, 1400, 1600)
    assert match.invitations.count() == 2
    page = anna.get(there)
    assert_clean_page(page)
    assert "invited" in page.content.decode()
    berta = signed_in(users[1])
    page = berta.get("/")
    assert_clean_page(page)
    assert "You are invited" in page.content.decode()
    assert_clean_page(berta.get(there))
    assert berta.post(f"{there}decline/")["Location"] == "/"
    assert "declined" in anna.get(there).content.decode()


def test_host_invites_by_name(users: list[User], anna: Client) -> None:
    match = opened(users[0], seats=3)
    there = f"/matches/{match.id}/"
    page = anna.post(f"{there}invite/", {"username": "Berta"}, follow=True)
    assert "Berta is invited." in page.content.decode()
    page = anna.post(f"{there}invite/", {"username": "x" * 300}, follow=True)
    assert "can’t be invited" in page.content.decode()
    assert refusal(signed_in(users[1]).post(f"{there}invite/")) == (403, "not-a-player")


def test_waiting_room_explains_why_player_cannot_join(users: list[User]) -> None:
    match = opened(users[0], seats=3)
    TableTerms.objects.create(match=match, least=1900)
    berta = signed_in(users[1])
    page = assert_clean_page(berta.get(f"/matches/{match.id}/")).text
    assert "ratings from 1900; yours is 1500" in page
    assert "Take a seat" not in page
    assert refusal(berta.post(f"/matches/{match.id}/join/")) == (403, "rating-range")


# --- Rematches.


def test_rematch_works_with_forms_only(users: list[User], anna: Client) -> None:
    with committed():
        match = play_on(started(*users[:2]))
    there, berta = f"/matches/{match.id}/", signed_in(users[1])
    page = assert_clean_page(anna.get(there)).text
    assert "Offer a rematch" in page
    assert "Offer a rematch" not in signed_in(person("Dora")).get(there).content.decode()
    room = anna.post(f"{there}rematch/")["Location"]
    again = Match.objects.get(former=match)
    assert room == f"/matches/{again.id}/"
    assert_clean_page(anna.get(room))
    page = assert_clean_page(berta.get(there)).text
    assert "Anna offers a rematch." in page
    assert_clean_page(berta.get("/"))
    assert berta.post(f"{room}decline/", {"back": "table"})["Location"] == there
    assert "after all" in berta.get(there).content.decode()
    assert berta.post(f"{there}rematch/")["Location"] == room
    assert fresh(again).status == Match.Status.RUNNING
    for client in (anna, berta):
        page = assert_clean_page(client.get(there)).text
        assert "Go to the rematch" in page
    assert refusal(signed_in(users[2]).post(f"{there}rematch/")) == (403, "not-a-player")
    assert refusal(Client().post(f"{there}rematch/")) == (401, "sign-in")
