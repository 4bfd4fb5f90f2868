"""What happens by the clock: reminders, the begin and the end of events, and the next dates."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import may_host
from accounts.refusals import require
from core.monitoring.context import step
from games.clubs.models import Club
from games.events import hooks
from games.events.models import Event
from games.events.services.finding import EventAccess
from games.events.services.news import moved, notify, send_to_club
from games.events.services.planning import (
    Status,
    first_organiser,
    lock_event,
    lock_planned,
    plan_next,
    registered,
    require_organises,
)
from games.game_nights import services as game_nights
from games.game_nights.models import GameNight
from games.matches.refusals import NotOpen
from games.matches.services import time_source
from games.notifications.models import Notification
from games.notifications.services import inbox

logger = logging.getLogger(__name__)
REMINDERS = (timedelta(days=1), timedelta(hours=1))
"""How long before its beginning those who have a place are reminded."""
EARLY = timedelta(hours=2)
"""How long before the planned time an organiser may begin."""
ENDS_AFTER = timedelta(hours=6)
"""How long after the planned end an event that no organiser ends is over."""
BATCH = 50


def may_begin(event: Event) -> bool:
    """Return whether the organisers of an event may begin it now."""
    return event.status == Status.PLANNED and event.starts_at - EARLY <= time_source.now()


def begin(access: EventAccess) -> Event:
    """Begin an event, up to two hours early: a game night opens, unless the event is another kind.

    Raises:
        NotAllowed: The visitor does not organise the event, or may not host.
        NotOpen: It is too early, or the event has begun or was cancelled.
    """
    require_organises(access)
    person = access.person
    require(may_host(person))
    with transaction.atomic():
        event = lock_planned(access.event)
        if not may_begin(event):
            raise NotOpen(_("It is too early. An event begins at most two hours before its time."))
        return _begin(event, person)


def end(game_night: GameNight) -> None:
    """Note that the game night of an event has ended."""
    running = Event.objects.filter(game_night=game_night, status=Status.RUNNING)
    ended = list(running.values_list("pk", flat=True))
    running.update(status=Status.OVER, changed_at=time_source.now())
    for event_id in ended:
        moved(event_id)


def finish(event: Event) -> None:
    """Note that an event without a game night has ended; its row is locked."""
    _set_status(event, Status.OVER)


def end_all(club: Club) -> None:
    """End the events of a club that is deleted, and delete their invitations to its members."""
    for event in club.events.filter(status=Status.PLANNED):
        _call_off(lock_event(event))
    for night in GameNight.objects.filter(event__club=club, closed_at=None):
        game_nights.close_finished(night)
    forget_invitations(club)
    club.events.update(private=not club.public)


def forget_invitations(club: Club, user_id: int | None = None) -> None:
    """Delete the invitations of members to a club's events, of one user or of all."""
    planned = club.events.values_list("pk", flat=True)
    inbox.forget_about(Notification.Kind.CLUB, [f"event:{pk}" for pk in planned], user_id)


def work() -> int:
    """Do what is due for all events, and return how much was done."""
    if not Event.objects.filter(status__in=(Status.PLANNED, Status.RUNNING)).exists():
        return 0
    return _begin_due() + _remind() + _end_due()


def _begin_due() -> int:
    now = time_source.now()
    due = Event.objects.filter(status=Status.PLANNED, starts_at__lte=now)
    done = 0
    for event in due[:BATCH]:
        with step("event", f"Event {event.pk} could not begin."):
            done += _begin_on_time(event)
    return done


def _begin_on_time(event: Event) -> int:
    with transaction.atomic():
        try:
            event = lock_planned(event)
        except NotOpen:
            return 0  # An organiser was faster.
        host = first_organiser(event, may_host)
        if event.ends_at + ENDS_AFTER <= time_source.now():
            # The site was down all the time.
            _set_status(event, Status.OVER)
            plan_next(event)
        elif host is None:
            _call_off(event)
            send_to_club(event, "event-cancelled")
        else:
            _begin(event, host)
    return 1


def _begin(event: Event, host: User) -> Event:
    if not hooks.begin(event):
        drawn = {
            "game": event.games[0],
            "sizes": event.sizes,
            "clock": event.clock,
            "bots": event.bots,
        }
        event.game_night = game_nights.open_for_event(
            host, event.title, rated=event.rated, drawn=drawn
        )
    _set_status(event, Status.RUNNING)
    notify(event, registered(event), "begins")
    plan_next(event)
    return event


def _call_off(event: Event) -> None:
    event.version += 1
    _set_status(event, Status.CANCELLED)
    notify(event, registered(event), "cancelled")


def _set_status(event: Event, status: Event.Status) -> None:
    event.status, event.changed_at = status, time_source.now()
    event.save(update_fields=["status", "changed_at", "game_night", "version"])
    moved(event.pk)


def _remind() -> int:
    done = 0
    for number, before in enumerate(REMINDERS, 1):
        due = Event.objects.filter(
            status=Status.PLANNED,
            reminded__lt=number,
            starts_at__lte=time_source.now() + before,
        )
        for event in due[:BATCH]:
            with step("event", f"Event {event.pk} could not be announced."):
                done += _remind_of(event, number)
    return done


def _remind_of(event: Event, number: int) -> int:
    with transaction.atomic():
        event = lock_event(event)
        if event.status != Status.PLANNED or event.reminded >= number:
            return 0
        event.reminded = number
        event.save(update_fields=["reminded"])
        left = event.starts_at - time_source.now()
        # The site was down, or the event is planned for soon: the next reminder is enough.
        if all(left > later for later in REMINDERS[number:]):
            coming = event.registrations.filter(waiting=False)
            notify(event, set(coming.values_list("user", flat=True)), "soon")
        return 1


def _end_due() -> int:
    now = time_source.now()
    # Events of other kinds end by themselves, and may run for weeks.
    running: QuerySet[Event] = Event.objects.filter(
        status=Status.RUNNING, starts_at__lte=now - ENDS_AFTER, game_night__isnull=False
    ).select_related("game_night")
    done = 0
    for event in running[:BATCH]:
        with step("event", f"Event {event.pk} could not end."):
            if event.ends_at + ENDS_AFTER <= now and event.game_night is not None:
                game_nights.close_finished(event.game_night)
                done += 1
    return done
