"""Plan, change and cancel events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import Report, User
from accounts.permissions import Answer, may_edit_profile, may_host
from accounts.refusals import require
from accounts.services import reports
from accounts.services.names import clean_about, clean_display_name
from accounts.services.people import lock_people
from accounts.services.takedowns import is_removed, log_takedown
from core.monitoring.rate_limit import limit_use
from games.clubs.services.facts import seats_of
from games.clubs.services.founding import founder_of, lock_club, member_ids, organised_club
from games.clubs.services.members import members_of
from games.events import hooks
from games.events.dates import start_after, typed_time
from games.events.models import TEXT_LENGTH, TITLE_LENGTH, Event, Registration
from games.events.services.finding import EventAccess
from games.events.services.news import CHANGED, moved, notify, send_to_club
from games.matches.access import require_signed_in
from games.matches.models import new_id
from games.matches.refusals import BadEvent, NoSuchEvent, NotAllowed, NotOpen, TooMany
from games.matches.services import time_source
from games.matches.services.clocks import CLOCKS, FREE
from games.notifications.models import Notification
from games.notifications.services import inbox
from games.titles.registry import game_of

PLANNED_EACH = 10
"""The most open events of a user that are ahead."""
PLANNED_BY_CLUB = 40
PLANNED_A_DAY = 8
"""The most events that a user plans in a day, for clubs or not."""
LEADING = 20
"""An organiser of a club is sought among this number of its members, the founder first."""
HORIZON = timedelta(days=366)
LATE = timedelta(minutes=10)
"""How long ago a new event may begin: forms take time to fill in."""
PLACES = range(2, 257)
MINUTES = range(10, 24 * 60 + 1)
CLEARED = "event-clear"
"""The act in the audit log by which a moderator removes a title and text."""
Status = Event.Status


@dataclass(frozen=True)
class EventFacts:
    """What an event's page says, as typed; `start` is the local time in the time zone `zone`."""

    title: str
    start: datetime
    zone: str
    text: str = ""
    minutes: int = 180
    games: tuple[str, ...] = ()
    sizes: tuple[int, ...] = (2,)
    clock: str = "live-10"
    rated: bool = False
    bots: bool = False
    places: int = 16
    members_only: bool = False
    repeats: str = Event.Repeats.NEVER


def may_plan(user: Visitor) -> Answer:
    """Check whether the user may plan events: as a host, and as an author of public texts."""
    return may_host(user) and may_edit_profile(user)


def start_of(local: datetime, zone: str) -> datetime:
    """Return the beginning of an event as UTC; raise BadEvent if it is over, or too far ahead."""
    now, outside = time_source.now(), _("Choose a date within a year.")
    early = _("That time is in the past. Choose a later one.")
    return typed_time(local, zone, now - LATE, now + HORIZON, BadEvent, outside, early=early)


def plan(user: Visitor, facts: EventFacts, club_slug: str = "") -> Event:
    """Plan an event, for a club or of one's own.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The user may not plan events, or does not organise the club.
        NoSuchClub: The user may not see such a club.
        BadEvent: A fact is invalid, or enough events are ahead.
        TooMany: The user has planned too many events today.
    """
    person = require_signed_in(user)
    require(may_plan(person))
    club = organised_club(person, club_slug)
    event = Event(organiser=person, club=club, planned_at=time_source.now())
    _set(event, facts, person)
    with transaction.atomic():
        if club is not None:
            lock_club(club)
        lock_people([person.pk])
        _require_room(event, person)
        refusal = TooMany(_("You have planned enough events today. Come back tomorrow."))
        limit_use(f"events-{person.pk}", PLANNED_A_DAY, 24 * 3600, refusal)
        event.save(force_insert=True)
        _tell_members(event, person)
        send_to_club(event, "event-planned")
    return event


