"""The JSON door: a match as its viewer sees it, and moves."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException, MethodNotAllowed, ParseError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.access import Access, open_match
from games.api.serializers import MoveSerializer, RefusalSerializer, StateSerializer
from games.engine.refusals import BadMove, Refusal
from games.models import Match
from games.presenters.lobby import waiting_room
from games.presenters.table import table_for
from games.presenters.words import say
from games.services import play
from games.services.refusals import BadBody, WrongMethod, status_of
from games.views.doors import invited

REFUSALS = {
    status: OpenApiResponse(RefusalSerializer)
    for status in (400, 401, 403, 404, 405, 409, 413, 429)
}


def state_of(access: Access) -> dict[str, Any]:
    """A match as JSON, in whatever state it is."""
    match = access.match
    if match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        players = waiting_room(access).players
        return {
            "match": match.id,
            "game": match.game,
            "status": match.status,
            "options": match.options,
            "seats": match.seats,
            "players": [{"name": player.name, "bot": bool(player.bot)} for player in players],
        }
    return table_for(access).state()


def refused(refusal: Refusal, **more: Any) -> Response:
    told = {"code": refusal.code, "reason": say(refusal)}
    return Response({"error": told, **more}, status=status_of(refusal))


class MatchApiView(APIView):
    """What the views share: refusals of every kind as `{"error": {"code", "reason"}}`."""

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Refusal):
            return refused(exc)
        if isinstance(exc, ParseError):
            return refused(BadBody(_("The body is no JSON.")))
        if isinstance(exc, MethodNotAllowed):
            return refused(WrongMethod(_("This address is not used that way.")))
        response = super().handle_exception(exc)
        if isinstance(exc, APIException):
            code = exc.get_codes()
            told = {"code": code if isinstance(code, str) else "refused", "reason": str(exc.detail)}
            response.data = {"error": told}
        return response

    def open(self, request: Request, match_id: str) -> Access:
        return open_match(request.user, match_id, invited(request._request))


class MatchView(MatchApiView):
    @extend_schema(
        operation_id="match",
        summary="A match as you may see it",
        responses={200: StateSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(state_of(self.open(request, match_id)))


class MoveView(MatchApiView):
    @extend_schema(
        operation_id="move",
        summary="Make a move",
        description="The body is one of the listed `moves` and the `asked` that came with them.",
        request=MoveSerializer,
        responses={200: StateSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> Response:
        access = self.open(request, match_id)
        try:
            move = self._move(request)
            play.submit_move(request.user, match_id, move, move.get("asked"))
        except Refusal as refusal:
            return refused(refusal, table=state_of(access))
        return Response(state_of(self.open(request, match_id)))

    def _move(self, request: Request) -> dict[str, Any]:
        if not isinstance(request.data, dict):
            raise BadMove(_("A move is an object."))
        return request.data
