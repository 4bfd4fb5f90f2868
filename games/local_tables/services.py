"""Tables on one device: opening them, playing for their people, ending and deleting them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import may_open_table
from accounts.refusals import require
from accounts.services.lookalikes import skeleton_of
from accounts.services.names import clean_display_name
from games.engine.bots import ANY
from games.lobby.services import dealing, limits, lobby
from games.lobby.services.lobby import TableRequest
from games.local_tables.models import LocalTable
from games.matches.access import NO_SUCH_MATCH, lock_match, open_match
from games.matches.models import Match, Player
from games.matches.refusals import BadTable, NoSuchMatch, NotAPlayer, NotOver, NotRunning, TooMany
from games.matches.services import time_source
from games.matches.services.append import Change
from games.matches.services.commands import PlayersCommand
from games.matches.services.event_store import match_state
from games.matches.services.execute import Command, Table, execute
from games.matches.viewing import Access
from games.titles.registry import game_of

if TYPE_CHECKING:
    from accounts.http import Visitor

NAME_MOST = 20
RUNNING_EACH, RUNNING_OF_GUEST = 3, 1
"""The most running local tables of a user, or of a guest account."""
KEPT = timedelta(days=30)
"""How long a local table is stored after its end, or after its last move."""


@dataclass(frozen=True)
class LocalRequest:
    """The table that a host wants: the people's names, and the level of each bot."""

    game: str
    names: tuple[str, ...]
    bots: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Seat:
    """A person with a name, or a bot of a level."""

    name: str = ""
    bot: str = ""
    character: str = ANY


@dataclass(frozen=True)
class LocalAccess:
    """A local table for its host; `access` is what everyone around the device may see."""

    table: LocalTable
    access: Access

    @property
    def people(self) -> list[Player]:
        """The people who still play, by seat."""
        playing = (one for one in self.access.players if one.person and one.left_at is None)
        return sorted(playing, key=lambda player: player.seat or 0)

    def as_seen_by(self, player: Player) -> Access:
        """Return the match as one of the people may see it."""
        return replace(self.access, player=player)


@dataclass(frozen=True)
class ForPerson(Command):
    """A command of one of the people, sent by the host's device.

    The rows of a local table are read from the store, since the match may be deleted at any time.
    """

    needs_store: ClassVar[bool] = True
    player_id: int
    command: PlayersCommand

    @property
    def visitor(self) -> Visitor:
        return self.command.user

    def judge(self, table: Table) -> Change | None:
        access = table.access
        player = next((one for one in access.players if one.pk == self.player_id), None)
        host = access.user is not None and access.match.host_id == access.user.pk
        if player is None or not host or player.user_id is not None or player.bot:
            raise NotAPlayer(_("You don’t have a seat at this table."))
        return self.command.judge(Table(replace(access, player=player), table.state))


def open_table(host: User, request: LocalRequest) -> Match:
    """Open a table on one device; it starts at once.

    Raises:
        BadTable: The names, their number or the bots don't fit the game.
        TooMany: The host has enough running tables, or opened many lately.
        NotAllowed: The host may not open a table.
    """
    require(may_open_table(host))
    names = clean_names(request.names)
    lobby.require_levels(request.game, len(names) + len(request.bots), request.bots)
    bots = [_Seat(bot=level) for level in request.bots]
    return _open(host, request.game, [*map(_Seat, names), *bots])


def clean_names(given: Sequence[str]) -> list[str]:
    """Return the names of the people as they are stored.

    Raises:
        BadTable: There are fewer than two, or two that look alike, or one is impossible.
    """
    names = []
    for one in given:
        try:
            names.append(clean_display_name(one, NAME_MOST))
        except ValidationError as error:
            raise BadTable(_("“{name}”: {why}"), name=one, why=" ".join(error.messages)) from None
    names = [name for name in names if name]
    if len(names) < 2:
        raise BadTable(_("Name at least two people."))
    if len(set(map(skeleton_of, names))) < len(names):
        raise BadTable(_("Two names look alike. Give everyone a name of their own."))
    return names


