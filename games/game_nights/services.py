"""Game nights: a host opens tables, and users who come by a link sit down or are seated."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User
from accounts.permissions import may_host, may_sit_down
from accounts.refusals import require
from accounts.services import audit
from accounts.services.blocks import apart_from, has_blocked
from core.monitoring.rate_limit import limit_use
from games.engine.contract import Json
from games.game_nights import hooks
from games.game_nights.models import GAME_NIGHT_NAME_LENGTH, Attendance, GameNight, GameNightTable
from games.game_nights.signals import game_night_closed
from games.lobby.services import dealing, lobby
from games.lobby.services.admission import is_kept_away, publish_table, require_admission
from games.lobby.services.lobby import TableRequest
from games.lobby.services.tickets import seats_of
from games.matches.access import lock_match, require_signed_in
from games.matches.hooks import Home
from games.matches.models import Match
from games.matches.refusals import BadTable, NoSuchGameNight, NotAllowed, NotOpen, TooMany
from games.matches.services import time_source
from games.matches.viewing import Access
from games.notifications.models import Notification
from games.notifications.services import inbox

GAME_NIGHTS_EACH = 3
"""The most game nights a host may have open at once."""
OPEN_TABLES = 20
"""The most tables of a game night that may wait at once."""
OPENED_A_DAY = 20
PEOPLE = 256
SHOWN = 20
LATEST = 5
"""Users who attended one of this many latest game nights are notified of the next."""
NOTIFIED_AGAIN = timedelta(hours=20)
"""The time after which a host's next game night is announced to them again."""


def open_game_night(host: User, name: str) -> GameNight:
    """Open a game night, and notify the users who attended the host's latest ones, once a day.

    Raises:
        NotAllowed: The user may not host.
        BadTable: The name is empty or too long, or too many game nights are open.
        TooMany: The user has opened too many game nights today.
    """
    _require_role(host)
    refusal = TooMany(_("You have opened enough game nights today. Come back tomorrow."))
    limit_use(f"game-nights-{host.pk}", OPENED_A_DAY, 24 * 3600, refusal)
    name = " ".join(name.split())
    if not name or len(name) > GAME_NIGHT_NAME_LENGTH or not name.isprintable():
        most = GAME_NIGHT_NAME_LENGTH
        raise BadTable(_("Give the game night a name of at most {most} characters."), most=most)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=host.pk)
        if host.game_nights.filter(closed_at=None).count() >= GAME_NIGHTS_EACH:
            raise BadTable(_("You have enough game nights open. End one first."))
        regulars = _regulars(host)
        game_night = GameNight.objects.create(host=host, name=name, opened_at=time_source.now())
        inbox.notify(
            regulars,
            Notification.Kind.GAME_NIGHT,
            game_night.pk,
            url=game_night.get_absolute_url(),
            actor=host,
            facts={"game_night": name},
        )
        return game_night


def open_for_event(host: User, name: str, *, rated: bool, drawn: Json) -> GameNight:
    """Open the game night of an event, for which limits and notifications of its own hold.

    Args:
        host: The user in whose name the tables are open.
        name: The title of the event.
        rated: Whether the tables of a draw are rated.
        drawn: The first choice for a draw: `DrawRequest` as data.
    """
    return GameNight.objects.create(
        host=host, name=name, rated=rated, drawn=drawn, opened_at=time_source.now()
    )


def _regulars(host: User) -> set[int]:
    """Return the ids of the users who attended one of the host's latest game nights.

    There are none for another game night on the same day, which would notify them again.
    """
    lately = time_source.now() - NOTIFIED_AGAIN
    if host.game_nights.filter(opened_at__gt=lately).exists():
        return set()
    latest = host.game_nights.exclude(closed_at=None)[:LATEST].values_list("pk", flat=True)
    people = Attendance.objects.filter(game_night__in=list(latest)).values_list("user", flat=True)
    return set(people) - apart_from(host.pk)


def latest_of(host: User) -> QuerySet[GameNight]:
    """Return the newest game nights of a host."""
    return host.game_nights.all()[:SHOWN]


def game_night_by(key: str, visitor: Visitor) -> GameNight:
    """Return the game night with the key of a link, if the visitor may enter; NoSuchGameNight."""
    game_night = GameNight.objects.select_related("host").filter(key=key).first()
    if game_night is None or not all(allows(game_night, visitor) for allows in hooks.may_enter):
        raise NoSuchGameNight(_("There is no such game night. Check that the link is complete."))
    return game_night


