"""Evenings: a host creates tables, people come by a link and are seated, or sit down."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User
from accounts.permissions import may_host, may_sit_down
from accounts.refusals import require
from accounts.services import audit
from accounts.services.blocks import apart_from
from games.evenings.models import EVENING_NAME_LENGTH, Attendance, Evening
from games.lobby.services import dealing, lobby
from games.lobby.services.admission import announce_table, require_admission, seated_at
from games.lobby.services.lobby import TableRequest
from games.matches.access import lock_match, require_signed_in
from games.matches.models import Match
from games.matches.refusals import BadTable, NoSuchEvening, NotAllowed, NotOpen
from games.matches.services import time_source
from games.notifications.models import Notification
from games.notifications.services import inbox

EVENINGS_EACH = 3
"""The most evenings a host may have open at once."""
OPEN_TABLES = 20
"""The most tables of an evening that may wait at once."""
PEOPLE = 200
SHOWN = 20
LATEST = 5
"""Who came to one of so many latest evenings is told of the next."""


def open_evening(host: User, name: str) -> Evening:
    """Open an evening, and notify those who came to the last ones; for hosts.

    NotAllowed, BadTable.
    """
    _require_role(host)
    name = " ".join(name.split())
    if not name or len(name) > EVENING_NAME_LENGTH or not name.isprintable():
        most = EVENING_NAME_LENGTH
        raise BadTable(_("Give the evening a name of at most {most} letters."), most=most)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=host.pk)
        if host.evenings.filter(closed_at=None).count() >= EVENINGS_EACH:
            raise BadTable(_("You have enough evenings open. Close one first."))
        evening = Evening.objects.create(host=host, name=name)
        inbox.notify(
            _regulars(host),
            Notification.Kind.EVENING,
            evening.pk,
            url=evening.get_absolute_url(),
            actor=host,
            facts={"evening": name},
        )
        return evening


def _regulars(host: User) -> set[int]:
    """Who came to one of the latest evenings of this host: they hear of the next."""
    latest = host.evenings.exclude(closed_at=None)[:LATEST].values_list("pk", flat=True)
    people = Attendance.objects.filter(evening__in=list(latest)).values_list("user", flat=True)
    return set(people) - apart_from(host.pk)


def latest_of(host: User) -> QuerySet[Evening]:
    """The newest evenings of a host."""
    return host.evenings.all()[:SHOWN]


def evening_by(key: str) -> Evening:
    """The evening of a link; NoSuchEvening."""
    evening = Evening.objects.select_related("host").filter(key=key).first()
    if evening is None:
        raise NoSuchEvening(_("There is no such evening. Perhaps the link was cut short."))
    return evening


def attend(user: Visitor, evening: Evening) -> None:
    """Mark somebody as present, who may then be given a seat; SignInFirst, NotOpen, BadTable."""
    user = require_signed_in(user)
    require(may_sit_down(user))
    if evening.closed_at is not None:
        raise NotOpen(_("This evening is over."))
    if evening.attendances.count() >= PEOPLE:
        raise BadTable(_("This evening is full."))
    Attendance.objects.get_or_create(evening=evening, user=user)


def leave(user: Visitor, evening: Evening) -> None:
    """Mark somebody as absent; the seats they have stay theirs."""
    evening.attendances.filter(user_id=pk_of(user)).delete()


@transaction.atomic
def create_tables(
    host: Visitor, evening: Evening, request: TableRequest, count: int
) -> list[Match]:
    """Open equal tables without players; BadTable and the refusals of `create_table`."""
    evening = _hosted(host, evening)
    waiting = evening.matches.filter(status=Match.Status.OPEN).count()
    if not 1 <= count <= OPEN_TABLES - waiting:
        raise BadTable(_("At most {most} tables of an evening wait at once."), most=OPEN_TABLES)
    matches = []
    for _table in range(count):
        match = lobby.create_table(request, host=evening.host)
        match.evening = evening
        match.save(update_fields=["evening"])
        announce_table(match)
        matches.append(match)
    return matches


@transaction.atomic
def seat(host: Visitor, evening: Evening, match_id: str, username: str) -> Match:
    """Give somebody who is there a chair; the last one starts the match. NotAllowed, NotOpen."""
    match = _open_table(_hosted(host, evening), match_id)
    there = evening.attendances.select_related("user").filter(user__username=username).first()
    if there is None:
        raise BadTable(_("They are not here any more."))
    if not match.players.filter(user=there.user).exists():
        if apart_from(there.user.pk, seated_at(match)):
            raise NotAllowed(_("They cannot sit down at this table."))
        require_admission(there.user, match)
        lobby.sit_down(match, there.user, "")
        dealing.start_if_full(match)
    return match


@transaction.atomic
def put_out(host: Visitor, evening: Evening, match_id: str, username: str) -> None:
    """Take somebody's chair at a table that has not started, and write it into the audit log.

    A full table is closed: whoever came next would know the nonces of the others.
    """
    evening = _hosted(host, evening)
    match = _open_table(evening, match_id)
    player = match.players.select_related("user").filter(user__username=username).first()
    if player is None:
        raise BadTable(_("Nobody sits there."))
    subject = f"match {match.id}"
    audit.log(evening.host, "host-put-out", about=player.user, subject=subject, why=evening.name)
    if match.reveal_by is not None:
        dealing.close_open(match)
        return
    player.delete()
    announce_table(match)


@transaction.atomic
def fill(host: Visitor, evening: Evening, match_id: str) -> Match:
    """Give the free chairs to bots, which starts the match; refused if nobody sits there."""
    match = _open_table(_hosted(host, evening), match_id)
    if not match.players.exclude(user=None).exists():
        raise BadTable(_("Nobody sits there yet."))
    return lobby.fill_with_bots(host, match.id, "normal")


@transaction.atomic
def take_down(host: Visitor, evening: Evening, match_id: str) -> None:
    """Close a table that has not started."""
    match = _open_table(_hosted(host, evening), match_id)
    lobby.take_down(host, match.id)


@transaction.atomic
def close(host: Visitor, evening: Evening) -> None:
    """End the evening: waiting tables are closed, running matches go on."""
    _close(_hosted(host, evening))


def close_all(host: User) -> None:
    """End all evenings of somebody who may no longer host."""
    for evening in host.evenings.filter(closed_at=None):
        with transaction.atomic():
            _close(Evening.objects.select_for_update().get(pk=evening.pk))


def is_host_of(user: Visitor, match: Match) -> bool:
    """Whether this is a table of an evening they host, and they still may."""
    return match.evening_id is not None and match.host_id == user.pk and bool(may_host(user))


def has_opened_link(match: Match, user: User | None, opened: Collection[str]) -> bool:
    """Whether this is a table of an evening whose link the visitor has opened."""
    evening = match.evening_id
    return evening is not None and Evening.objects.filter(pk=evening, key__in=opened).exists()


def _close(evening: Evening) -> None:
    evening.closed_at = time_source.now()
    evening.save(update_fields=["closed_at"])
    waiting = evening.matches.filter(status=Match.Status.OPEN).order_by("pk")
    for match in waiting.select_for_update():
        dealing.close_open(match)


def _require_role(host: Visitor) -> User:
    person = require_signed_in(host)
    require(may_host(person))
    return person


def _hosted(host: Visitor, evening: Evening) -> Evening:
    """An open evening of this host, its row locked; NotAllowed, NotOpen."""
    person = _require_role(host)
    locked = Evening.objects.select_for_update().get(pk=evening.pk)
    if locked.host_id != person.pk:
        raise NotAllowed(_("Only the host of this evening can do that."))
    if locked.closed_at is not None:
        raise NotOpen(_("This evening is over."))
    locked.host = person
    return locked


def _open_table(evening: Evening, match_id: str) -> Match:
    match = lock_match(match_id)
    if match.evening_id != evening.pk:
        raise BadTable(_("This table is not one of this evening."))
    if match.status != Match.Status.OPEN:
        raise NotOpen(_("This table waits for nobody any more."))
    return match