def change(access: EventAccess, facts: EventFacts) -> Event:
    """Change a planned event; those who are registered learn of another date or other tables.

    Raises:
        NotAllowed: The visitor does not organise it, or may not plan events now.
        NotOpen: It has begun, or was cancelled.
        BadEvent: A fact is invalid.
    """
    require_organises(access)
    require(may_plan(access.person))
    with transaction.atomic():
        event = lock_planned(access.event)
        before = _terms(event)
        places = event.places
        _set(event, facts, access.person)
        event.version += 1
        taken = event.registrations.filter(waiting=False).count()
        if event.places < min(taken, places):
            raise BadEvent(_("{n} players have a place already. Choose no fewer."), n=taken)
        if event.starts_at != before[0]:
            event.reminded = 0
        event.save()
        if _terms(event) != before:
            notify(event, registered(event), CHANGED)
        if event.places > places:
            move_up(event)
        send_to_club(event, "event-changed")
    return event


def cancel(access: EventAccess, *, series: bool = False, why: str = "") -> None:
    """Cancel a date, or with `series` all later ones too; those who are registered learn of it.

    Moderators may cancel events of others with a reason, which the audit log keeps.

    Raises:
        NotAllowed: The visitor may not.
        NoReason: A moderator gave no reason.
        NotOpen: It has begun, or was cancelled before.
    """
    if access.person and not access.organises:
        _log_takedown(access, "event-cancel", why, planner_of(access.event))
        series = True
    with transaction.atomic():
        _cancel(lock_planned(access.event), access.person, series=series)


def stop_repeating(access: EventAccess) -> None:
    """End a series with this date.

    Raises:
        NotAllowed: The visitor does not organise the event.
        NotOpen: It has begun, and the next date is planned.
    """
    require_organises(access)
    planned = Event.objects.filter(pk=access.event.pk, status=Status.PLANNED)
    if not planned.update(repeats=Event.Repeats.NEVER):
        raise NotOpen(_("This event has begun."))


def cancel_all(user: User) -> None:
    """Cancel the events of a user whose account is deleted, and take back their registrations.

    Events of clubs stay, since the club's other organisers decide about them.
    """
    cancel_own(user)
    drop_registrations(user, Event.objects.all())


def cancel_own(user: User) -> None:
    """Cancel the events ahead that a user planned without a club."""
    for event in user.events_planned.filter(club=None, status=Status.PLANNED):
        with transaction.atomic():
            locked = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
            if locked.status == Status.PLANNED:
                _cancel(locked, user, series=True)


def drop_registrations(user: User, events: QuerySet[Event]) -> None:
    """Take back a user's registrations for the events among these that are still ahead."""
    ahead = events.filter(
        registrations__user=user, status__in=(Status.PLANNED, Status.RUNNING)
    ).values_list("pk", flat=True)
    for event_id in sorted(ahead):
        with transaction.atomic():
            event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
            if event is not None:
                event.registrations.filter(user=user).delete()
                move_up(event)


@transaction.atomic
def clear_texts(access: EventAccess, why: str) -> None:
    """Replace the title of an event, and remove its text; for moderators.

    The other events that have this title by the same planner or in the same club, such as the
    dates of a series, lose it too. Notifications show the new titles.

    Raises:
        NotAllowed: The visitor is no moderator.
        NoReason: The reason is empty.
    """
    chosen = access.event
    _log_takedown(access, CLEARED, why, chosen.worded_by or planner_of(chosen))
    removed = chosen.title
    same_people = Q(organiser=chosen.organiser_id) & ~Q(organiser=None)
    same_club = Q(club=chosen.club_id) & ~Q(club=None)
    others = Event.objects.filter(same_people | same_club, title=removed).exclude(pk=chosen.pk)
    for event in (chosen, *others.select_related("game_night")):
        event.title, event.text, event.worded_by = f"Event {new_id()[:4]}", "", None
        event.version += 1
        event.save(update_fields=["title", "text", "worded_by", "version"])
        for clear in hooks.texts_cleared:
            clear(event)
        if event.game_night is not None:
            event.game_night.name = event.title
            event.game_night.save(update_fields=["name"])
        keys = Q(key__startswith=f"{Notification.Kind.EVENT}:{event.pk}:")
        keys |= Q(key=f"{Notification.Kind.CLUB}:event:{event.pk}")
        inbox.correct_names(keys, removed, event.title)


