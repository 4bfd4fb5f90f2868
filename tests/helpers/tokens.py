"""Access tokens, as their owners make them."""

from __future__ import annotations

from accounts.models import Scope, User
from accounts.services import tokens


def key_for(user: User, *scopes: str, name: str = "") -> str:
    """The key of a new token; with all scopes unless some are named."""
    granted = scopes or tuple(Scope.values)
    name = name or f"token {user.access_tokens.count() + 1}"
    return tokens.make(user, name, granted, days=7)[1]


def bearer(key: str) -> dict[str, str]:
    """The header that brings it."""
    return {"Authorization": f"Bearer {key}"}


def socket_bearer(key: str) -> tuple[bytes, bytes]:
    return b"authorization", f"Bearer {key}".encode()
