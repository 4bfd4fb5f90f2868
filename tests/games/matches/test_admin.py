"""The Django admin needs a second factor and shows no secrets of running matches."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.test import Client

from games.chat import services as chat
from games.matches.access import open_match
from games.matches.models import Event, Match, MatchSecret, Player
from tests.helpers.matches import people, person, play_on, signed_in, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db: None) -> Client:
    user = person("Staff")
    user.is_staff = user.is_superuser = True
    user.save()
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return signed_in(user)


def test_admin_needs_two_step_sign_in(db: None) -> None:
    user = person("Staff")
    user.is_staff = user.is_superuser = True
    user.save()
    response = signed_in(user).get("/admin/", follow=True)
    assert response.redirect_chain[-1][0] == "/accounts/2fa/"
    assert b"needs two-factor sign-in" in response.content
    assert Client().get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")


def test_every_admin_list_opens_and_is_searchable(staff: Client) -> None:
    for model in admin.site._registry:
        url = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert staff.get(url).status_code == 200, url
        assert staff.get(url, {"q": "x"}).status_code == 200, url


def test_admin_shows_no_secret_of_running_match(staff: Client) -> None:
    match = started(*people("Anna", "Berta"))
    secret = MatchSecret.objects.get(match=match)
    nonces = list(Player.objects.values_list("nonce", flat=True))
    Event.objects.create(match=match, number=99, kind="move", seat=0, data={"card": "m10-hidden"})
    urls = [f"/admin/matches/match/{match.id}/change/", "/admin/matches/match/"]
    for model in admin.site._registry:
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        keys = model._default_manager.values_list("pk", flat=True)
        urls += [base, *(f"{base}{key}/change/" for key in keys)]
    for url in urls:
        page = staff.get(url).content.decode()
        assert not any(word in page for word in (*secret.secrets, secret.seed, match.key, *nonces))
        assert "m10-hidden" not in page


def test_admin_shows_events_of_finished_match(staff: Client) -> None:
    match = play_on(started(*people("Anna", "Berta"))) or Match.objects.get()
    page = staff.get(f"/admin/matches/match/{match.id}/change/").content.decode()
    assert len(re.findall("field-number", page)) > 10


def test_admin_hides_chat_of_running_match(staff: Client) -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)
    chat.post_line(open_match(anna, match.id), "Siena is mine.")
    assert b"Siena is mine." not in staff.get("/admin/chat/chatline/").content
    play_on(match)
    assert b"Siena is mine." in staff.get("/admin/chat/chatline/").content


def test_match_cannot_be_changed_in_admin(staff: Client) -> None:
    match = started(*people("Anna", "Berta"))
    for path in (f"{match.id}/delete/", "add/"):
        assert staff.post(f"/admin/matches/match/{path}").status_code == 403
    assert staff.post(f"/admin/matches/match/{match.id}/change/", {"game": "x"}).status_code == 403
