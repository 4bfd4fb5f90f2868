"""The only road from a user to a match: who may see what, who sits where."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.utils.translation import gettext_noop as _

from fastpath.statements import Prepared
from games.matches.cache import VersionedCache
from games.matches.extras import extras
from games.matches.models import Match, Player
from games.matches.refusals import NoSuchMatch, NotAPlayer, PrivateTable, SignInFirst

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

SESSION_KEYS = "invited"
KEPT_MATCHES = 512
Table = tuple[Match, list[Player]]
match_cache: VersionedCache[Table] = VersionedCache("matches", KEPT_MATCHES)
ANY_ID = "any"
match_by_id = Prepared(lambda any_id: Match.objects.filter(id=any_id), ANY_ID)
match_locked = Prepared(lambda any_id: Match.objects.select_for_update().filter(id=any_id), ANY_ID)
OF_PLAYERS = [field.name for field in Player._meta.concrete_fields]
OF_THEIR_USERS = [f"user__{name}" for name in ("username", "display_name", "language")]
OF_THE_MATCH = [f"match__{field.name}" for field in Match._meta.concrete_fields]
players_by_match = Prepared(
    lambda any_id: (
        Player.objects.filter(match=any_id)
        .select_related("user")
        .only(*OF_PLAYERS, *OF_THEIR_USERS)
        .order_by("joined")
    ),
    ANY_ID,
)
players_with_match = Prepared(
    lambda any_id: (
        Player.objects.filter(match=any_id)
        .select_related("user", "match")
        .only(*OF_PLAYERS, *OF_THEIR_USERS, *OF_THE_MATCH)
        .order_by("joined")
    ),
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


def open_match(
    user: Any, match_id: str, invited: Collection[str] = (), since: int | None = None
) -> Access:
    """A match somebody may look at; NoSuchMatch, PrivateTable.

    `invited`: the keys of invitation links this visitor has opened. `since`: the number of an event
    they have been told of; a match kept as it stood then, or later, is not read again.
    """
    kept = None
    if since is not None:
        kept = _at_hand(match_id, since)
        match_cache.tally(kept is not None)
    match, players = kept or _table(match_id)
    return _open(match, players, user, invited)


def is_at_hand(match_id: str, since: int) -> bool:
    """Whether a match is kept as it stood at this number, or later."""
    return _at_hand(match_id, since) is not None


def cache_match(match: Match, players: list[Player]) -> None:
    """Keep a running match as it was just committed; neither is to be changed any more."""
    if match.status == Match.Status.RUNNING:
        match_cache.keep(match.id, match.last_number, (match, players))


def open_invitation(user: Any, key: str) -> Access:
    """The match of an invitation link; whoever has the link may look; NoSuchMatch."""
    match = Match.objects.filter(key=key).first()
    if match is None:
        raise _no_such_match()
    return _open(match, players_of(match), user, [key])


def lock_match(match_id: str) -> Match:
    """The match with its row locked till the end of the transaction; NoSuchMatch."""
    match = match_locked.first(match_id)
    if match is None:
        raise _no_such_match()
    return match


def lock_match_if_free(match_id: str) -> Match | None:
    """The same for the worker, who does not wait: None while somebody else holds the row."""
    return Match.objects.select_for_update(skip_locked=True).filter(id=match_id).first()


def require_signed_in(user: Visitor) -> User:
    """That somebody is signed in who wants to play; SignInFirst."""
    if not user.is_authenticated:
        raise SignInFirst(_("Sign in to play."))
    return user


def locked_access(user: Any, match_id: str) -> Access:
    """A match with its row locked, for somebody who plays in it; SignInFirst, NotAPlayer."""
    require_signed_in(user)
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


def _open(match: Match, players: list[Player], user: Any, invited: Collection[str]) -> Access:
    access = _access(match, user, players)
    at_home = access.player is not None or match.public or match.key in invited
    if not at_home and not any(may(match, access.user, invited) for may in extras.may_look):
        raise PrivateTable(_("This table is private. Ask its host for the link."))
    return access


def _access(match: Match, user: Any, players: list[Player]) -> Access:
    person = user if user.is_authenticated else None
    own = (p for p in players if person is not None and p.user_id == person.pk)
    return Access(match, players, next(own, None), person)


def _at_hand(match_id: str, since: int) -> Table | None:
    known = match_cache.newest(match_id)
    return known[1] if known is not None and known[0] >= since else None


def _table(match_id: str) -> Table:
    """A match with everyone at it, read at one moment; that of a running one is kept."""
    players = players_with_match.rows(match_id)
    match = players[0].match if players else match_by_id.first(match_id)
    if match is None:
        raise _no_such_match()
    for player in players:
        player.match = match
    if not connection.in_atomic_block:
        cache_match(match, players)
    return match, players


def _no_such_match() -> NoSuchMatch:
    return NoSuchMatch(_("There is no such table. Perhaps the link was cut short."))
