"""The JSON API: a match as its viewer sees it, and moves."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.engine.contract import Json
from games.matches.access import Access
from games.matches.api.base import REFUSALS, ActionView, MatchApiView, etag_of, write_schema
from games.matches.api.serializers import (
    EventsQuery,
    EventsSerializer,
    FairnessSerializer,
    HintSerializer,
    MoveSerializer,
    MovesSerializer,
    StateSerializer,
    UndoSerializer,
)
from games.matches.presenters.events import events_for
from games.matches.presenters.rendering import moves_of, timeless_state
from games.matches.services import arrivals, commands, hints, leaving
from games.matches.services.fairness import published_of
from refusals import Refusal


class MatchView(MatchApiView):
    @extend_schema(
        operation_id="match",
        summary="A match as you may see it",
        description="Its ETag changes when something happens that you may know of, not with every"
        " second of a clock: `now`, and what is left of the clocks, count from when you asked.",
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
        summary="What the seed of a match is drawn from, as far as it may be known",
        description="Commitments and hashes from the start, revealed nonces after the deal; the"
        " secrets, and what follows from them, are in the record after the end.",
        responses={200: FairnessSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        access = self.open(request, match_id)
        return Response(FairnessSerializer(published_of(access.match, access.players)).data)


class MoveView(MatchApiView):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="legal_moves",
        summary="What you are asked, and every move that answers it",
        description="`asked` is null, and `moves` empty, while you are not to decide.",
        responses={200: MovesSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(moves_of(self.open(request, match_id)))

    @extend_schema(
        operation_id="move",
        summary="Make a move",
        description="The body is one of the listed `moves` and the `asked` that came with them.",
        request=MoveSerializer,
        responses={200: StateSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        return self.act(request, match_id, commands.submit_move)


class UndoView(MatchApiView):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="undo",
        summary="Take your last move of this turn back",
        description="Where `may_undo` says so; the body quotes the `asked` that came with it.",
        request=UndoSerializer,
        responses={200: StateSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        def act(user: Any, match_id: str, _body: Json, asked: Any) -> Access:
            return commands.take_back(user, match_id, asked)

        return self.act(request, match_id, act)


@write_schema("resign", "Leave a running match")
class ResignView(ActionView):
    does = staticmethod(commands.resign)


@write_schema(
    "call_off",
    "Call off a match in which nobody has moved yet",
    description="Where `may_abort` says so. It counts for nobody.",
)
class AbortView(ActionView):
    does = staticmethod(leaving.abort)


@write_schema(
    "hint",
    "What a strong bot would do at your seat",
    UndoSerializer,
    response=HintSerializer,
    description="In unrated matches in which bots alone play the other seats, twenty a minute. It"
    " knows what your seat may know; the body quotes the question, `asked`.",
)
class HintView(MatchApiView):
    scope = Scope.PLAY

    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        try:
            asked = self.body(request).get("asked")
            access, move = hints.hint(request.user, match_id, asked)
        except Refusal as refusal:
            return self.refused(request, match_id, refusal)
        return Response({"game": access.match.game, "asked": asked, "move": move.dump()})


class EventsView(MatchApiView):
    @extend_schema(
        operation_id="events",
        summary="What your seat was told so far",
        description="In the order in which it happened, numbered by what you know of: ask with"
        " `after` for what is new. What others do unseen has no number here.",
        parameters=[EventsQuery],
        responses={200: EventsSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        after = self.asked_for(request, EventsQuery)["after"]
        return Response(events_for(self.open(request, match_id), after))
