"""Notifications of the bell: written, read, settled, and deleted when old."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User
from accounts.services.blocks import ids_who_blocked
from core.monitoring.rate_limit import is_beyond
from games.engine.contract import Json
from games.matches import publish
from games.matches.models import Match
from games.matches.refusals import NoSuchNotice
from games.matches.services import time_source
from games.notifications.models import Notification
from games.notifications.services.scheduling import queue_news

Kind = Notification.Kind
COUNTED = 100
"""The largest number on the badge."""
CARRIED, DAY = 5, 24 * 3600
"""The most times in `DAY` seconds that the channels carry news which can be repeated."""
READ_FOR = timedelta(days=30)
STORED_FOR = timedelta(days=90)
"""How long a notification is stored after it was read, and in any case."""


@transaction.atomic
def notify(
    users: Iterable[int],
    kind: Kind,
    about: object,
    *,
    url: str = "",
    actor: User | None = None,
    person: User | None = None,
    match: Match | None = None,
    facts: Json | None = None,
    waits: bool = False,
    again: bool = True,
    shown_at: str | None = None,
    repeatable: bool = False,
) -> None:
    """Notify these users, by the bell and by the channels they have chosen.

    Users who have blocked the actor get nothing. A notification replaces one of the same kind
    `about` the same thing; without `again`, users who had that one get nothing. Without a `url` it
    leads to the match. `shown_at`: the id of a match whose page shows the news anyway, so that its
    bell is not updated. `repeatable`: others can cause it again and again, so the channels carry
    news about this thing to a user at most `CARRIED` times a day.
    """
    key = f"{kind}:{about}"
    if match is not None:
        url = url or match.get_absolute_url()
    recipients = set(users)
    if actor is not None:
        recipients.discard(actor.pk)
        recipients -= ids_who_blocked(actor.pk, recipients)
    known = Notification.objects.filter(user__in=recipients, key=key)
    if again:
        known.delete()
    else:
        recipients -= set(known.values_list("user", flat=True))
    if not recipients:
        return
    now = time_source.now()
    rows = [
        Notification(
            user_id=user,
            kind=kind,
            key=key,
            actor=actor,
            person=person,
            match=match,
            facts=facts or {},
            waits=waits,
            url=url,
            made_at=now,
        )
        for user in sorted(recipients)
    ]
    Notification.objects.bulk_create(rows, ignore_conflicts=True)
    made = list(Notification.objects.filter(user__in=recipients, key=key))
    if repeatable:
        made = [row for row in made if not is_beyond(f"news:{row.user_id}:{key}", CARRIED, DAY)]
    queue_news(made, now)
    publish.turns_moved(shown_at or "", recipients)


def unread(user_id: int) -> list[Notification]:
    """Return a user's unread notifications, newest first, at most as the badge counts.

    Every page calls this, and uses the actor and the match of one of them at most.
    """
    return list(Notification.objects.filter(user=user_id, read_at=None)[:COUNTED])


def latest(user: User, most: int) -> list[Notification]:
    """Return a user's newest notifications."""
    rows = Notification.objects.filter(user=user.pk)
    return list(rows.select_related("actor", "person", "match")[:most])


def notification_of(user: Visitor, notification_id: int) -> Notification:
    """Return one of the user's own notifications; raise NoSuchNotice."""
    own = Notification.objects.filter(user_id=pk_of(user), pk=notification_id).first()
    if own is None:
        raise NoSuchNotice(_("This notification no longer exists."))
    return own


def mark_seen(user: User, rows: Sequence[Notification]) -> None:
    """Mark shown notifications as read, unless they wait for an answer."""
    seen = [row.pk for row in rows if row.read_at is None and not row.waits]
    if seen:
        mark_read(Notification.objects.filter(user=user.pk, pk__in=seen))


def mark_all_read(user: User) -> None:
    """Mark all notifications as read; those that wait can still be answered."""
    mark_read(Notification.objects.filter(user=user.pk))


def settle(match: Match, user_id: int | None = None) -> None:
    """Mark what waits for an answer about this table as read, for one user or for all."""
    waiting = Notification.objects.filter(match=match, waits=True)
    mark_read(waiting if user_id is None else waiting.filter(user=user_id))


def settle_about(kind: Kind, about: object, user_id: int | None = None) -> None:
    """Mark notifications of this kind about this thing as read, for one user or for all."""
    rows = Notification.objects.filter(key=f"{kind}:{about}")
    mark_read(rows if user_id is None else rows.filter(user=user_id))


def restate(kind: Kind, actor: User, facts: Json) -> None:
    """Replace the facts of all notifications of this kind that a user caused, as unread news."""
    known = Notification.objects.filter(kind=kind, actor=actor.pk)
    users = set(known.values_list("user", flat=True))
    if users:
        known.update(facts=facts, read_at=None)
        publish.bell_moved(users)


def unread_about(users: Iterable[int], kind: Kind, about: object) -> set[int]:
    """Return those of these users who have unread notifications of this kind about this thing."""
    unread = Notification.objects.filter(user__in=users, key=f"{kind}:{about}", read_at=None)
    return set(unread.values_list("user", flat=True))


def forget(user: User, actor: User) -> None:
    """Delete a user's notifications about `actor`."""
    if Notification.objects.filter(user=user.pk, actor=actor.pk).delete()[0]:
        publish.bell_moved([user.pk])


def forget_pages(url: str, user_id: int | None = None) -> None:
    """Delete the notifications that lead to a page, or to one below it, which is gone.

    Args:
        url: The page.
        user_id: The user who may not see it any more; None if it is gone for all.
    """
    rows = Notification.objects.filter(url__startswith=url)
    _delete(rows if user_id is None else rows.filter(user=user_id))


def forget_about(kind: Kind, things: Iterable[object], user_id: int | None = None) -> None:
    """Delete the notifications of this kind about these things, of one user or of all."""
    rows = Notification.objects.filter(key__in=[f"{kind}:{about}" for about in things])
    _delete(rows if user_id is None else rows.filter(user=user_id))


def correct_names(notifications: Q, removed: str, name: str) -> None:
    """Replace a name that a moderator removed in the facts of these notifications, silently."""
    rows = list(Notification.objects.filter(notifications))
    for row in rows:
        row.facts = {key: name if fact == removed else fact for key, fact in row.facts.items()}
    Notification.objects.bulk_update(rows, ["facts"], batch_size=500)


def mark_read(rows: QuerySet[Notification]) -> None:
    """Mark these notifications as read."""
    found = rows.filter(read_at=None)
    users = set(found.values_list("user", flat=True))
    if users:
        found.update(read_at=time_source.now())
        publish.bell_moved(users)


def _delete(rows: QuerySet[Notification]) -> None:
    users = set(rows.values_list("user", flat=True))
    rows.delete()
    publish.bell_moved(users)


def delete_old(now: datetime | None = None) -> int:
    """Delete notifications that are too old, and return their number."""
    now = now or time_source.now()
    old = Q(made_at__lt=now - STORED_FOR) | Q(read_at__lt=now - READ_FOR)
    rows = Notification.objects.filter(old, made_at__lt=now - READ_FOR)
    count = rows.count()
    rows.delete()
    return count
