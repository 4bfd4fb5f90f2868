"""Headers of requests and sockets."""

from __future__ import annotations

from django.http import HttpResponseBase

MINUTE = 60
"""Seconds of the period in which requests are counted."""


def bearer_key(header: str) -> str | None:
    """Return the key in an `Authorization: Bearer …` header, or None."""
    scheme, _space, key = header.strip().partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None


def add_limit(response: HttpResponseBase, kind: str, most: int, left: int) -> None:
    """Add the headers that say how many requests of a kind a minute has, and how many are left."""
    response["RateLimit-Policy"] = f'"{kind}";q={most};w={MINUTE}'
    response["RateLimit"] = f'"{kind}";r={max(0, left)}'
