"""The pages of clubs, as members, organisers and strangers use them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Report, User
from games.clubs.models import Club
from games.clubs.services import chat, members
from tests.games.clubs.conftest import at, club_of
from tests.helpers.endpoints import HTMX
from tests.helpers.matches import signed_in
from tests.helpers.moderation import case_page, moderator
from tests.helpers.pages import page

pytestmark = pytest.mark.django_db
TYPED = {"name": "Thursday", "about": "We meet.", "language": "", "public": "yes"}
TYPED |= {"joining": "open", "division": "plain", "charge": "tower", "tincture": "red"}


def do(client: Client, club: Club, act: str, **fields: Any) -> str:
    answer = client.post(f"{club.get_absolute_url()}do/{act}/", fields, follow=True)
    return answer.content.decode()


def test_club_is_founded_found_and_joined(anna: User, berta: User) -> None:
    client = signed_in(anna)
    assert "Found the first one" in page(client, "/clubs/")
    founded = client.post("/clubs/new/", TYPED, follow=True)
    assert '<div class="club-about" dir="auto"><p>We meet.' in founded.content.decode()
    club = Club.objects.get()
    assert club.chosen_shield == "plain-tower-red"
    other = signed_in(berta)
    assert club.get_absolute_url() in page(other, "/clubs/?name=thurs")
    assert "Join" in page(other, club.get_absolute_url())
    joined = do(other, club, "join")
    assert "Club chat" in joined
    assert "2 members" in joined
    assert "My clubs" in page(other, "/clubs/")
    assert "Leave the club" in joined
    do(other, club, "leave")
    assert club.memberships.count() == 1


def test_invitation_link_comes_first_until_other_members_have_joined(
    anna: User, berta: User
) -> None:
    club, client = club_of(anna), signed_in(anna)
    founded = page(client, club.get_absolute_url())
    assert founded.index("Invitation link") < founded.index("Club chat")
    members.join(at(club, berta, [club.key]))
    later = page(client, club.get_absolute_url())
    assert later.index("Invitation link") > later.index("Club chat")
    assert later.count('id="link-title"') == founded.count('id="link-title"') == 1


@pytest.mark.parametrize("how", ["open", "link"])
def test_user_who_asked_joins_without_an_answer_if_none_is_needed(
    anna: User, berta: User, how: str
) -> None:
    club = club_of(anna, joining=Club.Joining.REQUEST)
    client = signed_in(berta)
    assert "Take it back" in do(client, club, "join")
    if how == "open":
        Club.objects.update(joining=Club.Joining.OPEN)
    else:
        client.get(f"/clubs/link/{club.key}/")
    shown = page(client, club.get_absolute_url())
    assert "Take it back" not in shown
    assert "Join</button>" in shown
    assert "Club chat" in do(client, club, "join")
    assert not club.requests.exists()


def test_arabic_message_does_not_mix_with_its_time(anna: User, club: Club) -> None:
    chat.post_line(at(club, anna), "abc مرحبا")
    assert "<bdi>abc مرحبا</bdi> <time" in page(signed_in(anna), club.get_absolute_url())


def test_invalid_form_keeps_what_was_typed(anna: User, club: Club) -> None:
    client = signed_in(anna)
    for typed in ({**TYPED, "name": ""}, TYPED, {**TYPED, "charge": "dragon"}):
        answer = client.post("/clubs/new/", typed)
        assert answer.status_code == 400
        assert "We meet." in answer.content.decode()
    assert (
        "Friday"
        in client.post(
            f"{club.get_absolute_url()}edit/", {**TYPED, "name": "Friday"}, follow=True
        ).content.decode()
    )


def test_form_shows_club_as_it_is(anna: User) -> None:
    club = club_of(anna, about="At eight", joining="request", public=False)
    shown = page(signed_in(anna), f"{club.get_absolute_url()}edit/")
    assert "At eight" in shown
    assert re.search(r'value="request"[^>]* checked', shown)
    assert re.search(r'value="no"[^>]* checked', shown)


def test_form_names_each_language_in_itself(anna: User) -> None:
    text = page(signed_in(anna), "/clubs/new/")
    assert {">Deutsch<", ">Français<", ">한국어<"} <= set(re.findall(r">\w+<", text))


def test_link_opens_private_club(anna: User, berta: User) -> None:
    club = club_of(anna, public=False, joining="link")
    client = signed_in(berta)
    assert client.get(club.get_absolute_url()).status_code == 404
    assert client.get("/clubs/link/nothing/").status_code == 404
    shown = client.get(f"/clubs/link/{club.key}/", follow=True).content.decode()
    assert "Join" in shown
    assert club.key not in shown
    do(client, club, "join")
    assert club.key not in page(client, club.get_absolute_url())
    assert club.key in page(signed_in(anna), club.get_absolute_url())


def test_organiser_answers_requests_and_expels(anna: User, berta: User, carla: User) -> None:
    club = club_of(anna, joining="request")
    for user in (berta, carla):
        asked = do(signed_in(user), club, "join")
        assert asked.count("with the organisers") == 1
        assert "/do/withdraw/" in asked
    client = signed_in(anna)
    assert "They ask to join" in page(client, club.get_absolute_url())
    do(client, club, "accept", username="Berta")
    assert "They ask to join" not in do(client, club, "decline", username="Carla")
    do(client, club, "role", username="Berta", role="organiser")
    assert "Only the founder" in do(signed_in(berta), club, "expel", username="Anna")
    assert re.search(
        r"<details [^>]*><summary>Expel…</summary>", page(client, club.get_absolute_url())
    )
    expelled = do(client, club, "expel", username="Berta")
    assert "Berta is no longer in the club." in expelled
    assert "Expelled players" in expelled
    theirs = page(signed_in(berta), club.get_absolute_url())
    assert "You were expelled from this club." in theirs
    assert "Ask to join" not in theirs
    assert "Expelled players" not in do(client, club, "readmit", username="Berta")


def test_member_leaves_private_club_after_a_second_press(anna: User, berta: User) -> None:
    club = club_of(anna, berta, public=False)
    client = signed_in(berta)
    shown = page(client, club.get_absolute_url())
    assert re.search(r"<details [^>]*><summary>Leave the club</summary>", shown)
    assert "You left the club Thursday." in do(client, club, "leave")
    assert client.get(club.get_absolute_url()).status_code == 404


def test_founder_hands_over_and_next_one_dissolves(anna: User, berta: User, club: Club) -> None:
    client = signed_in(anna)
    assert "Hand the club over" in do(client, club, "leave")
    do(client, club, "hand-over", username="Berta")
    do(client, club, "leave")
    shown = signed_in(berta).get(club.get_absolute_url()).text
    for what in ("results of real tables", "results stay, as do all matches"):
        assert what in shown
    assert "dissolved" in do(signed_in(berta), club, "dissolve")
    assert not Club.objects.exists()


@pytest.mark.parametrize("htmx", [True, False])
def test_line_is_said_and_hidden(anna: User, berta: User, club: Club, htmx: bool) -> None:
    client = signed_in(berta, headers=HTMX if htmx else {})
    address = f"{club.get_absolute_url()}do/say/"
    said = client.post(address, {"text": "See @Anna there"}, follow=True).content.decode()
    assert '<a href="/players/Anna/">@Anna</a>' in said
    assert ("<html" in said) != htmx
    refused = client.post(address, {"text": " "}, follow=True)
    assert "Write a message first." in refused.content.decode()
    line = club.lines.get()
    assert "See " not in do(signed_in(anna), club, "hide", line=line.pk)
    for wrong in ("", "x", "9" * 30):
        assert "no longer exists" in do(signed_in(anna), club, "hide", line=wrong)


def test_stranger_sees_no_chat_and_no_link(anna: User, carla: User, club: Club) -> None:
    chat.post_line(at(club, anna), "The secret word")
    for client in (Client(), signed_in(carla), signed_in(moderator())):
        shown = page(client, club.get_absolute_url())
        assert "The secret word" not in shown
        assert club.key not in shown
        assert "/ws/clubs/" not in shown


def test_club_and_line_are_reported(anna: User, berta: User, club: Club) -> None:
    client, line = signed_in(berta), chat.post_line(at(club, anna), "Rude words")
    for address in ("report/", f"lines/{line.pk}/report/"):
        where = f"{club.get_absolute_url()}{address}"
        assert "Anna" in page(client, where)
        refused = client.post(where, {"reason": "", "note": "Look"})
        assert "Look" in refused.content.decode()
        answer = client.post(where, {"reason": "name", "note": "Look"}, follow=True)
        assert "Thank you" in answer.content.decode()
    reports = Report.objects.filter(case__about=anna)
    assert reports.count() == 2
    assert case_page(reports[0]).count(f'<a href="{club.get_absolute_url()}">') == 2


def test_moderator_clears_texts_on_page(anna: User, club: Club) -> None:
    client = signed_in(moderator())
    assert "Remove name and text" in page(client, club.get_absolute_url())
    assert "Give a reason." in do(client, club, "clear")
    shown = do(client, club, "clear", why="Rude.")
    assert "Name and text are removed." in shown
    club.refresh_from_db()
    assert f"Club {club.slug}" in shown
    assert "Thursday" not in shown


def test_unknown_act_and_members_menu(anna: User, carla: User, club: Club) -> None:
    members.join(at(club, carla))
    client = signed_in(anna)
    assert client.post(f"{club.get_absolute_url()}do/dance/").status_code == 405
    assert page(client, club.get_absolute_url()).count("Decide about") == 2
    assert "Decide about" not in page(signed_in(carla), club.get_absolute_url())


def test_long_list_of_members_is_shown_on_request(
    anna: User, berta: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.clubs.presenters.MEMBERS_SHOWN", 1)
    client, address = signed_in(anna), club.get_absolute_url()
    assert "/players/Berta/" not in page(client, address)
    assert "/players/Berta/" in page(client, f"{address}?members=all")
    assert "2 members" in page(client, address)
