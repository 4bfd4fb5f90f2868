"""Forged forms: no address that writes accepts a request without the CSRF token."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from pytest_django import Settings

from tests.helpers.effort import sample
from tests.helpers.responses import Response
from tests.safety.asking import ask, client_of
from tests.safety.routes import pages
from tests.safety.test_access import ROWS
from tests.safety.world import World

pytestmark = pytest.mark.django_db
ROUTES = pages()
BY_TOKEN_ALONE = {"stop_mail"}
"""A mail program posts without a cookie; the link itself is the permission."""
WRITE = sorted(
    {
        (name, method)
        for name, method in ((row.partition("~")[0], method) for row, method in ROWS)
        if method in ("POST", "DELETE") and name not in BY_TOKEN_ALONE
    }
)


def refuse(_request: HttpRequest, reason: str) -> HttpResponse:
    """Answer as Django's view of a missing token does, without its page."""
    return HttpResponse("This form has expired", status=403)


def is_refused(response: Response) -> bool:
    body = response.content.decode()
    found = "This form has expired" in body or "no valid CSRF token" in body
    return response.status_code == 403 and found


def test_write_without_csrf_token_is_refused(
    world: World, csrf_clients: dict[str, Client], settings: Settings
) -> None:
    settings.CSRF_FAILURE_VIEW = "tests.safety.test_forgery.refuse"
    accepted = [
        (name, method, role)
        for name, method in WRITE
        for role in sample([*csrf_clients], 1, name)
        if not is_refused(ask(world, csrf_clients[role], ROUTES[name], method))
    ]
    assert not accepted


def test_page_without_csrf_token_explains_itself(
    world: World, csrf_clients: dict[str, Client]
) -> None:
    response = ask(world, csrf_clients["player"], ROUTES["bookmark"], "POST")
    assert is_refused(response)
    assert response.templates


def test_unsubscribe_link_works_without_csrf_token(world: World) -> None:
    client = client_of(world, "anonymous", enforce_csrf_checks=True)
    assert ask(world, client, ROUTES["stop_mail"], "POST").status_code == 200
