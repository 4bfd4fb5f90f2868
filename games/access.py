"""The only road from a user to a match: who may see what, who sits where."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.utils.translation import gettext_noop as _

from config.prepared import Prepared
from games.kept import Kept
from games.models import Evening, Invitation, Match, Player
from games.services.refusals import NoSuchMatch, NotAPlayer, PrivateTable, SignInFirst

if TYPE_CHECKING:
    from accounts.models import User

SESSION_KEYS = "invited"
KEPT_MATCHES = 512
kept_players: Kept[list[Player]] = Kept("players", KEPT_MATCHES)
ANY_ID = "any"
match_by_id = Prepared(lambda any_id: Match.objects.filter(id=any_id), ANY_ID)
match_locked = Prepared(lambda any_id: Match.objects.select_for_update().filter(id=any_id), ANY_ID)
players_by_match = Prepared(
    lambda any_id: Player.objects.filter(match=any_id).select_related("user").order_by("joined"),
    ANY_ID,
)


@dataclass(frozen=True)
class Access:
    """A match as somebody came to it: everyone at it, and the chair they have there, if any."""

    match: Match
    players: list[Player]
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
    return _open(match_by_id.first(match_id), user, invited)


def open_invitation(user: Any, key: str) -> Access:
    """The match of an invitation link; whoever has the link may look; NoSuchMatch."""
    return _open(Match.objects.filter(key=key).first(), user, [key])


def lock_match(match_id: str) -> Match:
    """The match with its row locked till the end of the transaction; NoSuchMatch."""
    match = match_locked.first(match_id)
    if match is None:
        raise _no_such_match()
    return match


def lock_match_if_free(match_id: str) -> Match | None:
    """The same for the worker, who does not wait: None while somebody else holds the row."""
    return Match.objects.select_for_update(skip_locked=True).filter(id=match_id).first()


def locked_access(user: Any, match_id: str) -> Access:
    """A match with its row locked, for somebody who plays in it; SignInFirst, NotAPlayer."""
    if not user.is_authenticated:
        raise SignInFirst(_("Sign in to play."))
    match = lock_match(match_id)
    access = _access(match, user, players_of(match))
    if access.player is None:
        raise NotAPlayer(_("You have no seat at this table."))
    return access


def locked_for_bot(match_id: str, player_id: int) -> Access:
    """A match with its row locked, for one of its bots."""
    match = lock_match(match_id)
    players = players_of(match)
    return Access(match, players, next(p for p in players if p.pk == player_id), None)


def players_of(match: Match) -> list[Player]:
    """Everyone at a match, in the order of joining, each with the user and the match at hand."""
    players = players_by_match.rows(match.id)
    for player in players:
        player.match = match
    return players


def _open(match: Match | None, user: Any, invited: Collection[str]) -> Access:
    if match is None:
        raise _no_such_match()
    access = _access(match, user, _players_to_look_at(match))
    at_home = access.player is not None or match.public or match.key in invited
    if not at_home and not _asked_by_name(match, access.user) and not _gathered(match, invited):
        raise PrivateTable(_("This table is private. Ask its host for the link."))
    return access


def _asked_by_name(match: Match, person: User | None) -> bool:
    return person is not None and Invitation.objects.filter(match=match, user=person).exists()


def _gathered(match: Match, invited: Collection[str]) -> bool:
    """Whether this is a table of an evening whose link the visitor has opened."""
    evening = match.evening_id
    return evening is not None and Evening.objects.filter(pk=evening, key__in=invited).exists()


def _access(match: Match, user: Any, players: list[Player]) -> Access:
    person = user if user.is_authenticated else None
    own = (p for p in players if person is not None and p.user_id == person.pk)
    return Access(match, players, next(own, None), person)


def _players_to_look_at(match: Match) -> list[Player]:
    """Everyone at a match, not to be changed; those of a running one are kept by its number."""
    if match.status != Match.Status.RUNNING or connection.in_atomic_block:
        return players_of(match)
    players = kept_players.at(match.id, match.last_number)
    if players is None:
        players = players_of(match)
        kept_players.keep(match.id, match.last_number, players)
    return players


def _no_such_match() -> NoSuchMatch:
    return NoSuchMatch(_("There is no such table. Perhaps the link was cut short."))
