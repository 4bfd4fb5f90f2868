"""Register for an event, and leave it again; a waiting list holds those without a place."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import may_join_club, may_play_rated
from accounts.refusals import require
from accounts.services.blocks import has_blocked
from games.events import hooks
from games.events.models import Event, Registration
from games.events.services.finding import EventAccess, access_to
from games.events.services.news import moved
from games.events.services.planning import lock_event, move_up
from games.game_nights import services as game_nights
from games.game_nights.models import GameNight
from games.matches.refusals import BadEvent, NotAllowed, NotOpen
from games.matches.services import time_source

WAITING = 200
"""The most users on a waiting list."""
REGISTERED_EACH = 60
"""The most events ahead that a user may be registered for."""
FULL = _("This event is full.")


@transaction.atomic
def register(access: EventAccess) -> Registration:
    """Register the visitor, on the waiting list if no place is free; again changes nothing.

    A user that the planner has blocked gets the answer of a full event.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The user may not come: the event is for members, or its tables are rated.
        NotOpen: The event is over, or was cancelled.
        BadEvent: The event and its waiting list are full, or the user has enough events ahead.
    """
    user = access.person
    event = lock_event(access.event)
    own = event.registrations.filter(user=user).first()
    if own is not None:
        return own
    require_admission(event, access, user)
    taken = event.registrations.filter(waiting=False).count()
    ahead = (Event.Status.PLANNED, Event.Status.RUNNING)
    if user.registrations.filter(event__status__in=ahead).count() >= REGISTERED_EACH:
        raise BadEvent(_("You are registered for enough events. Leave one first."))
    waiting = taken >= event.places
    if waiting and event.registrations.count() >= event.places + WAITING:
        raise BadEvent(FULL)
    now = time_source.now()
    moved(event.pk)
    return Registration.objects.create(event=event, user=user, at=now, waiting=waiting)


@transaction.atomic
def leave(access: EventAccess) -> None:
    """Take the visitor's registration back; the first one on the waiting list gets the place.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotOpen: The event is over, or was cancelled.
    """
    user = access.person
    event = lock_event(access.event)
    if not event.is_ahead:
        raise NotOpen(_("This event is over."))
    event.registrations.filter(user=user).delete()
    if event.game_night is not None:
        game_nights.leave(user, event.game_night)
    move_up(event)


def remove(event: Event, user: User) -> None:
    """Take a user's registration back as an organiser; its row is locked."""
    event.registrations.filter(user=user).delete()
    move_up(event)


def require_admission(event: Event, access: EventAccess, user: User) -> None:
    """Require that a user may come to an event; the refusals of `register`."""
    require(may_join_club(user))
    if not event.is_ahead:
        raise NotOpen(_("This event is over."))
    if event.is_closed and access.membership is None:
        raise NotAllowed(_("This event is for members of the club. Join the club first."))
    if event.rated:
        require(may_play_rated(user))
    for check in hooks.before_registering:
        check(event, user)
    if event.organiser is not None and has_blocked(event.organiser, user):
        raise BadEvent(FULL)


def require_place(game_night: GameNight, user: User) -> None:
    """Require that a user may attend the game night of an event; who comes late is registered.

    Once the event has begun, places of players who have not come are free for others.

    Raises:
        NotAllowed: The user may not come.
        BadEvent: All places are taken by users who are here.
    """
    event = Event.objects.filter(game_night=game_night).first()
    if event is None:
        return
    event = lock_event(event)
    access = access_to(event, user)
    require_admission(event, access, user)
    own = access.registration
    if own is not None and not own.waiting:
        return
    if game_night.attendances.count() >= event.places:
        raise BadEvent(FULL)
    Registration.objects.update_or_create(
        event=event,
        user=user,
        defaults={"waiting": False},
        create_defaults={"waiting": False, "at": time_source.now()},
    )
    moved(event.pk)
