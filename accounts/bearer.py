"""The access token that a request or a socket brings in its `Authorization` header."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import AccessToken
from accounts.services.tokens import find


def key_of(header: str) -> str | None:
    """The key that an `Authorization: Bearer …` header brings; None without one."""
    scheme, _space, key = header.strip().partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None


def brings_token(request: HttpRequest) -> bool:
    """Whether whoever sends this wants to be known by a token, valid or not."""
    return key_of(request.headers.get("Authorization", "")) is not None


def token_of(request: HttpRequest) -> AccessToken | None:
    """The valid token that came with a request; it is looked up once."""
    if not hasattr(request, "_access_token"):
        key = key_of(request.headers.get("Authorization", ""))
        request._access_token = None if key is None else find(key)  # type: ignore[attr-defined]
    token: AccessToken | None = request._access_token  # type: ignore[attr-defined]
    return token
