"""The JSON API of tournaments: find, read and plan them, join, withdraw, and follow one."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.engine.contract import Json
from games.events.api import EventFactsSerializer, EventRowSerializer, EventsQuery
from games.events.models import Event
from games.events.presenters import rows_of
from games.events.services import finding
from games.events.services.finding import EventAccess, open_event
from games.events.services.planning import EventFacts
from games.matches.access import require_signed_in
from games.matches.api.base import KEY_PARAMETER, ApiView, operation
from games.matches.api.streams import ABOUT, StreamView, lines_of
from games.matches.refusals import NoSuchEvent
from games.tournaments.models import REASON_LENGTH, Tournament, TournamentTable
from games.tournaments.presenters.data import (
    describe_heading,
    describe_round,
    describe_tournament,
    entrant_of,
    places_at,
    tournaments_of,
)
from games.tournaments.presenters.pages import open_tournament
from games.tournaments.rounds import TieBreakKind
from games.tournaments.services import directing, entering, planning
from games.tournaments.services.planning import (
    ARENA_MINUTES,
    BREAKS,
    PLAYERS,
    ROUND_MINUTES,
    ROUNDS,
    SIZES,
    TournamentTerms,
)
from games.tournaments.streams import TournamentSource

TERMS = (
    *("format", "size", "rounds", "break_seconds", "round_minutes", "arena_minutes"),
    "same_cards",
)
FORMATS = Tournament.Format.values


class ProgressSerializer(serializers.Serializer[Json]):
    """How far a tournament is: `round` is 0 before the first, `pairs_until` is for arenas.

    `round_until`: when the tables of the newest round that are still played are decided.
    """

    round = serializers.IntegerField()
    paused = serializers.BooleanField()
    next_round_at = serializers.DateTimeField(allow_null=True)
    round_until = serializers.DateTimeField(allow_null=True)
    pairs_until = serializers.DateTimeField(allow_null=True)


class TournamentRowSerializer(EventRowSerializer, ProgressSerializer):
    """A tournament in a list: its event, and its format. `rounds`: 0 before it is decided.

    `round_minutes`: how long a round may last, 0 without a limit.
    """

    format = serializers.ChoiceField(FORMATS)
    size = serializers.IntegerField()
    rounds = serializers.IntegerField()
    break_seconds = serializers.IntegerField()
    round_minutes = serializers.IntegerField()
    arena_minutes = serializers.IntegerField()
    same_cards = serializers.BooleanField()


class TieBreakSerializer(serializers.Serializer[Json]):
    kind = serializers.ChoiceField([kind.value for kind in TieBreakKind])
    value = serializers.FloatField()


class StandingSerializer(serializers.Serializer[Json]):
    """A line of the standings; `tie_breaks`: in the order in which they decide."""

    place = serializers.IntegerField()
    username = serializers.CharField(allow_null=True)
    points = serializers.FloatField()
    tie_breaks = TieBreakSerializer(many=True)
    wins = serializers.IntegerField()
    played = serializers.IntegerField()
    withdrawn = serializers.BooleanField()
    away = serializers.BooleanField()


class SeatedPlayerSerializer(serializers.Serializer[Json]):
    username = serializers.CharField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    absent = serializers.BooleanField()


class RoundTableSerializer(serializers.Serializer[Json]):
    """A table of a round; `why`: what its result comes from, if the match was not played out."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    match = serializers.CharField(allow_null=True)
    over = serializers.BooleanField()
    why = serializers.ChoiceField(TournamentTable.Why.values, allow_blank=True)
    players = SeatedPlayerSerializer(many=True)


class RoundSerializer(serializers.Serializer[Json]):
    round = serializers.IntegerField()
    tables = RoundTableSerializer(many=True)
    byes = serializers.ListField(child=serializers.CharField())


class RulingSerializer(serializers.Serializer[Json]):
    """A decision: a table's result, a player removed or let back in, or none of it: the early end.

    `timed_out`: whether the site decided a table when the time for its round was over.
    """

    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    reason = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    removed = serializers.CharField(allow_null=True)
    readmitted = serializers.CharField(allow_null=True)
    timed_out = serializers.BooleanField()


