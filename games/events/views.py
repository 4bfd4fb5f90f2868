"""The pages of events: the lists, an event, its form, its actions, and calendars."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.refusals import require
from accounts.views.forms import saved
from core.languages.local_time import zones
from games.clubs.models import Club
from games.clubs.services.founding import open_club, organised_club
from games.events import calendars, hooks
from games.events.forms import EventForm, initial_for, initial_of
from games.events.models import Event, Registration
from games.events.presenters import page_of, rows_of
from games.events.services import finding, planning, registering, running
from games.events.services.finding import EventAccess, open_event
from games.game_nights import services as game_nights
from games.matches.access import require_signed_in
from games.matches.decorators import page_view, remember_invitation
from games.matches.pages import report_page, run_action
from games.matches.refusals import BadEvent, NotOpen
from games.matches.services import time_source


@page_view("GET", "HEAD")
def events(request: HttpRequest) -> HttpResponse:
    """Show the visitor's events, those ahead, and those that are over."""
    user = request.user
    own = finding.own(user) if user.is_authenticated else []
    others = [one for one in finding.upcoming(user) if one not in own]
    key = calendars.key_of(user) if user.is_authenticated else ""
    context = {
        "own": rows_of(own, user),
        "upcoming": rows_of(others, user),
        "past": rows_of(finding.past(user), user),
        "may_plan": planning.may_plan(user),
        "calendar_key": key,
    }
    return render(request, "events/events.html", context)


@page_view("GET", "HEAD", "POST")
def plan(request: HttpRequest) -> HttpResponse:
    """Show the form for a new event, of a club with `?club=`; a POST plans it."""
    person = require_signed_in(request.user)
    require(planning.may_plan(person))
    club = organised_club(person, request.GET.get("club", ""))
    slug = "" if club is None else club.slug
    if request.method == "POST":
        form = EventForm(request.POST, club=club)
    else:
        form = EventForm(initial=_initial(request, person), club=club)
    event = saved(form, lambda: planning.plan(person, form.facts(), slug), BadEvent)
    return redirect(event) if event else _form(request, form, None, club)


def _initial(request: HttpRequest, person: User) -> dict[str, object]:
    """Return what a new form says: as the event with `?like=`, or today."""
    like = request.GET.get("like", "")
    if like:
        initial = initial_of(open_event(request.user, like).event)
        del initial["day"]
        return initial
    return initial_for(person)


@page_view("GET", "HEAD", "POST")
def edit(request: HttpRequest, event_id: str) -> HttpResponse:
    """Show what an event's page says, for its organisers; a POST changes it."""
    access = open_event(request.user, event_id)
    planning.require_organises(access)
    kind = hooks.kind_of(access.event)
    if kind is not None:
        return redirect(kind.edit_url)
    if access.event.status != Event.Status.PLANNED:
        raise NotOpen(gettext_noop("This event has begun."))
    event = access.event
    form = (
        EventForm(request.POST, initial=initial_of(event), club=event.club)
        if request.method == "POST"
        else EventForm.of(event)
    )
    changed = saved(form, lambda: planning.change(access, form.facts()), BadEvent)
    if changed is None:
        return _form(request, form, event, event.club)
    messages.success(request, _("Saved."))
    return redirect(changed)


def _form(
    request: HttpRequest, form: EventForm, event: Event | None, club: Club | None
) -> HttpResponse:
    context = {"form": form, "event": event, "club": club, "zones": zones()}
    return render(request, "events/form.html", context, status=400 if form.errors else 200)


@page_view("GET", "HEAD")
def event(request: HttpRequest, event_id: str) -> HttpResponse:
    """Show the page of an event."""
    access = open_event(request.user, event_id)
    if access.event.game_night is not None:
        remember_invitation(request, access.event.game_night.key)
    return render(request, "events/event.html", {"shown": page_of(access)})


@page_view("POST")
def act(request: HttpRequest, event_id: str, act: str) -> HttpResponse:
    """Carry out an action; the page shows its refusal, if any."""
    access = open_event(request.user, event_id)
    return run_action(request, ACTIONS, act, access, access.event)


@page_view("GET", "HEAD", "POST")
def report(request: HttpRequest, event_id: str) -> HttpResponseBase:
    """Report an event's title or text."""
    access = open_event(request.user, event_id)
    require_signed_in(request.user)
    event, send = access.event, partial(planning.report_event, access)
    return report_page(request, planning.writer_of(event), event.title, event, send)


