"""The JSON API of events: find and read them, plan and cancel them, register and leave."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.clubs.models import SLUG_LENGTH
from games.engine.contract import Json
from games.events.models import TEXT_LENGTH, TITLE_LENGTH, ZONE_LENGTH, Event
from games.events.presenters import describe_event, describe_page, page_of, rows_of
from games.events.services import finding, planning, registering, running
from games.events.services.finding import EventAccess, open_event
from games.events.services.planning import MINUTES, PLACES, EventFacts
from games.lobby.api.tables import CLOCK_NAMES
from games.matches.access import require_signed_in
from games.matches.api.base import KEY_PARAMETER, ApiView, operation

KINDS = ("upcoming", "mine", "past")
REPEATS = [value for value in Event.Repeats.values if value]


class EventRowSerializer(serializers.Serializer[Json]):
    """An event in a list.

    `taken`, `waiting`: how many players have a place, or wait for one; `registered`: whether you
    do; `organising`: whether you decide about it; `tournament`: its format, null for a game night;
    `game_night`: its key, once the event has begun.
    """

    id = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    starts_at = serializers.DateTimeField()
    zone = serializers.CharField()
    minutes = serializers.IntegerField()
    games = serializers.ListField(child=serializers.CharField())
    sizes = serializers.ListField(child=serializers.IntegerField())
    clock = serializers.ChoiceField(CLOCK_NAMES)
    rated = serializers.BooleanField()
    bots = serializers.BooleanField()
    places = serializers.IntegerField()
    members_only = serializers.BooleanField()
    repeats = serializers.ChoiceField(REPEATS, allow_blank=True)
    status = serializers.ChoiceField(Event.Status.choices)
    organiser = serializers.CharField(allow_null=True)
    club = serializers.CharField(allow_null=True)
    tournament = serializers.CharField(allow_null=True)
    taken = serializers.IntegerField()
    waiting = serializers.IntegerField()
    registered = serializers.ChoiceField(["place", "waiting"], allow_null=True)
    organising = serializers.BooleanField()
    game_night = serializers.CharField(allow_null=True)


class PlannedEventSerializer(EventRowSerializer):
    """An event; `people`, `queue`: the usernames with a place, and on the waiting list."""

    people = serializers.ListField(child=serializers.CharField())
    queue = serializers.ListField(child=serializers.CharField())
    next = serializers.CharField(allow_null=True)


class EventsQuery(serializers.Serializer[Json]):
    which = serializers.ChoiceField(KINDS, required=False, default="upcoming")


class EventFactsSerializer(serializers.Serializer[Json]):
    """A new event; `start` is the local time in `zone`, and `club` the address of a club."""

    title = serializers.CharField(max_length=TITLE_LENGTH)
    start = serializers.DateTimeField(help_text="without an offset", default_timezone=None)
    zone = serializers.CharField(max_length=ZONE_LENGTH)
    text = serializers.CharField(max_length=TEXT_LENGTH, required=False, allow_blank=True)
    minutes = serializers.IntegerField(min_value=MINUTES[0], max_value=MINUTES[-1], required=False)
    games = serializers.ListField(child=serializers.CharField(max_length=40), max_length=50)
    sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=20), max_length=20
    )
    clock = serializers.ChoiceField(CLOCK_NAMES, required=False)
    rated = serializers.BooleanField(required=False)
    bots = serializers.BooleanField(required=False)
    places = serializers.IntegerField(min_value=PLACES[0], max_value=PLACES[-1], required=False)
    members_only = serializers.BooleanField(required=False)
    repeats = serializers.ChoiceField(REPEATS, required=False, allow_blank=True)
    club = serializers.CharField(
        max_length=SLUG_LENGTH, required=False, allow_blank=True, default=""
    )


class ReasonSerializer(serializers.Serializer[Json]):
    why = serializers.CharField(
        required=False, default="", max_length=500, help_text="a moderator's reason"
    )


class EventCancelSerializer(ReasonSerializer):
    series = serializers.BooleanField(
        required=False, default=False, help_text="whether all later dates are cancelled too"
    )


class EventApiView(ApiView):
    """Base of API views about events."""

    scope = Scope.EVENTS

    def open_event(self, request: Request, event_id: str) -> EventAccess:
        return open_event(request.user, event_id)

    def event(self, request: Request, event_id: str, status: int = 200) -> Response:
        """Return the event as the caller may see it now."""
        page = page_of(self.open_event(request, event_id))
        return Response(describe_page(page), status=status)


class EventsView(EventApiView):
    query = EventsQuery

    @operation(
        "planned_events",
        "The events ahead, your own ones, or those that are over",
        EventRowSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        found = finding.listed(self.asked_for(request)["which"], request.user)
        own = finding.organised_among(found, request.user)
        return Response(
            [
                describe_event(row, organising=row.event.pk in own)
                for row in rows_of(found, request.user)
            ]
        )

    @operation(
        "plan_event",
        "Plan an event, for a club that you organise or of your own",
        PlannedEventSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
        request=EventFactsSerializer,
    )
    def post(self, request: Request) -> Response:
        given = self.given(request, EventFactsSerializer)
        club = given.pop("club")
        for name in ("games", "sizes"):
            given[name] = tuple(given[name])
        event = planning.plan(require_signed_in(request.user), EventFacts(**given), club)
        return self.event(request, event.pk, status=201)


class EventView(EventApiView):
    @operation("planned_event", "An event, and who comes", PlannedEventSerializer)
    def get(self, request: Request, event_id: str) -> Response:
        return self.event(request, event_id)


class RegistrationView(EventApiView):
    @operation(
        "register_for_event",
        "Register for an event; on the waiting list if it is full",
        PlannedEventSerializer,
    )
    def put(self, request: Request, event_id: str) -> Response:
        registering.register(self.open_event(request, event_id))
        return self.event(request, event_id)

    @operation("leave_event", "Take your registration back")
    def delete(self, request: Request, event_id: str) -> Response:
        registering.leave(self.open_event(request, event_id))
        return Response(status=204)


class EventCancelView(EventApiView):
    @operation(
        "cancel_event",
        "Cancel an event that you organise",
        PlannedEventSerializer,
        request=EventCancelSerializer,
    )
    def post(self, request: Request, event_id: str) -> Response:
        given = self.given(request, EventCancelSerializer)
        access = self.open_event(request, event_id)
        planning.cancel(access, series=given["series"], why=given["why"])
        return self.event(request, event_id)


class EventBeginView(EventApiView):
    @operation(
        "begin_event",
        "Begin an event that you organise: its game night, or its tournament",
        PlannedEventSerializer,
    )
    def post(self, request: Request, event_id: str) -> Response:
        running.begin(self.open_event(request, event_id))
        return self.event(request, event_id)
