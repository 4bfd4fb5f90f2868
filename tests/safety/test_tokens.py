"""A token with any scopes reads no more than its owner's pages show."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from tests.helpers.clocks import Wall
from tests.helpers.effort import covering
from tests.helpers.tokens import bearer, key_for
from tests.helpers.values import not_none
from tests.safety.asking import address, client_of
from tests.safety.routes import pages
from tests.safety.test_access import ROWS
from tests.safety.world import ROLES, World

pytestmark = pytest.mark.django_db
ROUTES = pages()
APART = ("api_me", "api_docs", "api_docs_page", "api_stream")
"""Addresses about the token itself, a page, and endless streams (games/matches/streams)."""
READS = sorted(
    row
    for row, method in ROWS
    if method == "GET" and row.startswith("api_") and not row.startswith(APART)
)


PRIVATE = [row for row in READS if row.startswith("api_conversation")]
"""Addresses whose reads need the scope `messages`."""


def test_compared_addresses_exist() -> None:
    assert len(READS) > 25


SCOPES = {
    "player": ("read", "messages"),
    "stranger": ("read", "play", "challenge", "chat", "host", "messages"),
}


def read_by(role: str) -> list[str]:
    """Return the addresses that this role reads.

    Roles with the same answer in access.txt take turns, with EFFORT=thorough each reads all.
    """
    found = []
    for turn, row in enumerate(READS):
        cells = dict(zip(ROLES, ROWS[row, "GET"], strict=True))
        is_same = len({cells[one] for one in SCOPES}) == 1
        if not is_same or role in covering([*SCOPES], turn):
            found.append(row)
    return found


@pytest.mark.parametrize("role", SCOPES)
def test_token_reads_same_as_owner(
    world: World, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Wall(monkeypatch)  # The answer about a ticket contains the seconds it has waited.
    browser = client_of(world, role)
    program = Client(headers=bearer(key_for(world.person(role), *SCOPES[role])))
    for row in read_by(role):
        name, _tilde, about = row.partition("~")
        path = address(world, ROUTES[name], about)
        answers = []
        for client in (browser, program):
            cache.clear()
            answers.append(client.get(path))
        one, other = answers
        assert one.status_code == other.status_code, row
        assert one.getvalue() == other.getvalue(), row


def test_token_without_scope_reads_no_private_address(world: World) -> None:
    user = not_none(world.people["player"])
    program = Client(headers=bearer(key_for(user, "read", "chat")))
    assert PRIVATE
    for row in PRIVATE:
        assert program.get(address(world, ROUTES[row], "")).status_code == 403, row
