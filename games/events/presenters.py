"""Events as one visitor sees them: lists, the page of an event, sections of other pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.http import Visitor
from accounts.permissions import ALLOWED, Answer, may_join_club, may_moderate, may_play_rated
from accounts.services.readers import written_for
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.clubs.services.founding import ClubAccess
from games.engine.contract import Game, Json
from games.events import hooks
from games.events.calendars import key_of
from games.events.hooks import Kind
from games.events.models import Event, Registration
from games.events.services import finding
from games.events.services.finding import EventAccess
from games.events.services.running import may_begin
from games.game_nights.presenters import GameNightPage, game_night_for
from games.lobby.front_page import Part, Place
from games.lobby.presenters.quick import describe_clock
from games.matches.services.clocks import CLOCKS
from games.matches.viewing import Visitor as PageVisitor
from games.titles.registry import game_of

IN_CLUB = 10
ON_FRONT_PAGE = 4


@dataclass(frozen=True)
class EventRow:
    """An event in a list; `mine`: the visitor's registration; `kind`: None for a game night."""

    event: Event
    taken: int
    waiting: int
    mine: Registration | None = None
    kind: Kind | None = None

    @property
    def url(self) -> str:
        """The page where the event is, or was, played; before that, its own page."""
        planned = self.event.status in (Event.Status.PLANNED, Event.Status.CANCELLED)
        return self.event.get_absolute_url() if self.kind is None or planned else self.kind.url

    @property
    def games(self) -> list[Game]:
        return [game_of(slug) for slug in self.event.games]

    @property
    def clock(self) -> str:
        """The clock in words; "" for none."""
        clock = CLOCKS.get(self.event.clock)
        return describe_clock(clock) if clock is not None and clock.pace else ""

    @property
    def full(self) -> bool:
        return self.taken >= self.event.places

    @property
    def outlook(self) -> str:
        """What the registered players can expect, in words; "" if that is not known."""
        return "" if self.kind is None else self.kind.outlook(self.taken)


@dataclass(frozen=True)
class EventPage:
    """The content of an event's page.

    Attributes:
        access: The event and the visitor's part in it.
        row: The event with its numbers.
        people: The registrations with a place, the first one first.
        queue: Those on the waiting list.
        allowed: Whether the visitor may register, and else why not.
        night: The game night with its results, once the event has begun.
        following: The next date of the series.
        may_begin: Whether an organiser may open the game night now.
        moderating: Whether the visitor is a moderator.
    """

    access: EventAccess
    row: EventRow
    people: list[Registration]
    queue: list[Registration]
    allowed: Answer
    night: GameNightPage | None
    following: Event | None
    may_begin: bool
    moderating: bool

    @property
    def event(self) -> Event:
        return self.access.event

    @property
    def stamp(self) -> str:
        """A text that changes with what the live part shows."""
        own, kind = self.access.registration, self.row.kind
        newest = max((one.pk for one in (*self.people, *self.queue)), default=0)
        players = f"{self.row.taken}-{self.row.waiting}-{newest}"
        return f"{self.event.status}-{kind and kind.begun}-{players}-{own and own.pk}"


def page_of(access: EventAccess) -> EventPage:
    """Return an event's page for a visitor."""
    event, user = access.event, access.visitor
    everyone = list(event.registrations.select_related("user"))
    people = [one for one in everyone if not one.waiting]
    queue = [one for one in everyone if one.waiting]
    following = Event.objects.filter(former=event, status=Event.Status.PLANNED).first()
    night = event.game_night
    return EventPage(
        access=access,
        row=EventRow(event, len(people), len(queue), access.registration, hooks.kind_of(event)),
        people=people,
        queue=queue,
        allowed=_may_register(access),
        night=None if night is None else game_night_for(user, night),
        following=following,
        may_begin=may_begin(event),
        moderating=bool(may_moderate(user)),
    )


