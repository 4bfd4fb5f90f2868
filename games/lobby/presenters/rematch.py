"""A rematch as one of its former players sees it."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.permissions import may_be_met, may_sit_down
from accounts.services.guests import name_in_words
from games.lobby.presenters.often import often_words
from games.lobby.services.rematch import is_first_side, is_without_player, offered_for
from games.matches import hooks
from games.matches.models import Match
from games.matches.viewing import Access


@dataclass(frozen=True)
class Rematch:
    """A rematch for one of the former players: none yet, open, or started.

    `missing`, `declined`: the names of the others who have not come yet, or declined.
    """

    match: Match | None = None
    host: str = ""
    mine: bool = False
    refused: bool = False
    missing: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    barred: str = ""
    """The reason why the viewer may not sit down anywhere, or ""."""
    impossible: bool = False
    """Whether another player deleted the account or is banned."""
    with_people: bool = False
    """Whether another former player still has an account, and can be challenged."""
    often: str = ""
    """A sentence if the rematch would not count for ratings, or ""."""
    other_side: bool = False
    """Whether it has the same cards (decision 58)."""

    @property
    def open(self) -> bool:
        return self.match is not None and self.match.status == Match.Status.OPEN


def rematch_for(access: Access) -> Rematch | None:
    """Return the rematch of a finished match; None for a viewer who did not play.

    A match that is a part of something, such as a tournament, has none.
    """
    match, player = access.match, access.player
    if match.status != Match.Status.FINISHED or player is None:
        return None
    home = hooks.home_of(access)
    if home is not None and not home.rematches:
        return None
    offered = offered_for(match)
    barred = "" if access.user is None else may_sit_down(access.user).reason
    opponents = [p for p in access.players if p is not player]
    others_by_id = {p.user_id: name_in_words(p.name) for p in opponents if p.user_id}
    often = often_words(access.user, others_by_id) if match.rated and access.user else ""
    other_side = is_first_side(match)
    if offered is None:
        return Rematch(
            barred=barred,
            impossible=is_without_player(opponents),
            with_people=any(
                p.user is not None and p.user.is_active and may_be_met(p.user) for p in opponents
            ),
            often=often,
            other_side=other_side,
        )
    seated = {p.user_id for p in offered.players.all() if p.user_id is not None}
    declined = set(offered.invitations.exclude(declined_at=None).values_list("user_id", flat=True))
    others = [p for p in access.players if p.user_id is not None and p.user_id not in seated]
    return Rematch(
        match=offered,
        host=next(
            (name_in_words(p.name) for p in access.players if p.user_id == offered.host_id), ""
        ),
        mine=player.user_id in seated,
        refused=player.user_id in declined,
        missing=tuple(name_in_words(p.name) for p in others if p.user_id not in declined),
        declined=tuple(name_in_words(p.name) for p in others if p.user_id in declined),
        barred=barred,
        often=often,
        other_side=other_side,
    )
