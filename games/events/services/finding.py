"""Find events: the access of a visitor to one, lists and calendars."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User
from accounts.permissions import may_moderate
from core.languages.local_time import zones
from games.clubs.models import Club, Membership
from games.clubs.services.founding import open_club
from games.events.models import Event, Registration
from games.matches.access import OfVisitor, require_signed_in
from games.matches.refusals import NoSuchEvent
from games.matches.services import time_source
from games.notifications.hooks import Date

SHOWN = 100
IN_CALENDARS = 300
IN_CALENDARS_FOR = timedelta(days=60)
"""How long an event stays in calendars."""
PAST_SHOWN = 50
Status = Event.Status
OPEN = (Status.PLANNED, Status.RUNNING)


@dataclass(frozen=True)
class EventAccess(OfVisitor):
    """An event as one visitor may see it.

    Attributes:
        event: The event.
        visitor: The visitor.
        registration: The visitor's registration, if there is one.
        membership: The visitor's membership in the event's club, if there is one.
    """

    event: Event
    visitor: Visitor
    registration: Registration | None
    membership: Membership | None

    @property
    def organises(self) -> bool:
        """Whether the visitor decides about the event."""
        return organises(self.event, self.membership, pk_of(self.visitor))

    @property
    def shown(self) -> bool:
        """Whether the event exists for the visitor: that of a private club only for its members."""
        if self.event.is_public or self.membership is not None:
            return True
        took_part = self.registration is not None or self.organises
        return (self.event.private and took_part) or bool(may_moderate(self.visitor))


def listed(which: str, visitor: Visitor) -> list[Event]:
    """Return the events of a list: "upcoming", "past" or "mine"; raises SignInFirst for "mine"."""
    if which == "mine":
        return own(require_signed_in(visitor))
    return list(upcoming(visitor) if which == "upcoming" else past(visitor))


def organises(event: Event, membership: Membership | None, user_id: int | None) -> bool:
    """Return whether a user decides about an event: as its planner, or as its club's organiser."""
    if event.club_id is not None:
        return membership is not None and membership.organises
    return user_id is not None and event.organiser_id == user_id


def organised_among(events: Iterable[Event], visitor: Visitor) -> set[str]:
    """Return the ids of those of these events that the visitor decides about."""
    memberships: dict[int, Membership] = {}
    if visitor.is_authenticated:
        clubs = {event.club_id for event in events}
        found = Membership.objects.filter(club__in=clubs - {None}, user=visitor)
        memberships = {one.club_id: one for one in found}
    user = pk_of(visitor)
    return {
        event.pk for event in events if organises(event, memberships.get(event.club_id or 0), user)
    }


def open_event(visitor: Visitor, event_id: str) -> EventAccess:
    """Return an event for a visitor who may see it; raise NoSuchEvent.

    An event of a private club exists only for its members and for moderators; once the club is
    dissolved, for those who were registered.
    """
    event = Event.objects.select_related("club", "organiser", "game_night").filter(pk=event_id)
    found = event.first()
    if found is not None:
        access = access_to(found, visitor)
        if access.shown:
            return access
    raise NoSuchEvent(_("There is no such event. Check that the link is complete."))


def access_to(event: Event, visitor: Visitor) -> EventAccess:
    """Return an event for a visitor, without checking whether they may see it."""
    if not visitor.is_authenticated:
        return EventAccess(event, visitor, None, None)
    membership = None
    if event.club_id is not None:
        membership = Membership.objects.filter(club=event.club_id, user=visitor).first()
    registration = event.registrations.filter(user=visitor).first()
    return EventAccess(event, visitor, registration, membership)


def visible_to(user: Visitor) -> QuerySet[Event]:
    """Return the events that lists and calendars show to a visitor, with their numbers."""
    shown = Q(club=None, private=False) | Q(club__public=True)
    if user.is_authenticated:
        shown |= Q(club__in=Membership.objects.filter(user=user).values("club"))
        shown |= Q(private=True) & _has_part(user)
    events = Event.objects.filter(shown).select_related("club", "organiser")
    return events.annotate(
        taken=Count("registrations", filter=Q(registrations__waiting=False)),
        waiting=Count("registrations", filter=Q(registrations__waiting=True)),
    )


def upcoming(user: Visitor, club: Club | None = None) -> QuerySet[Event]:
    """Return the events ahead and those that run, the next first."""
    ahead = visible_to(user).filter(status__in=OPEN)
    found = ahead.order_by("starts_at", "pk")
    return (found if club is None else found.filter(club=club))[:SHOWN]


def past(user: Visitor, club: Club | None = None) -> QuerySet[Event]:
    """Return the newest events that are over."""
    found = visible_to(user).filter(status=Status.OVER).order_by("-starts_at", "pk")
    return (found if club is None else found.filter(club=club))[:PAST_SHOWN]


def today(user: Visitor, most: int) -> list[Event]:
    """Return the events that run, or begin within a day."""
    soon = time_source.now() + timedelta(days=1)
    ahead = visible_to(user).filter(status__in=OPEN)
    return list(ahead.filter(starts_at__lt=soon).order_by("starts_at", "pk")[:most])


def own(user: User, statuses: Collection[str] = OPEN) -> list[Event]:
    """Return the events that a user has planned or registered for, the next first."""
    found = visible_to(user).filter(_has_part(user), status__in=statuses)
    return list(found.order_by("-starts_at")[:SHOWN])[::-1]


def dates_of(user: User, since: datetime, before: datetime) -> list[Date]:
    """Return the events that a user has planned or registered for, which begin in this time."""
    found = visible_to(user).filter(
        _has_part(user), status=Status.PLANNED, starts_at__gte=since, starts_at__lt=before
    )
    return [
        Date(event.starts_at, event.title, event.get_absolute_url())
        for event in found.order_by("starts_at")[:SHOWN]
    ]


def in_calendars(user: User | None, *, club: Club | None = None, mine: bool = False) -> list[Event]:
    """Return the events of a calendar: those ahead, and those of the last weeks, cancelled or not.

    Args:
        user: The user who reads it; None for what everyone sees.
        club: Only the events of this club.
        mine: Only those that the user has planned, or is registered for.
    """
    found = visible_to(user if user is not None else AnonymousUser())
    if club is not None:
        found = found.filter(club=club)
    if mine and user is not None:
        found = found.filter(_has_part(user))
    since = time_source.now() - IN_CALENDARS_FOR
    return list(found.filter(starts_at__gte=since).order_by("starts_at", "pk")[:IN_CALENDARS])


def usual_zone(user: User) -> str:
    """Return the time zone of a user's profile, else that of the event planned last, else UTC."""
    if user.time_zone in zones():
        return user.time_zone
    last = user.events_planned.order_by("-planned_at").first()
    return "UTC" if last is None else last.zone


def public_club(slug: str) -> Club:
    """Return a public club; raise NoSuchClub."""
    return open_club(AnonymousUser(), slug).club


def _has_part(user: User) -> Q:
    registered = Registration.objects.filter(user=user).values("event")
    return Q(pk__in=registered) | Q(organiser=user)
