"""Forged forms: no address that writes accepts a request without the CSRF token."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.helpers.effort import sample
from tests.safety.asking import ask, client_of
from tests.safety.routes import pages
from tests.safety.test_access import ROWS
from tests.safety.world import World

pytestmark = pytest.mark.django_db
ROUTES = pages()
BY_TOKEN_ALONE = {"stop_mail"}
"""A mail program posts without a cookie; the link itself is the permission."""
WRITE = sorted({row.partition("~")[0] for row, method in ROWS if method in ("POST", "DELETE")})


@pytest.mark.parametrize("name", sorted(set(WRITE) - BY_TOKEN_ALONE))
def test_write_without_csrf_token_is_refused(
    world: World, csrf_clients: dict[str, Client], name: str
) -> None:
    for role, client in sample([*csrf_clients.items()], 1, name):
        for method in ("POST", *(("DELETE",) if (name, "DELETE") in ROWS else ())):
            response = ask(world, client, ROUTES[name], method)
            body = response.content.decode()
            assert response.status_code == 403, (role, method, response.status_code)
            assert "This form has expired" in body or "no valid CSRF token" in body, (
                role,
                method,
                body[:500],
            )


def test_unsubscribe_link_works_without_csrf_token(world: World) -> None:
    client = client_of(world, "anonymous", enforce_csrf_checks=True)
    assert ask(world, client, ROUTES["stop_mail"], "POST").status_code == 200