def fragment(visitor: PageVisitor, event_id: str) -> tuple[str, str]:
    """Render the live part of the page for a socket.

    Returns:
        Its stamp, and its HTML; both are empty for a visitor who may not see it.
    """
    with written_for(visitor.user, visitor.language):
        try:
            shown = page_of(finding.open_event(visitor.user, event_id))
        except Refusal:
            return "", ""
        html = render_to_string("events/_live.html", {"shown": shown, "oob": True})
        return shown.stamp, html


def rows_of(events: Iterable[Event], user: Visitor) -> list[EventRow]:
    """Return events of `finding.visible_to` as a list shows them to a visitor."""
    events = list(events)
    own: dict[str, Registration] = {}
    if user.is_authenticated:
        found = Registration.objects.filter(event__in=events, user=user)
        own = {one.event_id: one for one in found}
    kinds = hooks.kinds_of(events)
    return [
        EventRow(
            event,
            event.taken,  # type: ignore[attr-defined]  # annotated
            event.waiting,  # type: ignore[attr-defined]  # annotated
            own.get(event.pk),
            kinds.get(event.pk),
        )
        for event in events
    ]


def club_section(access: ClubAccess) -> str:
    """Return the calendar of a club for its page; "" for a visitor who may not see it."""
    club = access.club
    shown = rows_of(finding.upcoming(access.visitor, club)[:IN_CLUB], access.visitor)
    before = rows_of(finding.past(access.visitor, club)[:IN_CLUB], access.visitor)
    if not (shown or before or access.organises or club.public or access.membership):
        return ""
    calendar, feed = _subscriptions(access)
    context = {
        "club": club,
        "organising": access.organises,
        "rows": shown,
        "past": before,
        "calendar": calendar,
        "feed": feed,
        "may_subscribe": access.membership is not None and not calendar,
    }
    return render_to_string("events/_club.html", context)


def _subscriptions(access: ClubAccess) -> tuple[str, str]:
    """Return the addresses of a club's calendar and of its feed.

    Those of a private club are only for members with a key; others get empty ones.
    """
    slug = access.club.slug
    if access.club.public:
        return reverse("club_calendar", args=[slug]), reverse("club_feed", args=[slug])
    key = key_of(access.user) if access.membership is not None and access.user is not None else ""
    if not key:
        return "", ""
    return reverse("members_calendar", args=[key, slug]), reverse("members_feed", args=[key, slug])


def events_of_today(request: HttpRequest) -> Part | None:
    """Return the events of the next day for the front page."""
    rows = rows_of(finding.today(request.user, ON_FRONT_PAGE), request.user)
    return Part(Place.MINE, "events/_today.html", {"rows": rows}, order=0) if rows else None


def describe_event(row: EventRow, *, organising: bool = False) -> Json:
    """Return an event, for JSON."""
    event = row.event
    names = (
        *("id", "title", "text", "starts_at", "zone", "minutes", "games", "sizes", "clock"),
        *("rated", "bots", "places", "members_only", "repeats", "status"),
    )
    return {
        **{name: getattr(event, name) for name in names},
        "organiser": None if event.organiser is None else event.organiser.username,
        "club": None if event.club is None else event.club.slug,
        "tournament": None if row.kind is None else row.kind.slug,
        "taken": row.taken,
        "waiting": row.waiting,
        "registered": None if row.mine is None else "waiting" if row.mine.waiting else "place",
        "organising": organising,
        "game_night": None if event.game_night is None else event.game_night.key,
    }


def describe_page(page: EventPage) -> Json:
    """Return an event's page, for JSON."""
    return {
        **describe_event(page.row, organising=page.access.organises),
        "people": [one.user.username for one in page.people],
        "queue": [one.user.username for one in page.queue],
        "next": None if page.following is None else page.following.pk,
    }


def _may_register(access: EventAccess) -> Answer:
    user, event = access.visitor, access.event
    if not user.is_authenticated:
        return ALLOWED
    allowed = may_join_club(user)
    if allowed and event.rated:
        allowed = may_play_rated(user)
    if allowed:
        try:
            for check in hooks.before_registering:
                check(event, user)
        except Refusal as refusal:
            return Answer(False, refusal.code, refusal_text(refusal))
    return allowed
