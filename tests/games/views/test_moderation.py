"""A match under a moderator's eyes: logged looks, hidden lines, tables taken down."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import AuditEntry, User
from accounts.services import renaming
from accounts.services.declined import Declined
from games.access import open_match
from games.models import Match
from games.services import chat
from tests.helpers.matches import fresh, opened, people, person, play_on, signed_in, started

pytestmark = pytest.mark.django_db


def moderator(user: User) -> Client:
    user.groups.add(Group.objects.get(name="moderator"))
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return signed_in(user)


@pytest.fixture
def clara(db: None) -> Client:
    return moderator(person("Clara"))


@pytest.fixture
def match(db: None) -> Match:
    return started(*people("Anna", "Berta"), public=False)


def acts() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.order_by("pk").values_list("act", "why"))


def test_a_running_match_is_opened_by_a_second_logged_step(clara: Client, match: Match) -> None:
    url = f"/moderation/matches/{match.id}/"
    assert clara.get(f"{url}replay/").status_code == 403
    assert b"Every step, all hands" not in clara.get(url).content
    assert clara.post(f"{url}look/", {"why": " "}).status_code == 400
    page = clara.post(f"{url}look/", {"why": "Report 7."}, follow=True).content
    assert b"Every step, all hands" in page
    assert clara.get(f"{url}replay/").status_code == 200
    assert acts() == [("look-into-match", "Report 7.")]


def test_a_look_is_this_moderators_and_for_this_match(clara: Client, match: Match) -> None:
    other_match = started(*people("Doris", "Elsa"))
    clara.post(f"/moderation/matches/{match.id}/look/", {"why": "Report 7."})
    assert clara.get(f"/moderation/matches/{other_match.id}/replay/").status_code == 403
    other = moderator(person("Fritz"))
    assert other.get(f"/moderation/matches/{match.id}/replay/").status_code == 403


def test_nobody_looks_into_a_running_match_of_their_own(match: Match) -> None:
    client = moderator(User.objects.get(username="Anna"))
    url = f"/moderation/matches/{match.id}/"
    assert client.post(f"{url}look/", {"why": "Curious."}).status_code == 403
    assert client.get(f"{url}replay/").status_code == 403
    assert b"another moderator" in client.get(url).content
    assert acts() == []


def test_a_finished_match_is_open(clara: Client, match: Match) -> None:
    play_on(match)
    assert clara.get(f"/moderation/matches/{match.id}/").status_code == 200
    assert clara.get(f"/moderation/matches/{match.id}/replay/").status_code == 200


def test_a_line_is_hidden_from_everybody_but_moderators(clara: Client, match: Match) -> None:
    berta = User.objects.get(username="Berta")
    line = chat.say(open_match(berta, match.id), "Rude words.")
    url = f"/moderation/matches/{match.id}/"
    assert clara.post(f"{url}chat/{line.id}/hide/", {"why": "Rude."}).status_code == 302
    assert chat.lines(open_match(berta, match.id)) == []
    assert b"Rude words." in clara.get(url).content
    assert clara.post(f"{url}chat/999/hide/", {"why": "Rude."}).status_code == 400
    assert acts() == [("hide-line", "Rude.")]


def test_an_open_table_is_taken_down(clara: Client, db: None) -> None:
    table = opened(person("Anna"))
    url = f"/moderation/matches/{table.id}/take-down/"
    assert clara.post(url, {"why": "Bad name."}).status_code == 302
    assert fresh(table).status == Match.Status.CLOSED
    assert clara.post(url, {"why": "Bad name."}).status_code == 400


def test_players_and_strangers_have_nothing_to_do_here(match: Match) -> None:
    for path in ("", "replay/"):
        url = f"/moderation/matches/{match.id}/{path}"
        assert signed_in(User.objects.get(username="Anna")).get(url).status_code == 403
        assert Client().get(url).status_code == 302


def test_an_unknown_act_or_match_is_refused(clara: Client, match: Match) -> None:
    assert clara.post(f"/moderation/matches/{match.id}/burn/", {"why": "x"}).status_code == 405
    assert clara.get("/moderation/matches/nowhere/").status_code == 404


def test_a_bad_name_is_taken_away(clara: Client, db: None) -> None:
    rude = person("Rude")
    response = clara.post("/moderation/players/Rude/rename/", {"why": "Insulting."})
    rude.refresh_from_db()
    assert rude.username.startswith("renamed-")
    assert response.status_code == 302
    with pytest.raises(Declined):
        renaming.rename(User.objects.get(username="Clara"), rude, "")