@page_view("GET", "HEAD")
def event_calendar(request: HttpRequest, event_id: str) -> HttpResponse:
    """Return one event as a calendar to save."""
    access = open_event(request.user, event_id)
    response = _calendar([access.event], "")
    response["Content-Disposition"] = f'attachment; filename="{access.event.pk}.ics"'
    return response


@page_view("GET", "HEAD")
def public_calendar(request: HttpRequest) -> HttpResponse:
    """Return the events that everyone sees as a calendar."""
    return _calendar(finding.in_calendars(None), _("Events · Tavola"))


@page_view("GET", "HEAD")
def club_calendar(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Return the events of a public club as a calendar."""
    club = finding.public_club(club_slug)
    return _calendar(finding.in_calendars(None, club=club), club.name)


@page_view("GET", "HEAD")
def members_calendar(request: HttpRequest, key: str, club_slug: str) -> HttpResponse:
    """Return the events of a club as a member's calendar program reads them."""
    user = calendars.reader_with(key)
    club = open_club(user, club_slug).club
    return _calendar(finding.in_calendars(user, club=club), club.name)


@page_view("GET", "HEAD")
def own_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """Return the events that a user plans or is registered for, by a secret address."""
    return _calendar(
        finding.in_calendars(calendars.reader_with(key), mine=True), _("My events · Tavola")
    )


@page_view("POST")
def renew_calendar(request: HttpRequest) -> HttpResponse:
    """Give the visitor's calendar a new secret address."""
    calendars.renew_key(require_signed_in(request.user))
    return redirect("/events/#calendar-title")


def _calendar(events: Iterable[Event], name: str) -> HttpResponse:
    content = calendars.calendar_of(events, name)
    return HttpResponse(content, content_type=calendars.CONTENT_TYPE)


def _register(request: HttpRequest, access: EventAccess) -> HttpResponse | None:
    own = registering.register(access)
    messages.success(request, words_of(own))
    kind = hooks.kind_of(access.event)
    soon = access.event.starts_at - time_source.now() <= running.REMINDERS[-1]
    # Its page follows what happens, so a player who waits there misses no table.
    return redirect(kind.url) if kind is not None and soon and not own.waiting else None


def words_of(registration: Registration) -> str:
    """Return what a player who has registered reads, with the reminders still ahead."""
    event = registration.event
    if registration.waiting:
        return _("You’re on the waiting list. We’ll let you know when a place is free.")
    if event.status == Event.Status.RUNNING:
        kind = hooks.kind_of(event)
        if kind is not None and kind.begun:
            return _("You’re in.")
        return _("You’re in. It’s on now: say that you’re here.")
    left = event.starts_at - time_source.now()
    day, hour = running.REMINDERS
    if left > day:
        return _("You’re in. We’ll remind you a day and an hour before.")
    return _("You’re in. We’ll remind you an hour before.") if left > hour else _("You’re in.")


def _leave(request: HttpRequest, access: EventAccess) -> None:
    registering.leave(access)
    messages.success(request, _("You’re no longer registered."))


def _attend(request: HttpRequest, access: EventAccess) -> HttpResponse | None:
    night = access.event.game_night
    if night is None:
        raise NotOpen(gettext_noop("This event has not begun."))
    game_nights.attend(request.user, night)
    return redirect(night)


def _begin(request: HttpRequest, access: EventAccess) -> HttpResponse | None:
    event = running.begin(access)
    kind = hooks.kind_of(event)
    if kind is not None:
        return redirect(kind.url)
    assert event.game_night is not None
    return redirect(event.game_night)


def _cancel(request: HttpRequest, access: EventAccess) -> None:
    planning.cancel(access, why=request.POST.get("why", ""))


def _clear(request: HttpRequest, access: EventAccess) -> None:
    planning.clear_texts(access, request.POST.get("why", ""))
    messages.success(request, _("Title and text are removed."))


ACTIONS: dict[str, Callable[[HttpRequest, EventAccess], HttpResponse | None]] = {
    "register": _register,
    "leave": _leave,
    "attend": _attend,
    "begin": _begin,
    "cancel": _cancel,
    "cancel-series": lambda request, access: planning.cancel(access, series=True),
    "stop-repeating": lambda request, access: planning.stop_repeating(access),
    "clear": _clear,
}
