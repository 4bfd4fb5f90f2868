"""Requests to a user's browser to reveal nonces, with the commitments at these tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.matches.models import Player

NO_HASH = "-"


@dataclass(frozen=True)
class RevealRequest:
    """The data that a browser needs to reveal its nonce, and to keep what it was shown before that.

    `hashes` are in the order in which players sat down, with `NO_HASH` where none was sent.
    """

    match_id: str
    transcript: str
    hash: str
    commitments: tuple[str, ...]
    hashes: tuple[str, ...]


def reveal_request(player: Player, players: Iterable[Player]) -> RevealRequest | None:
    """Return the request to one player of a match, or None if nothing is awaited."""
    match = player.match
    if match.reveal_by is None or not player.awaited:
        return None
    in_order = sorted(players, key=lambda one: one.joined)
    hashes = tuple(one.nonce_hash or NO_HASH for one in in_order)
    commitments = tuple(match.commitments)
    return RevealRequest(match.id, match.transcript, player.nonce_hash, commitments, hashes)


def reveal_requests(user_id: int, *, but: str | None = None) -> list[RevealRequest]:
    """Return the requests to a user at all tables; `but`: a match whose own page asks for it.

    Every page calls this, and usually the answer is empty: that takes one query for one column.
    """
    awaited = Player.objects.filter(user=user_id, nonce="", match__reveal_by__isnull=False)
    awaited = awaited.exclude(nonce_hash="").exclude(match=but)
    tables = list(awaited.values_list("match_id", flat=True))
    if not tables:
        return []
    seated = Player.objects.filter(match__in=tables).select_related("match").order_by("joined")
    at_table = {table: [one for one in seated if one.match_id == table] for table in tables}
    asked = (
        reveal_request(one, players)
        for players in at_table.values()
        for one in players
        if one.user_id == user_id
    )
    return [one for one in asked if one is not None]