def report_event(access: EventAccess, reason: str, note: str) -> None:
    """Report an event's title or text to the moderators: as a report about who wrote them last.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotOpen: No user answers for it.
        Refusal: `reports.report` refuses it.
    """
    event = access.event
    reports.report(
        access.person,
        writer_of(event),
        reason=reason,
        subject=Report.Subject.EVENT,
        subject_id=event.pk,
        note=note,
        evidence={"event": f"{event.title} ({event.pk})", "lines": event.text.splitlines()},
    )


def writer_of(event: Event) -> User:
    """Return the user who answers for an event's title and text; raises NotOpen if all are gone."""
    found = event.worded_by or planner_of(event)
    if found is None:
        raise NotOpen(_("The player who planned this event is gone."))
    return found


def planner_of(event: Event) -> User | None:
    """Return the user who planned an event, else its club's founder; None if both are gone."""
    if event.organiser is None and event.club is not None:
        return founder_of(event.club)
    return event.organiser


def first_organiser(event: Event, may: Callable[[User], Answer]) -> User | None:
    """Return the planner, or else an organiser of the event's club, if `may` allows it to them."""
    planner = event.organiser
    if event.club is None:
        return planner if planner is not None and may(planner) else None
    leading = [one.user for one in members_of(event.club)[:LEADING] if one.organises]
    # The planner first, unless they no longer decide about the club's events.
    leading.sort(key=lambda user: user != planner)
    return next((user for user in leading if may(user)), None)


def require_organises(access: EventAccess) -> None:
    """Require that the visitor decides about the event; raises SignInFirst or NotAllowed."""
    if access.person and not access.organises:
        raise NotAllowed(_("Only the organisers of this event can do that."))


def lock_event(event: Event) -> Event:
    """Return an event with its row locked until the end of the transaction; raise NoSuchEvent.

    Whatever counts or changes registrations locks it, so that simultaneous requests see each other.
    """
    rows = Event.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    locked = rows.filter(pk=event.pk).first()
    if locked is None:
        raise NoSuchEvent(_("There is no such event. Check that the link is complete."))
    return locked


def lock_planned(event: Event) -> Event:
    """Lock an event that has not begun; raise NotOpen."""
    locked = lock_event(event)
    if locked.status == Status.CANCELLED:
        raise NotOpen(_("This event was cancelled."))
    if locked.status != Status.PLANNED:
        raise NotOpen(_("This event has begun."))
    return locked


def registered(event: Event) -> set[int]:
    """Return the ids of the users who are registered, with a place or without."""
    return set(event.registrations.values_list("user", flat=True))


def move_up(event: Event) -> None:
    """Give free places to the users who have waited longest, and notify them and the pages."""
    moved(event.pk)
    free = event.places - event.registrations.filter(waiting=False).count()
    if free <= 0 or not event.is_ahead:
        return
    first = list(event.registrations.filter(waiting=True)[:free])
    Registration.objects.filter(pk__in=[one.pk for one in first]).update(waiting=False)
    notify(event, {one.user_id for one in first}, "moved-up")


def plan_next(event: Event) -> Event | None:
    """Plan the next date of a series, once; its row is locked.

    A series ends after two dates without registrations, or when its planner may no longer plan.
    That of a club goes on with another organiser of the club who may.
    """
    if not event.repeats or Event.objects.filter(former=event).exists() or _is_forgotten(event):
        return None
    planner = first_organiser(event, may_plan)
    if planner is None:
        return None
    now = time_source.now()
    kept = {
        name: getattr(event, name)
        for name in (
            *("title", "text", "worded_by", "club", "members_only", "zone", "minutes"),
            *("games", "sizes", "clock", "rated", "bots", "places", "repeats"),
        )
    }
    usual = event.skipped_time
    starts_at = start_after(event.starts_at, event.zone, event.repeats, now, usual)
    following = Event.objects.create(
        **kept,
        organiser=planner,
        starts_at=starts_at,
        former=event,
        planned_at=now,
        changed_at=now,
    )
    for plan_kind in hooks.planned_again:
        plan_kind(event, following)
    send_to_club(following, "event-planned")
    return following


def _is_forgotten(event: Event) -> bool:
    dates = [event.pk, event.former_id]
    both = event.former_id is not None
    return both and not Registration.objects.filter(event__in=dates).exists()


