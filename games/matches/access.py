"""The only way from a user to a match: who may see what, and who sits where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from core.fastpath.statements import copy_row
from games.boards.seats import letter_of
from games.matches import hooks
from games.matches.cache import MatchCache
from games.matches.models import Match, Player
from games.matches.refusals import (
    NoSuchMatch,
    NotAPlayer,
    PrivateTable,
    SealedTable,
    SignInFirst,
)
from games.matches.viewing import Access

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

SESSION_KEYS = "invited"
DEALT = (Match.Status.RUNNING, Match.Status.FINISHED, Match.Status.ABORTED)
NO_SUCH_MATCH = _("There is no such table. Check that the link is complete.")
CACHED_MATCHES = 1024
MatchAndPlayers = tuple[Match, tuple[Player, ...]]
match_cache: MatchCache[MatchAndPlayers] = MatchCache("matches", CACHED_MATCHES)
PLAYER_COLUMNS = (
    *(field.name for field in Player._meta.concrete_fields),
    *("user__username", "user__display_name", "user__language", "user__bot_since"),
    "user__chosen_shield",
)
MATCH_COLUMNS = tuple(f"match__{field.name}" for field in Match._meta.concrete_fields)


def _players(match_id: str) -> QuerySet[Player]:
    """Select the players of a match in the order of joining, with the shown columns of users."""
    players = Player.objects.filter(match=match_id).select_related("user").only(*PLAYER_COLUMNS)
    return players.order_by("joined")


def open_match(
    user: Visitor | None, match_id: str, invited: Collection[str] = (), since: int | None = None
) -> Access:
    """Return a match for a visitor who may view it.

    Args:
        user: The visitor; None for the public.
        match_id: The id of the match.
        invited: The keys of the invitation links that this visitor has opened.
        since: The number of an event that was published to the visitor. A match that is cached at
            that number or a later one is not read again.

    Raises:
        NoSuchMatch: There is no match with this id.
        PrivateTable: The visitor may not view it.
        SealedTable: Other tables play the same cards, and the visitor does not sit at this one.
    """
    cached = None
    if since is not None:
        cached = cached_match(match_id, since)
        match_cache.count(cached is not None)
    match, players = cached or read_match(match_id)
    return _open(match, players, user, invited)


def cached_match(match_id: str, since: int) -> MatchAndPlayers | None:
    """Return a match and its players, if cached at this event number or a later one."""
    cached = match_cache.get(match_id)
    return cached[1] if cached is not None and cached[0] >= since else None


def cache_match(match: Match, players: Sequence[Player]) -> None:
    """Cache a running match as just committed, and freeze its rows."""
    if match.status == Match.Status.RUNNING:
        for row in (match, *players):
            row.freeze()
        match_cache.set_newer(match.id, match.last_number, (match, tuple(players)))


def newest_number(match_id: str) -> int:
    """Return the number of the newest event of a started match; -1 for any other."""
    waiting = (Match.Status.OPEN, Match.Status.CLOSED)
    started = Match.objects.filter(id=match_id).exclude(status__in=waiting)
    found = started.values_list("last_number", flat=True).first()
    return -1 if found is None else found


def open_invitation(user: Visitor | None, key: str) -> Access:
    """Return the match of an invitation link, whose key gives access to any visitor.

    Raises:
        NoSuchMatch: No match has this key.
        SealedTable: As in `open_match`.
    """
    match = Match.objects.filter(key=key).first()
    if match is None:
        raise NoSuchMatch(NO_SUCH_MATCH)
    return _open(match, players_of(match), user, [key])


def lock_match(match_id: str) -> Match:
    """Return a match with its row locked until the end of the transaction.

    Raises:
        NoSuchMatch: There is no match with this id.
    """
    match = Match.objects.select_for_update().filter(id=match_id).first()
    if match is None:
        raise NoSuchMatch(NO_SUCH_MATCH)
    return match


def lock_match_if_free(match_id: str) -> Match | None:
    """Return a match with its row locked; None while another transaction has the lock.

    For the worker, which does not wait.
    """
    return Match.objects.select_for_update(skip_locked=True).filter(id=match_id).first()


def require_signed_in(user: Visitor) -> User:
    """Return the user, if signed in.

    Raises:
        SignInFirst: The user is anonymous.
    """
    if not user.is_authenticated:
        raise SignInFirst(_("Sign in to play."))
    return user


class OfVisitor:
    """Base of things as one visitor may see them: a club, an event, a league."""

    visitor: Visitor

    @property
    def person(self) -> User:
        """The visitor who is signed in; raises SignInFirst."""
        return require_signed_in(self.visitor)


def seated_access(user: Visitor, match_id: str) -> Access:
    """Return a match, with its row locked, for a user who joined it.

    Raises:
        SignInFirst: The user is anonymous.
        NoSuchMatch: There is no match with this id.
        NotAPlayer: The user did not join it.
    """
    person = require_signed_in(user)
    match = lock_match(match_id)
    access = _access(match, person, players_of(match))
    require_seat(access, person)
    return access


def require_seat(access: Access, user: Visitor) -> Player:
    """Return the player of a user at a match.

    Raises:
        SignInFirst: The user is anonymous.
        NotAPlayer: The user has no seat there.
    """
    require_signed_in(user)
    if access.player is None:
        raise NotAPlayer(_("You don’t have a seat at this table."))
    return access.player


def access_to_change(match: Match, players: Sequence[Player], user: Visitor | None) -> Access:
    """Return a match for a user, with copies of its rows whose fields may be set."""
    match = copy_row(match)
    copies = [copy_row(player) for player in players]
    for player in copies:
        player.match = match
    return _access(match, user, copies)


def without_names(access: Access) -> Access:
    """Return the same match for a visitor who wants to see no names: players are named by seat."""
    copies = [copy_row(player) for player in access.players]
    for player in copies:
        assert player.seat is not None
        player.user, player.name = (
            None,
            gettext("Player {letter}").format(letter=letter_of(player.seat)),
        )
    return replace(access, players=copies, nameless=True)


def players_of(match: Match) -> list[Player]:
    """Return the players of a match in the order of joining, with user and match loaded."""
    players = list(_players(match.id))
    for player in players:
        player.match = match
    return players


def _open(
    match: Match, players: Sequence[Player], user: Visitor | None, invited: Collection[str]
) -> Access:
    access = _access(match, user, players)
    if match.sealed and match.status in DEALT and access.player is None:
        raise SealedTable(
            _("The same cards are played at other tables. Come back once all of them are over.")
        )
    allowed = access.player is not None or match.public or match.key in invited
    if not allowed and not any(may(match, access.user, invited) for may in hooks.may_view):
        raise PrivateTable(_("This table is private. Ask its host for the link."))
    return access


def _access(match: Match, user: Visitor | None, players: Sequence[Player]) -> Access:
    person = user if user is not None and user.is_authenticated else None
    own = (p for p in players if person is not None and p.user_id == person.pk)
    return Access(match, players, next(own, None), person)


def read_match(match_id: str) -> MatchAndPlayers:
    """Read a match and its players with one query, and cache it if it is running.

    Raises:
        NoSuchMatch: There is no match with this id.
    """
    with_match = _players(match_id).select_related("user", "match")
    players = list(with_match.only(*PLAYER_COLUMNS, *MATCH_COLUMNS))
    match = players[0].match if players else Match.objects.filter(id=match_id).first()
    if match is None:
        raise NoSuchMatch(NO_SUCH_MATCH)
    for player in players:
        player.match = match
    if not connection.in_atomic_block:
        cache_match(match, players)
    return match, tuple(players)