class SheetSerializer(serializers.Serializer[Json]):
    standings = StandingSerializer(many=True)
    tables = RoundTableSerializer(many=True)
    byes = serializers.ListField(child=serializers.CharField())
    rulings = RulingSerializer(many=True)


class TournamentSerializer(TournamentRowSerializer, SheetSerializer):
    """A tournament; `my_match`: the match that you play in it; `away`: whether you sit out."""

    my_match = serializers.CharField(allow_null=True)
    away = serializers.BooleanField()


class TournamentStateSerializer(ProgressSerializer, SheetSerializer):
    """What changes while a tournament is played."""

    type = serializers.ChoiceField(["state"])
    number = serializers.IntegerField()
    status = serializers.ChoiceField(Event.Status.choices)


class TournamentFactsSerializer(EventFactsSerializer):
    """A new tournament; `start` is the local time in `zone`, `rounds` 0 for as many as needed.

    `round_minutes`: how long a round may last, 0 for no limit.
    """

    games = sizes = bots = None  # type: ignore[assignment]  # removes the fields of an event
    game = serializers.CharField(max_length=40)
    format = serializers.ChoiceField(FORMATS)
    size = serializers.IntegerField(min_value=SIZES[0], max_value=SIZES[-1], required=False)
    rounds = serializers.IntegerField(min_value=0, max_value=ROUNDS[-1], required=False)
    break_seconds = serializers.IntegerField(
        min_value=BREAKS[0], max_value=BREAKS[-1], required=False
    )
    round_minutes = serializers.IntegerField(
        min_value=0, max_value=ROUND_MINUTES[-1], required=False
    )
    arena_minutes = serializers.IntegerField(
        min_value=ARENA_MINUTES[0], max_value=ARENA_MINUTES[-1], required=False
    )
    same_cards = serializers.BooleanField(required=False)
    places = serializers.IntegerField(min_value=PLAYERS[0], max_value=PLAYERS[-1], required=False)


class PlaceSerializer(serializers.Serializer[Json]):
    """A player's place at a table; null for one who did not come."""

    username = serializers.CharField(max_length=150)
    place = serializers.IntegerField(min_value=1, max_value=SIZES[-1], allow_null=True)


class DecisionSerializer(serializers.Serializer[Json]):
    """The places of all players at a table. Those who tie share one, and the next is left out."""

    places = serializers.ListField(child=PlaceSerializer(), max_length=SIZES[-1])
    reason = serializers.CharField(max_length=REASON_LENGTH)


class RemovalSerializer(serializers.Serializer[Json]):
    reason = serializers.CharField(max_length=REASON_LENGTH)


class TournamentApiView(ApiView):
    """Base of API views about tournaments."""

    scope = Scope.EVENTS

    def open_event(self, request: Request, tournament_id: str) -> EventAccess:
        access = open_event(request.user, tournament_id)
        open_tournament(access)
        return access

    def tournament(self, request: Request, tournament_id: str, status: int = 200) -> Response:
        """Return the tournament as the caller may see it now."""
        access = self.open_event(request, tournament_id)
        return Response(describe_tournament(access), status=status)


