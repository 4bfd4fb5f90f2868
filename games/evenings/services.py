"""Evenings: a host lays tables, people gather by the link and are seated, or sit down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User as Account
from accounts.permissions import may_host, may_sit_down
from accounts.refusals import require
from accounts.services import audit
from games.evenings.models import EVENING_NAME_LENGTH, Attendance, Evening
from games.lobby.services import lobby
from games.lobby.services.admission import require_admission
from games.matches.access import lock_match, require_signed_in
from games.matches.models import Match
from games.matches.refusals import (
    BadTable,
    NoSuchEvening,
    NotAllowed,
    NotOpen,
)
from games.matches.services import time_source

if TYPE_CHECKING:
    from games.lobby.services.lobby import TableRequest

EVENINGS_EACH = 3
"""So many evenings of one host are open at once."""
OPEN_TABLES = 20
"""So many tables of an evening wait at once."""
PEOPLE = 200
SHOWN = 20


def open_evening(host: Account, name: str) -> Evening:
    """Invite people to an evening; for hosts. NotAllowed, BadTable."""
    _require_role(host)
    name = " ".join(name.split())
    if not name or len(name) > EVENING_NAME_LENGTH or not name.isprintable():
        most = EVENING_NAME_LENGTH
        raise BadTable(_("Give the evening a name of at most {most} letters."), most=most)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=host.pk)
        if host.evenings.filter(closed_at=None).count() >= EVENINGS_EACH:
            raise BadTable(_("You have enough evenings open. Close one first."))
        return Evening.objects.create(host=host, name=name)


def latest_of(host: Account) -> QuerySet[Evening]:
    """The evenings of a host, as many as a page shows."""
    return host.evenings.all()[:SHOWN]


def evening_by(key: str) -> Evening:
    """The evening of a link; NoSuchEvening."""
    evening = Evening.objects.select_related("host").filter(key=key).first()
    if evening is None:
        raise NoSuchEvening(_("There is no such evening. Perhaps the link was cut short."))
    return evening


def attend(user: Visitor, evening: Evening) -> None:
    """Say that one is there, and may be given a seat; twice is once."""
    user = require_signed_in(user)
    require(may_sit_down(user))
    if evening.closed_at is not None:
        raise NotOpen(_("This evening is over."))
    if evening.attendances.count() >= PEOPLE:
        raise BadTable(_("This evening is full."))
    Attendance.objects.get_or_create(evening=evening, user=user)


def go(user: Visitor, evening: Evening) -> None:
    """Be given no more seats; where one sits one stays."""
    evening.attendances.filter(user_id=pk_of(user)).delete()


def lay_tables(host: Visitor, evening: Evening, wish: TableRequest, count: int) -> list[Match]:
    """Open tables of one kind at once, with nobody at them yet; the refusals of the rules."""
    with transaction.atomic():
        evening = _hosted(host, evening)
        waiting = evening.matches.filter(status=Match.Status.OPEN).count()
        if not 1 <= count <= OPEN_TABLES - waiting:
            raise BadTable(_("At most {most} tables of an evening wait at once."), most=OPEN_TABLES)
        laid = []
        for _table in range(count):
            match = lobby.lay(wish, host=evening.host)
            match.evening = evening
            match.save(update_fields=["evening"])
            lobby.notify_former_match(match)
            laid.append(match)
        return laid


def seat(host: Visitor, evening: Evening, match_id: str, username: str) -> Match:
    """Give somebody who is there a chair; the last one starts the match. NotAllowed, NotOpen."""
    with transaction.atomic():
        match = _open_table(_hosted(host, evening), match_id)
        there = evening.attendances.select_related("user").filter(user__username=username).first()
        if there is None:
            raise BadTable(_("They are not here any more."))
        if not match.players.filter(user=there.user).exists():
            require_admission(there.user, match)
            lobby.sit_down(match, there.user, "")
            lobby.start_if_full(match)
            lobby.notify_former_match(match)
        return match


def put_out(host: Visitor, evening: Evening, match_id: str, username: str) -> None:
    """Take somebody's chair at a table that has not started; it stands in the book of acts."""
    with transaction.atomic():
        evening = _hosted(host, evening)
        match = _open_table(evening, match_id)
        player = match.players.select_related("user").filter(user__username=username).first()
        if player is None:
            raise BadTable(_("Nobody sits there."))
        subject = f"match {match.id}"
        audit.log(
            evening.host, "host-put-out", about=player.user, subject=subject, why=evening.name
        )
        player.delete()
        lobby.notify_former_match(match)


def fill(host: Visitor, evening: Evening, match_id: str) -> Match:
    """Bots take the chairs that are free, and the match starts; somebody must sit there."""
    with transaction.atomic():
        match = _open_table(_hosted(host, evening), match_id)
        if not match.players.exclude(user=None).exists():
            raise BadTable(_("Nobody sits there yet."))
        return lobby.fill_with_bots(host, match.id, "normal")


def take_down(host: Visitor, evening: Evening, match_id: str) -> None:
    """Close a table that has not started."""
    with transaction.atomic():
        match = _open_table(_hosted(host, evening), match_id)
        lobby.take_down(host, match.id)


def close(host: Visitor, evening: Evening) -> None:
    """End the evening: tables that wait are taken down, those that play go on."""
    with transaction.atomic():
        _close(_hosted(host, evening))


def close_all(host: Account) -> None:
    """End all evenings of somebody who may host no more."""
    for evening in host.evenings.filter(closed_at=None):
        with transaction.atomic():
            _close(Evening.objects.select_for_update().get(pk=evening.pk))


def is_host_of(user: Visitor, match: Match) -> bool:
    """Whether this is a table of an evening they host, and they still may."""
    return match.evening_id is not None and match.host_id == user.pk and bool(may_host(user))


def _close(evening: Evening) -> None:
    evening.closed_at = time_source.now()
    evening.save(update_fields=["closed_at"])
    waiting = evening.matches.filter(status=Match.Status.OPEN).order_by("pk")
    for match in waiting.select_for_update():
        lobby.close_open(match)


def _require_role(host: Visitor) -> Account:
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
