"""Access tokens for tests."""

from __future__ import annotations

from accounts.models import Scope, User
from accounts.services import tokens


def key_for(user: User, *scopes: str, name: str = "") -> str:
    """Make a token, by default with all scopes, and return its key."""
    granted = scopes or tuple(Scope.values)
    name = name or f"token {user.access_tokens.count() + 1}"
    return tokens.make(user, name, granted, days=7)[1]


def bearer(key: str) -> dict[str, str]:
    """Return the header with a token's key."""
    return {"Authorization": f"Bearer {key}"}


def socket_bearer(key: str) -> tuple[bytes, bytes]:
    return b"authorization", f"Bearer {key}".encode()
