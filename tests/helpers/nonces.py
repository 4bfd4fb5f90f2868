"""Nonces as browsers and programs draw them: the hash is sent first, the nonce itself later."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, cast

from accounts.models import User
from games.engine.shapes import Fairness3
from games.lobby.services import dealing, lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.services.event_store import record_of
from tests.helpers.matches import committed, fresh


def nonce_of(user: User) -> str:
    """Return the nonce that a user draws in these tests, which is always the same."""
    return sha256(user.username.encode()).hexdigest()


def hash_of(user: User) -> str:
    """Return the hash that a user sends when they sit down."""
    return sha256(bytes.fromhex(nonce_of(user))).hexdigest()


def fairness_of(match: Match) -> Fairness3:
    """Return the fairness part of the record of a match dealt by version 3."""
    fairness = record_of(match)["fairness"]
    assert "version" in fairness
    return cast("Fairness3", fairness)


def full_table(
    *users: User, game: str = "condottiere", bots: tuple[str, ...] = (), **wish: Any
) -> Match:
    """Fill a table with these users, who have all sent a hash but revealed no nonce yet."""
    host, *friends = users
    request = TableRequest(game, len(users) + len(bots), bots=bots, **wish)
    with committed():
        match = lobby.open_table(host, request, sure=True, nonce_hash=hash_of(host))
        for friend in friends:
            lobby.join(friend, match.id, sure=True, nonce_hash=hash_of(friend))
    return fresh(match)


def reveal(match: Match, *users: User) -> Match:
    """Reveal the nonces of these users, one after the other."""
    for user in users:
        with committed():
            dealing.reveal(user, match.id, nonce_of(user))
    return fresh(match)
