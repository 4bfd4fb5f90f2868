"""The nonces of somebody that full tables wait for, with all that was committed to there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.matches.models import Player

NO_HASH = "-"


@dataclass(frozen=True)
class RevealRequest:
    """What a browser needs to reveal its nonce, and to remember what it was shown before that.

    `hashes` are by chair, with `NO_HASH` where none was sent.
    """

    match_id: str
    hash: str
    commitments: tuple[str, ...]
    hashes: tuple[str, ...]


def reveal_request(player: Player, players: Iterable[Player]) -> RevealRequest | None:
    """What is asked of one of the players of a match; None while, or once, nothing is."""
    match = player.match
    if match.reveal_by is None or not player.awaited:
        return None
    by_chair = sorted(players, key=lambda one: one.joined)
    hashes = tuple(one.nonce_hash or NO_HASH for one in by_chair)
    return RevealRequest(match.id, player.nonce_hash, tuple(match.commitments), hashes)


def reveal_requests(user_id: int, *, but: str | None = None) -> list[RevealRequest]:
    """Return what is asked of a user at all tables; `but`: a match whose own page asks for it.

    Every page asks for this, and mostly nothing is: that takes one query for one column.
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
