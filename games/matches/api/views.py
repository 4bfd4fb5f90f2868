"""The JSON API: a match as its viewer sees it, and moves."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.http import Visitor
from accounts.models import Scope
from core.version import VERSION
from games.engine.contract import Json
from games.matches.api.base import (
    KEY_PARAMETER,
    REFUSALS,
    Act,
    ActionView,
    ApiView,
    MatchApiView,
    etag_of,
    write_schema,
)
from games.matches.api.serializers import (
    AgreeSerializer,
    EventsQuery,
    EventsSerializer,
    FairnessSerializer,
    MoveSerializer,
    MovesSerializer,
    StateSerializer,
    UndoSerializer,
    VersionSerializer,
)
from games.matches.presenters.events import events_for
from games.matches.presenters.rendering import moves_of, timeless_state
from games.matches.services import arrivals, commands, leaving
from games.matches.services.fairness import published_of
from games.matches.viewing import Access


class RootView(ApiView):
    @extend_schema(
        operation_id="version",
        summary="The version of the site",
        tags=["version"],
        responses={200: VersionSerializer, **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        return Response({"version": VERSION})


class MatchView(MatchApiView):
    @extend_schema(
        operation_id="match",
        summary="A match as you may see it",
        description="Its ETag changes when something happens that you may know of, not with every"
        " second of a clock: `now` and the clocks' time left are as of your request.",
        responses={200: StateSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> HttpResponseBase:
        access = self.open(request, match_id)
        arrivals.note(access)
        response = self.state(access)
        response["ETag"] = etag_of(timeless_state(access))
        return response


class FairnessView(MatchApiView):
    @extend_schema(
        operation_id="fairness",
        summary="The sources of a match's seed that are public so far",
        description="Commitments and hashes from the start, the transcript once every seat is"
        " taken, revealed nonces after the deal. The"
        " secrets, and nonces derived from them, are in the record after the end.",
        responses={200: FairnessSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        access = self.open(request, match_id)
        return Response(FairnessSerializer(published_of(access.match, access.players)).data)


def _submit_move(user: Visitor, match_id: str, body: Json, turn_token: object) -> Access:
    return commands.submit_move(user, match_id, body, turn_token, again=True)


class MoveView(MatchApiView):
    scope = Scope.PLAY
    submit: Act | None = None

    @extend_schema(
        operation_id="legal_moves",
        summary="Your question, and every legal move",
        description="`turn_token` is null and `moves` is empty while it is not your turn.",
        responses={200: MovesSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(moves_of(self.open(request, match_id)))

    @extend_schema(
        operation_id="move",
        summary="Make a move",
        description="The body is one of the listed `moves`, with their `turn_token`, so that a move"
        " is played once: your newest move, sent again, is answered with 200 and the state as it is"
        " now. With a key a repeated request gets the first response.",
        parameters=[KEY_PARAMETER],
        request=MoveSerializer,
        responses={200: StateSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        return self.act(request, match_id, self.submit or _submit_move)


class UndoView(MatchApiView):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="undo",
        summary="Take back your last move of this turn",
        description="Allowed if `may_undo` is true; the body has its `turn_token`.",
        request=UndoSerializer,
        responses={200: StateSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        def act(user: Visitor, match_id: str, _body: Json, turn_token: object) -> Access:
            return commands.take_back(user, match_id, turn_token)

        return self.act(request, match_id, act)


@write_schema("resign", "Leave a running match")
class ResignView(ActionView):
    does = staticmethod(commands.resign)


@write_schema(
    "call_off",
    "Call off a match in which no player has moved yet",
    description="Allowed if `may_abort` is true. The match changes no ratings.",
)
class AbortView(ActionView):
    does = staticmethod(leaving.abort)


class AgreeView(MatchApiView):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="agree",
        summary="Agree to call off a match, or want to play on",
        description="The match ends without ratings once all people at the table agree. The state"
        " lists them in `agreed`; one `false` empties it.",
        request=AgreeSerializer,
        responses={200: StateSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        def act(user: Visitor, match_id: str, body: Json, _turn_token: object) -> Access:
            return leaving.agree_to_call_off(user, match_id, body.get("agree"))

        return self.act(request, match_id, act)


class EventsView(MatchApiView):
    query = EventsQuery

    @extend_schema(
        operation_id="events",
        summary="The events that your seat knows of",
        description="In order, numbered without gaps; use `after` to get only newer ones. Events"
        " that are hidden from your seat have no number here.",
        parameters=[EventsQuery],
        responses={200: EventsSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        after = self.asked_for(request)["after"]
        return Response(events_for(self.open(request, match_id), after))