class TournamentsView(TournamentApiView):
    query = EventsQuery

    @operation(
        "tournaments",
        "The tournaments ahead and those that run, your own ones, or those that are over",
        TournamentRowSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        events = finding.listed(self.asked_for(request)["which"], request.user)
        found = tournaments_of(events)
        own = finding.organised_among(events, request.user)
        return Response(
            [
                describe_heading(found[row.event.pk], row, organising=row.event.pk in own)
                for row in rows_of([one for one in events if one.pk in found], request.user)
            ]
        )

    @operation(
        "plan_tournament",
        "Plan a tournament, for a club that you organise or of your own",
        TournamentSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
        request=TournamentFactsSerializer,
    )
    def post(self, request: Request) -> Response:
        given = self.given(request, TournamentFactsSerializer)
        club = given.pop("club")
        terms = TournamentTerms(**{name: given.pop(name) for name in TERMS if name in given})
        facts = EventFacts(games=(given.pop("game"),), **given)
        made = planning.plan(require_signed_in(request.user), facts, terms, club)
        return self.tournament(request, made.pk, status=201)


class TournamentView(TournamentApiView):
    @operation(
        "tournament",
        "A tournament, with its standings and the tables of the newest round",
        TournamentSerializer,
    )
    def get(self, request: Request, tournament_id: str) -> Response:
        return self.tournament(request, tournament_id)


class TournamentRoundView(TournamentApiView):
    @operation("tournament_round", "The tables of one round of a tournament", RoundSerializer)
    def get(self, request: Request, tournament_id: str, number: int) -> Response:
        found = open_tournament(open_event(request.user, tournament_id))
        if not 1 <= number <= found.round:
            raise NoSuchEvent("This tournament has no such round.")
        return Response(describe_round(found, number))


class EntryView(TournamentApiView):
    @operation(
        "join_tournament",
        "Join a tournament; on the waiting list if it is full",
        TournamentSerializer,
    )
    def put(self, request: Request, tournament_id: str) -> Response:
        entering.join(self.open_event(request, tournament_id))
        return self.tournament(request, tournament_id)

    @operation(
        "withdraw_from_tournament", "Withdraw from a tournament; a match that you play goes on"
    )
    def delete(self, request: Request, tournament_id: str) -> Response:
        entering.withdraw(self.open_event(request, tournament_id))
        return Response(status=204)


class HereView(TournamentApiView):
    @operation(
        "be_here_at_tournament",
        "Say that you are here, so that you get a table in the next round",
        TournamentSerializer,
    )
    def put(self, request: Request, tournament_id: str) -> Response:
        entering.be_here(self.open_event(request, tournament_id))
        return self.tournament(request, tournament_id)


class PauseView(TournamentApiView):
    @operation(
        "pause_tournament",
        "Pause a tournament that you organise: no new round begins, for a week at most",
        TournamentSerializer,
    )
    def put(self, request: Request, tournament_id: str) -> Response:
        directing.pause(self.open_event(request, tournament_id))
        return self.tournament(request, tournament_id)

    @operation(
        "resume_tournament", "End the pause of a tournament that you organise", TournamentSerializer
    )
    def delete(self, request: Request, tournament_id: str) -> Response:
        directing.go_on(self.open_event(request, tournament_id))
        return self.tournament(request, tournament_id)


class DecisionView(TournamentApiView):
    @operation(
        "decide_tournament_table",
        "Decide the result of a table, in a tournament that you organise",
        TournamentSerializer,
        description=(
            "For a reason that everyone can read. A match that is still played goes on, but"
            " no longer counts for the tournament."
        ),
        request=DecisionSerializer,
    )
    def put(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        access = self.open_event(request, tournament_id)
        given = self.given(request, DecisionSerializer)
        by_name = {one["username"]: one["place"] for one in given["places"]}
        places = places_at(open_tournament(access), number, table, by_name)
        directing.correct(access, number, table, places, given["reason"])
        return self.tournament(request, tournament_id)


class RemovalView(TournamentApiView):
    @operation(
        "remove_from_tournament",
        "Remove a player from the next rounds of a tournament that you organise",
        TournamentSerializer,
        description="For a reason that everyone can read.",
        request=RemovalSerializer,
    )
    def put(self, request: Request, tournament_id: str, username: str) -> Response:
        access = self.open_event(request, tournament_id)
        reason = self.given(request, RemovalSerializer)["reason"]
        directing.remove(access, entrant_of(open_tournament(access), username), reason)
        return self.tournament(request, tournament_id)

    @operation(
        "readmit_to_tournament",
        "Let a removed player back in, while others may still join; on the waiting list if it is"
        " full",
        TournamentSerializer,
    )
    def delete(self, request: Request, tournament_id: str, username: str) -> Response:
        access = self.open_event(request, tournament_id)
        directing.readmit(access, entrant_of(open_tournament(access), username))
        return self.tournament(request, tournament_id)


class TournamentStreamView(StreamView):
    @extend_schema(
        operation_id="stream_tournament",
        summary="Follow a tournament",
        description="Its standings and newest tables at once, and after every change."
        + ABOUT.format("/api/v1/stream/tournaments/{tournament_id}/"),
        responses=lines_of("TournamentMessage", state=TournamentStateSerializer),
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponseBase:
        return self.stream(request, TournamentSource(request.user, tournament_id))
