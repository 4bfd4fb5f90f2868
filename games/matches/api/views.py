"""The JSON API: a match as its viewer sees it, and moves."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from django.utils.translation import gettext_noop as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.http import Visitor
from accounts.models import Scope
from core.version import VERSION
from games.engine.contract import Json
from games.engine.refusals import BadMove, Refusal
from games.matches.api.base import (
    KEY_PARAMETER,
    Act,
    ActionView,
    ApiView,
    MatchApiView,
    etag_of,
    operation,
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
    @operation("version", "The version of the site", VersionSerializer, tags=["version"])
    def get(self, request: Request) -> Response:
        return Response({"version": VERSION})


class MatchView(MatchApiView):
    @operation(
        "match",
        "A match as you may see it",
        StateSerializer,
        description=(
            "Its ETag changes when something happens that you may know of, not with every"
            " second of a clock: `now` and the clocks' time left are as of your request."
        ),
    )
    def get(self, request: Request, match_id: str) -> HttpResponseBase:
        access = self.open(request, match_id)
        arrivals.note(access)
        response = self.state(access)
        response["ETag"] = etag_of(timeless_state(access))
        return response


class FairnessView(MatchApiView):
    @operation(
        "fairness",
        "The sources of a match's seed that are public so far",
        FairnessSerializer,
        description=(
            "Commitments and hashes from the start, the transcript once every seat is"
            " taken, revealed nonces after the deal. The"
            " secrets, and nonces derived from them, are in the record after the end."
        ),
    )
    def get(self, request: Request, match_id: str) -> Response:
        access = self.open(request, match_id)
        return Response(FairnessSerializer(published_of(access.match, access.players)).data)


def _submit_move(user: Visitor, match_id: str, body: Json, turn_token: object) -> Access:
    return commands.submit_move(user, match_id, body, turn_token, again=True)


class MoveView(MatchApiView):
    scope = Scope.PLAY
    submit: Act | None = None

    @operation(
        "legal_moves",
        "Your question, and every legal move",
        MovesSerializer,
        description="`turn_token` is null and `moves` is empty while it is not your turn.",
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(moves_of(self.open(request, match_id)))

    @operation(
        "move",
        "Make a move",
        StateSerializer,
        description=(
            "The body is one of the listed `moves`, with their `turn_token`, so that a move"
            " is played once: your newest move, sent again, is answered with 200 and the state as"
            " it is now. With a key a repeated request gets the first response."
        ),
        parameters=[KEY_PARAMETER],
        request=MoveSerializer,
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        return self.act(request, match_id, self.submit or _submit_move)

    def no_object(self) -> Refusal:
        return BadMove(_("A move must be an object."))


class UndoView(MatchApiView):
    scope = Scope.PLAY

    @operation(
        "undo",
        "Take back your last move of this turn",
        StateSerializer,
        description="Allowed if `may_undo` is true; the body has its `turn_token`.",
        request=UndoSerializer,
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        def act(user: Visitor, match_id: str, _body: Json, turn_token: object) -> Access:
            return commands.take_back(user, match_id, turn_token)

        return self.act(request, match_id, act, known=("turn_token",))


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

    @operation(
        "agree",
        "Agree to call off a match, or want to play on",
        StateSerializer,
        description=(
            "The match ends without ratings once all people at the table agree. The state"
            " lists them in `agreed`; one `false` empties it."
        ),
        request=AgreeSerializer,
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        def act(user: Visitor, match_id: str, body: Json, _turn_token: object) -> Access:
            return leaving.agree_to_call_off(user, match_id, body.get("agree"))

        return self.act(request, match_id, act, known=("agree",))


class EventsView(MatchApiView):
    query = EventsQuery

    @operation(
        "events",
        "The events that your seat knows of",
        EventsSerializer,
        description=(
            "In order, numbered without gaps; use `after` to get only newer ones. Events"
            " that are hidden from your seat have no number here."
        ),
    )
    def get(self, request: Request, match_id: str) -> Response:
        after = self.asked_for(request)["after"]
        return Response(events_for(self.open(request, match_id), after))
