"""A rematch as those who played see it on the finished table."""

from __future__ import annotations

from dataclasses import dataclass

from games.lobby.services.rematch import offered_for
from games.matches.access import Access
from games.matches.models import Match


@dataclass(frozen=True)
class Rematch:
    """What one may do towards a rematch: offer it, join the one that is offered, go there."""

    match: Match | None = None
    host: str = ""
    mine: bool = False
    refused: bool = False
    missing: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        return self.match is not None and self.match.status == Match.Status.OPEN


def rematch_for(access: Access) -> Rematch | None:
    """What a visitor may know of a rematch; None for those who did not play."""
    match, player = access.match, access.player
    if match.status != Match.Status.FINISHED or player is None:
        return None
    offered = offered_for(match)
    if offered is None:
        return Rematch()
    seated = {p.user_id for p in offered.players.all() if p.user_id is not None}
    declined = set(offered.invitations.exclude(declined_at=None).values_list("user_id", flat=True))
    others = [p for p in access.players if p.user_id is not None and p.user_id not in seated]
    return Rematch(
        match=offered,
        host=next((p.name for p in access.players if p.user_id == offered.host_id), ""),
        mine=player.user_id in seated,
        refused=player.user_id in declined,
        missing=tuple(p.name for p in others if p.user_id not in declined),
        declined=tuple(p.name for p in others if p.user_id in declined),
    )
