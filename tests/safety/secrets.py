"""Secrets that must not leave the site, and the search for them in answers.

Keys, seeds and addresses are long enough to be searched for. Cards are not: for those, everything
that a viewer cannot know is drawn again, and every answer must stay the same (test_hidden.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from allauth.mfa.models import Authenticator
from django.core.signals import request_finished
from django.db import close_old_connections
from django.http import HttpResponseBase, StreamingHttpResponse

from accounts.models import AccessToken, User
from games.lobby.models import Ticket
from games.matches.models import MatchSecret
from games.matches.streams.response import StreamResponse
from tests.safety.world import World

NETWORK_ADDRESS = "198.51.100.7"
BY_LINK = ("account_confirm_email", "account_reset_password_from_key")
"""Pages that show the address to which their link was mailed."""


def secrets_of(world: World) -> dict[str, str]:
    """Return each secret of the world, and what kind it is."""
    found: dict[str, str] = {}
    for match in (world.running, world.private, world.waiting):
        own = MatchSecret.objects.get(match=match)
        found |= dict.fromkeys(own.secrets, "a secret")
        found |= {own.seed: "a seed", match.key: "the key of a table"}
        found |= dict.fromkeys(match.players.values_list("nonce", flat=True), "a nonce")
    found |= dict.fromkeys(Ticket.objects.values_list("secret", flat=True), "a ticket's secret")
    found |= {world.key: "a token"}
    found |= dict.fromkeys(
        AccessToken.objects.values_list("digest", flat=True), "the digest of a token"
    )
    for factor in Authenticator.objects.all():
        found[factor.data["secret"]] = "a second factor"
    found |= {"SESSION-OF-PLAYER": "a session", NETWORK_ADDRESS: "a network address"}
    found |= dict.fromkeys(User.objects.values_list("password", flat=True), "a password")
    return {secret: what for secret, what in found.items() if secret}


def look_for_secrets(
    world: World, secrets: dict[str, str], response: HttpResponseBase, name: str, role: str
) -> None:
    """Assert that an answer to a role has no secret, and no e-mail address of another user."""
    mine = {world.waiting.key: "player"}
    if name == "usersessions_list":
        mine[NETWORK_ADDRESS] = "player"
    text = _whole(response)
    for secret, what in secrets.items():
        assert mine.get(secret) == role or secret not in text, f"{what} in {name} for {role}"
    if "@example.org" in text and role != "admin" and name not in BY_LINK:
        addresses = set(re.findall(r"[\w-]+@example\.org", text))
        assert addresses <= {f"{role}@example.org"}, f"e-mail addresses in {name} for {role}"


def _whole(response: HttpResponseBase) -> str:
    body = body_of(response).decode("utf-8", "replace")
    return f"{body}\n{response.headers}\n{response.cookies}"


def body_of(response: HttpResponseBase) -> bytes:
    """Return the whole body of an answer; of an endless stream, the part before it waits."""
    if not isinstance(response, StreamingHttpResponse):
        return response.getvalue()
    if isinstance(pieces := response.streaming_content, Iterator):
        return b"".join(pieces)
    assert isinstance(response, StreamResponse)
    lines = [*response.source.read()]
    while response.source.more:
        lines += response.source.read()
    # Keeps the connection to the database, as the test client does.
    request_finished.disconnect(close_old_connections)
    response.close()
    request_finished.connect(close_old_connections)
    return b"".join(line + b"\n" for line in lines)
