"""What is told of a match's chance: all that proves it at the end, and what may be known before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from games.engine import shapes
from games.engine.fairness import VERSION
from games.matches.models import Match, MatchSecret, Player

if TYPE_CHECKING:
    from games.engine.fairness import Origin


@dataclass(frozen=True)
class Chair:
    """What everybody may know of one player's part of the seed.

    `nonce` is "" before the deal, and until the end where it follows from the site's secrets.
    """

    name: str
    bot: bool
    seat: int | None
    hash: str
    nonce: str
    origin: str


@dataclass(frozen=True)
class Published:
    """What everybody may know of a match's chance before the end, by chair."""

    version: int
    commitments: tuple[str, ...]
    chairs: tuple[Chair, ...]


def published_of(match: Match, players: Sequence[Player]) -> Published:
    """Commitments, hashes and revealed nonces; before the end nothing that follows from secrets.

    A nonce that is revealed before the others have revealed theirs is not shown yet.
    """
    over = match.status == Match.Status.FINISHED
    dealt = match.status not in (Match.Status.OPEN, Match.Status.CLOSED)
    old = match.fairness != VERSION
    shown = {Player.Origin.REVEALED} if dealt else set()
    chairs = tuple(
        Chair(
            name=player.name,
            bot=bool(player.bot) and player.left_at is None,
            seat=player.seat,
            hash=player.nonce_hash,
            nonce=player.nonce if over or player.origin in shown else "",
            origin=player.origin if dealt else "",
        )
        for player in sorted(players, key=lambda player: player.joined)
    )
    return Published(match.fairness, (match.commitment,) if old else (*match.commitments,), chairs)


def proof_of(
    match: Match, players: Sequence[Player], own: MatchSecret
) -> shapes.Fairness1 | shapes.Fairness2:
    """All that proves the chance of a finished match; `players` by seat (records: Fairness)."""
    turned: shapes.Turned = {}
    if match.former_id is not None:
        turned = {"turned": match.former_id}
    elif match.seats_agreed:
        turned = {"agreed": True}
    by_chair = sorted(players, key=lambda player: player.joined)
    joined: shapes.Joined = {
        "joined": [player.seat for player in by_chair if player.seat is not None],
        **turned,
    }
    nonces = [player.nonce for player in players]
    if match.fairness != VERSION:
        old: shapes.Fairness1 = {
            "commitment": match.commitment,
            "secret": own.secret,
            "nonces": nonces,
            **joined,
        }
        return old
    return {
        "version": VERSION,
        "commitments": match.commitments,
        "secrets": own.secrets,
        "hashes": [player.nonce_hash or None for player in players],
        "nonces": nonces,
        "origins": [cast("Origin", player.origin) for player in players],
        **joined,
    }