def _cancel(event: Event, by: User, *, series: bool) -> None:
    if series:
        event.repeats = Event.Repeats.NEVER
    event.status = Status.CANCELLED
    event.version += 1
    event.changed_at = time_source.now()
    event.save()
    moved(event.pk)
    notify(event, registered(event) - {by.pk}, "cancelled")
    send_to_club(event, "event-cancelled")
    plan_next(event)


def _log_takedown(access: EventAccess, act: str, why: str, about: User | None) -> None:
    event, subject = access.event, f"event {access.event.pk}"
    log_takedown(access.person, act, about=about, subject=subject, name=event.title, why=why)


def _terms(event: Event) -> tuple[object, ...]:
    """Return what a registered player must know of, if it changes."""
    return (
        *(event.starts_at, event.zone, event.minutes, event.games, event.sizes),
        *(event.clock, event.rated),
    )


def _require_room(event: Event, person: User) -> None:
    ahead = Event.objects.filter(status=Status.PLANNED)
    if event.club is not None:
        if ahead.filter(club=event.club).count() >= PLANNED_BY_CLUB:
            raise BadEvent(_("Enough events of this club are ahead. Cancel one first."))
    elif ahead.filter(club=None, organiser=person).count() >= PLANNED_EACH:
        raise BadEvent(_("You have planned enough events. Cancel one first."))


def _tell_members(event: Event, planner: User) -> None:
    if event.club is None:
        return
    inbox.notify(
        member_ids(event.club),
        Notification.Kind.CLUB,
        f"event:{event.pk}",
        url=event.get_absolute_url(),
        actor=planner,
        facts={
            "club": event.club.name,
            "what": "event",
            "event": event.title,
            "at": event.starts_at.isoformat(),
            "zone": event.zone,
        },
    )


def _set(event: Event, facts: EventFacts, by: User) -> None:
    """Validate the facts that a user gives, and set them; raise BadEvent."""
    before = event.title, event.text
    try:
        event.title = clean_display_name(facts.title, TITLE_LENGTH)
        event.text = clean_about(facts.text, TEXT_LENGTH)
    except ValidationError as invalid:
        raise BadEvent(invalid.messages[0]) from invalid
    if not event.title:
        raise BadEvent(_("Give the event a title."))
    if (event.title, event.text) != before:
        event.worded_by = by
    planner = planner_of(event)
    writers = {one.pk for one in (by, planner) if one is not None} | member_ids(event.club)
    if is_removed(CLEARED, event.title, writers):
        raise BadEvent(_("A moderator removed this name. Choose another one."))
    if facts.repeats not in Event.Repeats.values:
        raise BadEvent(_("Choose how often the event repeats."))
    if facts.places not in PLACES or facts.minutes not in MINUTES:
        raise BadEvent(
            _("An event has {least} to {most} places, and lasts at most a day."),
            least=PLACES[0],
            most=PLACES[-1],
        )
    event.starts_at, event.zone = start_of(facts.start, facts.zone), facts.zone
    _set_tables(event, facts)
    event.minutes, event.places, event.repeats = facts.minutes, facts.places, facts.repeats
    event.members_only = facts.members_only and event.club is not None
    event.changed_at = time_source.now()


def _set_tables(event: Event, facts: EventFacts) -> None:
    if facts.clock not in CLOCKS:
        raise BadEvent(_("There is no such clock."))
    if facts.rated and (facts.bots or facts.clock == FREE.name):
        raise BadEvent(_("A rated event needs a clock, and no bots."))
    if not facts.games or not facts.sizes:
        raise BadEvent(_("Choose at least one game and one table size."))
    offered: set[int] = set()
    for slug in facts.games:
        seats = seats_of(slug, BadEvent)
        if not set(facts.sizes) & set(seats):
            words = _("{game} is not played at tables of this size.")
            raise BadEvent(words, game=game_of(slug).name)
        offered |= set(seats)
    if not set(facts.sizes) <= offered or min(facts.sizes) < 2:
        raise BadEvent(_("Choose table sizes that the games have."))
    event.games, event.sizes = sorted(set(facts.games)), sorted(set(facts.sizes))
    event.clock, event.rated, event.bots = facts.clock, facts.rated, facts.bots
