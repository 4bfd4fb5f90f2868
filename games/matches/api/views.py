"""The JSON API: a match as its viewer sees it, and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException, MethodNotAllowed, ParseError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import SCHEME
from accounts.models import Scope
from games.engine.contract import Json
from games.engine.refusals import BadMove, Refusal
from games.matches.access import Access, open_match
from games.matches.api.serializers import (
    FairnessSerializer,
    MoveSerializer,
    RefusalSerializer,
    StateSerializer,
    UndoSerializer,
)
from games.matches.decorators import describe_refusal, invited
from games.matches.presenters.rendering import answered_state, state_of
from games.matches.refusals import BadBody, WrongMethod
from games.matches.services import arrivals, play, running, time_source
from games.matches.services.fairness import published_of

RETRY_AFTER = "60"
"""Seconds: all that is counted is counted by the minute, or longer."""
Act = Callable[[Any, str, Json, Any], Access]
"""(user, match id, body, the question it answers) → the match after it."""
REFUSALS = {
    status: OpenApiResponse(RefusalSerializer)
    for status in (400, 401, 403, 404, 405, 409, 413, 429)
}


def refusal_response(refusal: Refusal, **more: Any) -> Response:
    """`{"error": {"code", "reason"}}`, and the headers that such a status asks for."""
    response = Response({"error": describe_refusal(refusal), **more}, status=refusal.status)
    if refusal.status == 401:
        response["WWW-Authenticate"] = SCHEME
    if refusal.status == 429:
        response["Retry-After"] = RETRY_AFTER
    return response


class MatchApiView(APIView):
    """Base of API views: answers every refusal and error as `{"error": {"code", "reason"}}`."""

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Refusal):
            return refusal_response(exc)
        if isinstance(exc, MethodNotAllowed):
            return refusal_response(
                WrongMethod(_("This address does not answer to that. Go back and try again."))
            )
        response = super().handle_exception(exc)
        if isinstance(exc, APIException):
            code = str(exc.get_codes()).replace("_", "-")
            response.data = {"error": {"code": code, "reason": str(exc.detail)}}
        return response

    def act(self, request: Request, match_id: str, act: Act) -> HttpResponseBase:
        """Do what the body asks for; answer with the new state, or the refusal and the state."""
        try:
            body = self._body(request)
            access = act(request.user, match_id, body, body.get("asked"))
        except Refusal as refusal:
            table = state_of(self.open(request, match_id), time_source.now())
            return refusal_response(refusal, table=table)
        return self.state(access)

    def state(self, access: Access) -> HttpResponseBase:
        return HttpResponse(answered_state(access), content_type="application/json")

    def _body(self, request: Request) -> Json:
        try:
            body = request.data
        except ParseError:
            raise BadBody(_("The body is no JSON.")) from None
        if not isinstance(body, dict):
            raise BadMove(_("A move is an object."))
        return body

    def open(self, request: Request, match_id: str) -> Access:
        return open_match(request.user, match_id, invited(request._request))


class MatchView(MatchApiView):
    @extend_schema(
        operation_id="match",
        summary="A match as you may see it",
        responses={200: StateSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> HttpResponseBase:
        access = self.open(request, match_id)
        arrivals.note(access)
        return self.state(access)


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
        operation_id="move",
        summary="Make a move",
        description="The body is one of the listed `moves` and the `asked` that came with them.",
        request=MoveSerializer,
        responses={200: StateSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        return self.act(request, match_id, running.submit_move)


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
            return play.take_back(user, match_id, asked)

        return self.act(request, match_id, act)
