"""What must never leave the house, looked for wherever anything leaves it.

Keys, seeds and addresses are long enough to be looked for as they are. Cards are not: for those all
that a viewer cannot know is drawn anew, and every answer must stay as it was, to the letter.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from rest_framework.authtoken.models import Token

from accounts.models import User
from games.lobby.models import Ticket
from games.matches.models import MatchSecret
from tests.safety.asking import ask
from tests.safety.routes import pages
from tests.safety.test_access import ROWS
from tests.safety.world import ROLES, World

ROUTES = pages()
SHOWN = sorted({row for row, method in ROWS if method == "GET"})


def secrets_of(world: World) -> dict[str, str]:
    """What nobody is told while it matters, and what it is."""
    found: dict[str, str] = {}
    for match in (world.running, world.private, world.waiting):
        own = MatchSecret.objects.get(match=match)
        found |= {own.secret: "a secret", own.seed: "a seed", match.key: "the key of a table"}
        found |= dict.fromkeys(match.players.values_list("nonce", flat=True), "a nonce")
    found |= dict.fromkeys(Ticket.objects.values_list("secret", flat=True), "a ticket's secret")
    found |= dict.fromkeys(Token.objects.values_list("key", flat=True), "a token")
    for factor in Authenticator.objects.all():
        found[factor.data["secret"]] = "a second factor"
    found |= {"SESSION-OF-PLAYER": "a session", "198.51.100.7": "a network address"}
    found |= dict.fromkeys(User.objects.values_list("password", flat=True), "a password")
    return {secret: what for secret, what in found.items() if secret}


@pytest.mark.django_db
@pytest.mark.parametrize("row", SHOWN)
def test_no_answer_tells_a_secret(world: World, clients: dict[str, Client], row: str) -> None:
    name, _tilde, about = row.partition("~")
    secrets, mine = secrets_of(world), {world.waiting.key: "player"}
    own_devices = {"198.51.100.7": "player"} if name == "usersessions_list" else {}
    by_link = ("account_confirm_email", "account_reset_password_from_key")
    # Whoever is sent elsewhere reads nothing here.
    readers = [role for role, cell in zip(ROLES, ROWS[row, "GET"], strict=True) if cell.isdigit()]
    for role in readers:
        response = ask(world, clients[role], ROUTES[name], "GET", about)
        told = _whole(response)
        for secret, what in secrets.items():
            if {**mine, **own_devices}.get(secret) != role:
                assert secret not in told, f"{what} for {role}"
        if role != "admin" and name not in by_link:
            addresses = set(re.findall(r"[\w-]+@example\.org", told))
            assert addresses <= {f"{role}@example.org"}, f"e-mail addresses for {role}"


def _whole(response: Any) -> str:
    parts = response.streaming_content if response.streaming else [response.content]
    body = b"".join(parts).decode("utf-8", "replace")
    return f"{body}\n{response.headers}\n{response.cookies}"