@transaction.atomic
def attend(user: Visitor, game_night: GameNight) -> None:
    """Mark a user as present, so that the host may give them a seat.

    Doing so again changes nothing. A user blocked by the host gets the same answer as one who comes
    too late, so the block is not revealed.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The user may not sit down, or is a bot, which no table there welcomes.
        NotOpen: The game night is over.
        BadTable: The game night is full.
    """
    user = require_signed_in(user)
    require(may_sit_down(user))
    if user.is_bot:
        raise NotAllowed(_("Game nights are for people."))
    # The row stays locked, so that simultaneous requests count each other.
    locked = GameNight.objects.select_for_update().get(pk=game_night.pk)
    if locked.closed_at is not None:
        raise NotOpen(_("This game night is over."))
    if locked.attendances.filter(user=user).exists():
        return
    unwanted = locked.host is not None and has_blocked(locked.host, user)
    if unwanted or locked.attendances.count() >= PEOPLE:
        raise BadTable(_("This game night is full."))
    for check in hooks.before_attending:
        check(locked, user)
    Attendance.objects.create(game_night=locked, user=user, at=time_source.now())


def leave(user: Visitor, game_night: GameNight) -> None:
    """Mark a user as absent; they keep their seats."""
    game_night.attendances.filter(user_id=pk_of(user)).delete()


@transaction.atomic
def create_tables(
    host: Visitor, game_night: GameNight, request: TableRequest, count: int
) -> list[Match]:
    """Open `count` equal tables without players.

    Raises:
        NotAllowed: The user is not the game night's host.
        NotOpen: The game night is over.
        BadTable: Too many tables of the game night would wait.
        Refusal: `create_table` declines the request.
    """
    game_night = hosted(host, game_night)
    waiting = game_night.tables.filter(match__status=Match.Status.OPEN).count()
    if not 1 <= count <= OPEN_TABLES - waiting:
        raise BadTable(
            _("At most {most} tables of a game night can wait for players at once."),
            most=OPEN_TABLES,
        )
    matches = []
    for _table in range(count):
        match = lobby.create_table(request, host=game_night.host, for_guests=True)
        GameNightTable.objects.create(match=match, game_night=game_night)
        publish_table(match)
        matches.append(match)
    return matches


@transaction.atomic
def seat(host: Visitor, game_night: GameNight, match_id: str, username: str) -> Match:
    """Give a user who attends a seat at an unrated table; the last seat starts the match.

    Raises:
        NotAllowed: The user is not the host, the player may not sit at this table, or it is rated:
            only players themselves decide to risk their rating.
        NotOpen: The game night is over, or the table no longer waits for players.
        BadTable: The table is not of this game night, or the player has left the game night, or
            has another live seat.
    """
    match = _open_table(hosted(host, game_night), match_id)
    if match.rated:
        raise NotAllowed(_("Players sit down at rated tables themselves. Ask them to."))
    there = game_night.attendances.select_related("user").filter(user__username=username).first()
    if there is None:
        raise BadTable(_("This player is no longer here."))
    if not match.players.filter(user=there.user).exists():
        if is_kept_away(there.user, match):
            raise NotAllowed(_("This player can’t sit down at this table."))
        live = seats_of(there.user).filter(match__pace=Match.Pace.LIVE)
        if match.pace == Match.Pace.LIVE and live.exists():
            # Players themselves may take two such seats, if they are sure.
            raise BadTable(_("This player still has a seat at another live table."))
        require_admission(there.user, match)
        lobby.sit_down(match, there.user, "")
        dealing.start_if_full(match)
    return match


@transaction.atomic
def put_out(host: Visitor, game_night: GameNight, match_id: str, username: str) -> None:
    """Remove a player from a table that has not started, and write that into the audit log.

    A full table is closed instead: the next player would know the nonces of the others. If the host
    sits there, that counts as calling the match off.
    """
    game_night = hosted(host, game_night)
    match = _open_table(game_night, match_id)
    player = match.players.select_related("user").filter(user__username=username).first()
    if player is None:
        raise BadTable(_("This seat is empty."))
    subject = f"match {match.id}"
    audit.log(
        require_signed_in(host),
        "host-put-out",
        about=player.user,
        subject=subject,
        why=game_night.name,
    )
    if match.reveal_by is not None:
        lobby.take_down(_owner(game_night), match.id)
        return
    player.delete()
    publish_table(match)


@transaction.atomic
def fill(host: Visitor, game_night: GameNight, match_id: str) -> Match:
    """Give the free seats to bots, which starts the match; BadTable if no user sits there."""
    night = hosted(host, game_night)
    match = _open_table(night, match_id)
    if not match.players.exclude(user=None).exists():
        raise BadTable(_("All seats are still free."))
    return lobby.fill_with_bots(_owner(night), match.id, "normal")


