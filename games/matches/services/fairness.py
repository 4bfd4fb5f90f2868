"""The published facts about a match's seed: the public ones before the end, the proof after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from games.engine import shapes
from games.engine.fairness import VERSION, WITHOUT_TRANSCRIPT
from games.matches.models import Match, MatchSecret, Player

if TYPE_CHECKING:
    from games.engine.fairness import Origin


@dataclass(frozen=True)
class PlayerNonce:
    """The public facts about one player's part of the seed.

    `nonce` is "" before the deal; one that is derived from the site's secrets is "" until the end.
    """

    name: str
    salt: str
    bot: bool
    seat: int | None
    hash: str
    nonce: str
    origin: str


@dataclass(frozen=True)
class Published:
    """The public facts about a match's seed; `players` in the order in which they sat down.

    `transcript` is "" until every seat is taken, and before version 3.
    """

    version: int
    transcript: str
    commitments: tuple[str, ...]
    players: tuple[PlayerNonce, ...]
    kept: str | None = None
    """The called-off match whose draw is used, with its commitments and hashes."""


def published_of(match: Match, players: Sequence[Player]) -> Published:
    """Return commitments, hashes and revealed nonces; before the end none that secrets determine.

    A revealed nonce is not shown before all others are revealed.
    """
    over = match.revealed
    dealt = match.status not in (Match.Status.OPEN, Match.Status.CLOSED)
    shown = {Player.Origin.REVEALED} if dealt else set()
    nonces = tuple(
        PlayerNonce(
            name=player.name,
            salt=player.salt,
            bot=bool(player.bot) and player.left_at is None,
            seat=player.seat,
            hash=player.nonce_hash,
            nonce=player.nonce if over or player.origin in shown else "",
            origin=player.origin if dealt else "",
        )
        for player in sorted(players, key=lambda player: player.joined)
    )
    version = match.fairness
    commitments = (match.commitment,) if version == 1 else (*match.commitments,)
    return Published(version, match.transcript, commitments, nonces, match.draw_of_id)


def proof_of(
    match: Match, players: Sequence[Player], own: MatchSecret
) -> shapes.Fairness1 | shapes.Fairness2 | shapes.Fairness3:
    """Return the proof of a finished match's seed; `players` by seat (records: Fairness)."""
    in_order = sorted(players, key=lambda player: player.joined)
    seats = [player.seat for player in in_order if player.seat is not None]
    kept: shapes.Kept = {} if match.draw_of_id is None else {"kept": match.draw_of_id}
    if match.fairness == VERSION:
        return {
            "version": VERSION,
            "transcript": match.transcript,
            "joined": seats,
            "secrets": own.secrets,
            "nonces": [player.nonce for player in in_order],
            "origins": [cast("Origin", player.origin) for player in in_order],
            "salts": [player.salt or None for player in in_order],
            **kept,
        }
    turned: shapes.Turned = {}
    if match.former_id is not None:
        turned = {"turned": match.former_id}
    elif match.seats_agreed:
        turned = {"agreed": True}
    joined: shapes.Joined = {"joined": seats, **turned}
    nonces = [player.nonce for player in players]
    if match.fairness == 1:
        return {"commitment": match.commitment, "secret": own.secret, "nonces": nonces, **joined}
    return {
        "version": WITHOUT_TRANSCRIPT,
        "commitments": match.commitments,
        "secrets": own.secrets,
        "hashes": [player.nonce_hash or None for player in players],
        "nonces": nonces,
        "origins": [cast("Origin", player.origin) for player in players],
        **joined,
        **kept,
    }
