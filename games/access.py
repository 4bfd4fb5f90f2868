"""The only road from a user to a match: who may see what, who sits where."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop as _

from games.models import Match, Player
from games.services.refusals import NoSuchMatch, NotAPlayer, PrivateTable, SignInFirst

if TYPE_CHECKING:
    from accounts.models import User

SESSION_KEYS = "invited"


@dataclass(frozen=True)
class Access:
    """A match as somebody came to it: the chair they have at it, if any."""

    match: Match
    player: Player | None
    user: User | None

    @property
    def seat(self) -> int | None:
        """The seat they decide for; None for spectators and for those who left."""
        if self.player is None or self.player.left_at is not None:
            return None
        return self.player.seat

    @property
    def seat_or_chair(self) -> int | None:
        """Like `seat`, but before the start the chair counts too."""
        if self.player is None or self.player.left_at is not None:
            return None
        return self.player.joined


def open_match(user: Any, match_id: str, invited: Collection[str] = ()) -> Access:
    """A match somebody may look at; NoSuchMatch, PrivateTable.

    `invited`: the keys of invitation links this visitor has opened.
    """
    return _access(Match.objects.filter(id=match_id), user, invited)


def open_invitation(user: Any, key: str) -> Access:
    """The match of an invitation link; whoever has the link may look; NoSuchMatch."""
    return _access(Match.objects.filter(key=key), user, [key])


def lock_match(match_id: str) -> Match:
    """The match with its row locked till the end of the transaction; NoSuchMatch."""
    match = Match.objects.select_for_update().filter(id=match_id).first()
    if match is None:
        raise _no_such_match()
    return match


def locked_player(user: Any, match_id: str) -> Player:
    """The chair of a user at a match whose row is locked; SignInFirst, NotAPlayer."""
    if not user.is_authenticated:
        raise SignInFirst(_("Sign in to play."))
    match = lock_match(match_id)
    player = match.players.filter(user=user).first()
    if player is None:
        raise NotAPlayer(_("You have no seat at this table."))
    player.match = match
    return player


def _access(matches: Any, user: Any, invited: Collection[str]) -> Access:
    match = matches.first()
    if match is None:
        raise _no_such_match()
    person = user if user.is_authenticated else None
    player = match.players.filter(user=person).first() if person is not None else None
    if player is None and not match.public and match.key not in invited:
        raise PrivateTable(_("This table is private. Ask its host for the link."))
    return Access(match, player, person)


def _no_such_match() -> NoSuchMatch:
    return NoSuchMatch(_("There is no such table. Perhaps the link was cut short."))