@transaction.atomic
def play_again(host: User, match_id: str) -> Match:
    """Open a table for the same people and bots with the seats turned by one, and return it.

    Doing so again returns the same table.

    Raises:
        NoSuchMatch: The host has no such local table.
        NotOver: Its match is not over.
        Refusal: As `open_table`.
    """
    lock_match(match_id)
    former = open_local(host, match_id).access
    if former.match.status != Match.Status.FINISHED:
        raise NotOver(_("You can play again once the match is over."))
    offered = former.match.rematches.first()
    if offered is not None:
        return offered
    require(may_open_table(host))
    players = sorted(former.players, key=lambda player: player.seat or 0)
    seats = [_Seat(one.name, one.bot, one.character) for one in players]
    return _open(host, former.match.game, seats, former.match)


def _open(host: User, game: str, seats: Sequence[_Seat], former: Match | None = None) -> Match:
    numbers = game_of(game).seats
    if len(seats) not in numbers:
        words = _("This game is for {least} to {most} players.")
        raise BadTable(words, least=numbers[0], most=numbers[-1])
    with transaction.atomic():
        limits.require_may_open(host)
        running = LocalTable.objects.filter(host=host, match__status=Match.Status.RUNNING).count()
        if running >= (RUNNING_OF_GUEST if host.is_guest else RUNNING_EACH):
            raise TooMany(_("You have enough games on this device. Finish one, or put it away."))
        match = lobby.create_table(
            TableRequest(game, len(seats), public=False), host=host, former=former
        )
        LocalTable.objects.create(match=match, host=host)
        # People first: the name of a bot is none of theirs.
        for number, seat in sorted(enumerate(seats), key=lambda one: bool(one[1].bot)):
            if seat.bot:
                lobby.seat_bot(match, seat.bot, number, character=seat.character)
            else:
                Player.objects.create(match=match, name=seat.name, joined=number)
        dealing.start_if_full(match)
        return match


def open_local(user: Visitor, match_id: str) -> LocalAccess:
    """Return a local table for its host.

    Raises:
        NoSuchMatch: The user has no such local table.
    """
    own = LocalTable.objects.filter(match=match_id, host=user.pk if user.is_authenticated else None)
    table = own.first()
    if table is None:
        raise NoSuchMatch(NO_SUCH_MATCH)
    return LocalAccess(table, open_match(user, match_id))


def may_view(match: Match, user: User | None, invited: object) -> bool:
    """Return whether a match is a local table of this user."""
    if user is None or match.host_id != user.pk:
        return False
    return LocalTable.objects.filter(match=match, host=user).exists()


def act(player: Player, command: PlayersCommand) -> Access:
    """Carry out a command for one of the people, and return the match as that person sees it.

    Raises:
        Refusal: The command is refused, and nothing is written.
    """
    access = execute(ForPerson(command.match_id, player.pk, command)).access
    own = next(one for one in access.players if one.pk == player.pk)
    return replace(access, player=own)


def note_holder(local: LocalAccess, seat: int) -> None:
    """Note that a person had the device, while the rules keep secret who is asked."""
    table = local.table
    silent = match_state(local.access.match).position.silence is not None
    had_it = sorted({*table.had_it, seat}) if silent else []
    if had_it != table.had_it:
        table.had_it = had_it
        LocalTable.objects.filter(pk=table.pk).update(had_it=had_it)


@transaction.atomic
def put_away(host: User, match_id: str) -> None:
    """End a running local table: delete its match with all that belongs to it.

    Raises:
        NoSuchMatch: The host has no such local table.
        NotRunning: Its match is over.
    """
    match = lock_match(match_id)
    open_local(host, match_id)
    if match.status != Match.Status.RUNNING:
        raise NotRunning(_("This match is not running."))
    match.delete()


def delete_all(host: User) -> None:
    """Delete all local tables of a user, rematches before the matches they follow."""
    for match in Match.objects.filter(local_table__host=host).order_by("-opened_at"):
        match.delete()


def expired() -> QuerySet[Match]:
    """Return the matches of local tables that were stored long enough; first the last rematch."""
    past = time_source.now() - KEPT
    over = Q(ended_at__lt=past) | Q(ended_at=None, last_public_event_at__lt=past)
    return Match.objects.filter(over, local_table__isnull=False, rematches=None)
