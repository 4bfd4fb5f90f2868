"""The access token in the `Authorization` header of a request or socket."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import AccessToken
from accounts.services.tokens import find
from core.http import bearer_key


def brings_token(request: HttpRequest) -> bool:
    """Return whether the request has a bearer token, valid or not."""
    return bearer_key(request.headers.get("Authorization", "")) is not None


def token_of(request: HttpRequest) -> AccessToken | None:
    """Return the request's valid token, or None; it is looked up once."""
    if "access_token" not in request.__dict__:
        key = bearer_key(request.headers.get("Authorization", ""))
        request.__dict__["access_token"] = None if key is None else find(key)
    token: AccessToken | None = request.__dict__["access_token"]
    return token
