"""Tests of the search for secrets, which test_access.py uses on every answer to a GET."""

from __future__ import annotations

import pytest
from django.http import HttpResponse, StreamingHttpResponse

from tests.safety.secrets import look_for_secrets, secrets_of
from tests.safety.world import World

pytestmark = pytest.mark.django_db
KINDS = {
    *("a secret", "a seed", "the key of a table", "a nonce", "a ticket's secret", "a token"),
    "the digest of a token",
    *("a second factor", "a session", "a network address", "a password"),
}


def test_search_covers_every_kind_of_secret(world: World) -> None:
    assert set(secrets_of(world).values()) == KINDS


def test_secret_is_found_anywhere_in_response(world: World) -> None:
    secrets = secrets_of(world)
    for secret in secrets:
        in_header = HttpResponse()
        in_header["X-Found"] = secret
        in_cookie = HttpResponse()
        in_cookie.set_cookie("found", secret)
        streamed = StreamingHttpResponse([f"<p>{secret}", "</p>"])
        for response in (HttpResponse(f"<p>{secret}</p>"), in_header, in_cookie, streamed):
            with pytest.raises(AssertionError, match="for stranger"):
                look_for_secrets(world, secrets, response, "lobby", "stranger")


def test_other_users_mail_address_is_found(world: World) -> None:
    answer = HttpResponse("player@example.org")
    look_for_secrets(world, {}, answer, "lobby", "player")
    with pytest.raises(AssertionError, match="e-mail addresses"):
        look_for_secrets(world, {}, answer, "lobby", "stranger")
