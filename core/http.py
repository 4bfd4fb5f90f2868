"""Headers of requests and sockets."""

from __future__ import annotations


def bearer_key(header: str) -> str | None:
    """Return the key in an `Authorization: Bearer …` header, or None."""
    scheme, _space, key = header.strip().partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None