@transaction.atomic
def take_down(host: Visitor, game_night: GameNight, match_id: str) -> None:
    """Close a table that has not started."""
    night = hosted(host, game_night)
    match = _open_table(night, match_id)
    lobby.take_down(_owner(night), match.id)


@transaction.atomic
def close(host: Visitor, game_night: GameNight) -> None:
    """End the game night: close its waiting tables and let running matches go on."""
    game_night = hosted(host, game_night)
    _close(game_night, _owner(game_night))


def close_finished(game_night: GameNight) -> None:
    """End a game night whose time is over, in the name of its host."""
    with transaction.atomic():
        locked = GameNight.objects.select_for_update().get(pk=game_night.pk)
        if locked.closed_at is None:
            _close(locked, _owner(locked))


def is_host(user: User, game_night: GameNight) -> bool:
    """Return whether a user runs a game night: as its host, or in the host's place."""
    if game_night.host_id == user.pk:
        return True
    if game_night.host_id is None:
        return False
    return any(agrees(game_night, user) for agrees in hooks.co_hosts)


def close_abandoned() -> int:
    """End the game nights of hosts who may no longer host; return how many."""
    open_nights = GameNight.objects.filter(closed_at=None).exclude(host=None)
    hosts = {night.host for night in open_nights.select_related("host") if night.host}
    barred = [host for host in hosts if not may_host(host)]
    for host in barred:
        close_all(host)
    return len(barred)


def close_all(host: User) -> None:
    """End all game nights of a user who may no longer host."""
    for game_night in host.game_nights.filter(closed_at=None):
        with transaction.atomic():
            _close(GameNight.objects.select_for_update().get(pk=game_night.pk), host)


def is_impartial_host_of(user: Visitor, match: Match) -> bool:
    """Return whether the table belongs to a game night of this user, who does not play there."""
    if match.public or match.host_id is None or not user.is_authenticated:
        return False
    if match.players.filter(user=user.pk).exists():
        return False
    table = GameNightTable.objects.select_related("game_night").filter(match=match).first()
    return table is not None and is_host(user, table.game_night) and bool(may_host(user))


def has_opened_link(match: Match, user: User | None, opened: Collection[str]) -> bool:
    """Return whether the table belongs to a game night whose link the visitor has opened."""
    table = GameNightTable.objects.filter(match=match, game_night__key__in=opened)
    return bool(opened) and table.exists()


def given_seats() -> Q:
    """Return a filter of players at tables where the host seats users: those that are not rated."""
    return Q(match__game_night_table__isnull=False, match__rated=False)


def home_of(access: Access) -> Home | None:
    """Return the game night of a match, for its players who have the game night's link."""
    if access.player is None or access.user is None:
        return None
    here = Q(attendances__user=access.user) | Q(host=access.user)
    night = GameNight.objects.filter(here, tables__match=access.match).first()
    if night is None:
        return None
    return Home(night.name, night.get_absolute_url(), emblem="tavola", rematches=True)


def _owner(game_night: GameNight) -> User:
    """Return the user in whose name the tables are open: the host, also if another one acts."""
    assert game_night.host is not None, "a game night without a host is closed"
    return game_night.host


def _close(game_night: GameNight, host: Visitor) -> None:
    game_night.closed_at = time_source.now()
    game_night.save(update_fields=["closed_at"])
    game_night_closed.send(GameNight, game_night=game_night)
    waiting = Match.objects.filter(
        game_night_table__game_night=game_night, status=Match.Status.OPEN
    )
    for match_id in waiting.order_by("pk").values_list("pk", flat=True):
        with suppress(NotOpen):  # It has just started.
            lobby.take_down(host, match_id)


def _require_role(host: Visitor) -> User:
    person = require_signed_in(host)
    require(may_host(person))
    return person


def hosted(host: Visitor, game_night: GameNight) -> GameNight:
    """Lock and return an open game night for its host, or a user who acts as its host.

    Raises:
        NotAllowed: The user may not.
        NotOpen: The game night is over.
    """
    person = _require_role(host)
    locked = (
        GameNight.objects.select_for_update(of=("self",))
        .select_related("host")
        .get(pk=game_night.pk)
    )
    if not is_host(person, locked):
        raise NotAllowed(_("Only the host of this game night can do that."))
    if locked.closed_at is not None:
        raise NotOpen(_("This game night is over."))
    if locked.host_id == person.pk:
        locked.host = person
    return locked


def _open_table(game_night: GameNight, match_id: str) -> Match:
    match = lock_match(match_id)
    if not game_night.tables.filter(match=match).exists():
        raise BadTable(_("This table isn’t part of this game night."))
    if match.status != Match.Status.OPEN:
        raise NotOpen(_("This table isn’t waiting for players any more."))
    return match
