"""Without mail, links that open an account are shown only to the operator of the site."""

from __future__ import annotations

import os
import re
from typing import Any

import httpx
import pytest
from allauth.account.models import EmailAddress
from django.http import HttpRequest
from django.test import Client

from accounts import unsent_mail
from accounts.models import User
from tests.helpers.caches import clear_caches
from tests.helpers.no_mail import PORT, local_client, make_local
from tests.helpers.pages import assert_clean_page
from tests.helpers.processes import PATIENCE, server

RESET = "/accounts/password/reset/"
SIGN_UP = "/accounts/signup/"
KEY = re.compile(r"/accounts/(?:confirm-email|password/reset/key)/[^\s\"<]+")
PASSWORD = "seven quiet towers"
ELSEWHERE: list[dict[str, Any]] = [
    {"REMOTE_ADDR": "192.0.2.7"},
    {"REMOTE_ADDR": "192.168.1.7"},
    {"REMOTE_ADDR": "::ffff:192.168.1.7"},
    {"REMOTE_ADDR": ""},
    {"REMOTE_PORT": PORT + 1},
    {"REMOTE_PORT": None},
    {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
    {"HTTP_X_FORWARDED_HOST": "127.0.0.1"},
    {"HTTP_X_FORWARDED_PROTO": "http"},
    {"HTTP_X_REAL_IP": "127.0.0.1"},
    {"HTTP_FORWARDED": "for=127.0.0.1"},
    {"HTTP_VIA": "1.1 proxy"},
    {"HTTP_CF_CONNECTING_IP": "127.0.0.1"},
]
"""Visitors who are not the user at the computer that runs the site."""
OTHERWISE: list[dict[str, Any]] = [
    {"MAIL_IS_SET_UP": True},
    {"host": "0.0.0.0"},
    {"host": "::"},
    {"host": "192.168.1.2"},
    {"host": "play.example.org"},
    {"ALLOWED_HOSTS": ["127.0.0.1", "play.example.org"]},
    {"ALLOWED_HOSTS": ["*"]},
    {"CSRF_TRUSTED_ORIGINS": ["https://play.example.org"]},
    {"BEHIND_TLS": True},
    {"TRUSTED_PROXIES": 1},
    {"owners": []},
    {"owners": [((PORT, 80), os.getuid() + 1)]},
    {"owners": [((PORT, 80), os.getuid()), ((PORT, 80), os.getuid() + 1)]},
]
"""Sites that others can or will reach, or whose system does not know the user of a request."""


@pytest.fixture(autouse=True)
def _anna(db: None) -> None:
    clear_caches()
    user = User.objects.create_user("Anna", "anna@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def keys_shown(client: Client) -> list[str]:
    """Return the keys to accounts that a visitor can find on any page."""
    asked = [
        client.post(RESET, {"email": "anna@example.org"}),
        client.post(
            SIGN_UP, {"username": "Cora", "email": "cora@example.org", "password1": PASSWORD}
        ),
    ]
    pages = [RESET + "done/", "/", "/accounts/confirm-email/", "/accounts/email/", "/settings/"]
    read = [answer.content.decode() for answer in asked]
    for address in pages:
        read.append(client.get(address).content.decode())
    return KEY.findall(" ".join(read))


def is_operator(**change: Any) -> bool:
    """Return whether a visitor, after the site's middleware, counts as its operator."""
    return unsent_mail.runs_the_site(local_client(**change).get(RESET).wsgi_request)


def test_local_operator_sees_unsent_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """This proves that the tests below look at the right place."""
    make_local(monkeypatch)
    assert is_operator()
    keys = keys_shown(local_client())
    assert any("reset/key" in key for key in keys)
    assert any("confirm-email" in key for key in keys)


@pytest.mark.parametrize("change", ELSEWHERE, ids=lambda change: str(change))
def test_other_visitors_are_not_operator(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    make_local(monkeypatch)
    assert not is_operator(**change)


@pytest.mark.parametrize("change", OTHERWISE, ids=lambda change: str(change))
def test_reachable_site_has_no_operator(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    make_local(monkeypatch, **change)
    assert not is_operator()


@pytest.mark.parametrize(
    ("visitor", "site"), [({"REMOTE_ADDR": "192.168.1.7"}, {}), ({}, {"host": "0.0.0.0"})]
)
def test_others_see_no_unsent_links(
    monkeypatch: pytest.MonkeyPatch, visitor: dict[str, Any], site: dict[str, Any]
) -> None:
    make_local(monkeypatch, **site)
    assert keys_shown(local_client(**visitor)) == []


def test_foreign_host_name_is_not_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of another site whose name leads to this address could read the answers."""
    make_local(monkeypatch)
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": "127.0.0.1", "REMOTE_PORT": PORT, "SERVER_PORT": "80"}
    for name, ours in (("127.0.0.1:80", True), ("[::1]:80", True), ("rebound.example", False)):
        request.META["HTTP_HOST"] = name
        assert unsent_mail.runs_the_site(request) is ours


def test_session_cookie_on_other_computer_shows_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    make_local(monkeypatch)
    client = local_client()
    assert keys_shown(client)
    away = local_client(REMOTE_ADDR="192.168.1.7")
    away.cookies = client.cookies
    read = [away.get(page).content.decode() for page in (RESET + "done/", "/accounts/email/")]
    assert KEY.findall(" ".join(read)) == []


def test_other_visitors_are_referred_to_operator_with_or_without_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_local(monkeypatch)
    pages = []
    for address in ("anna@example.org", "nobody@example.org"):
        client = local_client(REMOTE_ADDR="192.168.1.7")
        answer = client.post(RESET, {"email": address}, follow=True)
        assert_clean_page(answer)
        pages.append(re.sub(r'(csrfmiddlewaretoken" value|hx-headers)=\S+ \S+', "", answer.text))
    assert pages[0] == pages[1]
    assert "Ask the people who run it" in pages[0]


@pytest.mark.django_db(transaction=True)
def test_real_server_distinguishes_own_user_from_proxy() -> None:
    with server(EMAIL_URL="dummymail://", TRUSTED_PROXIES="0", ALLOWED_HOSTS="127.0.0.1") as site:
        for headers, shown in (({}, True), ({"X-Forwarded-For": "127.0.0.1"}, False)):
            with httpx.Client(base_url=site.address, timeout=PATIENCE, headers=headers) as client:
                client.get(RESET)
                fields = {
                    "email": "anna@example.org",
                    "csrfmiddlewaretoken": client.cookies["csrftoken"],
                }
                page = client.post(RESET, data=fields, follow_redirects=True)
                assert "Email isn’t set up on this site" in page.text
                assert bool(KEY.search(page.text)) is shown
