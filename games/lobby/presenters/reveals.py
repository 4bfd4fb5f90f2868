"""The nonces of somebody that full tables wait for, with all that was committed to there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch

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
    """The same for all tables of somebody; `but`: a match whose own page asks for it."""
    awaited = Player.objects.filter(user=user_id, nonce="", match__reveal_by__isnull=False)
    awaited = awaited.exclude(nonce_hash="").exclude(match=but).select_related("match")
    seated = Prefetch("match__players", Player.objects.order_by("joined"))
    asked = (
        reveal_request(one, one.match.players.all()) for one in awaited.prefetch_related(seated)
    )
    return [one for one in asked if one is not None]
