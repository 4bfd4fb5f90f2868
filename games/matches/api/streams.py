"""Streams as NDJSON: their parameters, their messages, and the stream of a match."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.utils import translation
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from accounts.models import AccessToken, Scope
from games.engine.contract import Json
from games.matches.api.base import MOST_KEYS, REFUSALS, Answers, ApiView
from games.matches.api.bodies import Shape
from games.matches.api.serializers import EventSerializer, StateSerializer
from games.matches.client_json import LARGEST
from games.matches.decorators import invited
from games.matches.streams.all_matches import LONGEST, AllMatchesSource, read_numbers
from games.matches.streams.match_source import MatchSource
from games.matches.streams.response import NDJSON, StreamResponse
from games.matches.streams.stream import Caller, Source

ABOUT = (
    " One message per line, each with its `type`: `alive` after fifteen seconds without another"
    " message, and `end`, with a code and a reason, as the last one. A client that reads too slowly"
    " gets the code `too-slow` and is disconnected: open the stream again from your last number."
    " The WebSocket at `/ws{}` sends the same messages."
)


class FromQuery(serializers.Serializer[Json]):
    """The number from which a stream continues."""

    def get_fields(self) -> dict[str, Any]:
        """Add the field `from`, which cannot be a class attribute: it is a keyword of Python."""
        given = serializers.IntegerField(
            required=False,
            default=None,
            allow_null=True,
            min_value=0,
            max_value=LARGEST,
            help_text="the last number you have; without it, only new events are sent",
        )
        return {"from": given, **super().get_fields()}


class MatchStreamQuery(FromQuery):
    line = serializers.IntegerField(
        required=False,
        default=None,
        allow_null=True,
        min_value=0,
        max_value=LARGEST,
        help_text="the id of the last chat line you have",
    )


class AllMatchesQuery(serializers.Serializer[Json]):
    """The numbers from which the matches of a stream continue."""

    def get_fields(self) -> dict[str, Any]:
        """Add the field `from`, as in `FromQuery`."""
        given = serializers.CharField(
            required=False,
            max_length=LONGEST,
            help_text="the last number you have of each match, like `k7wq3mh2xa:12,m2cd8rt5ze:3`;"
            " others begin with their newest state",
        )
        return {"from": given, **super().get_fields()}


class AliveSerializer(serializers.Serializer[Json]):
    """A sign of life: nothing has happened that you may know of."""

    type = serializers.ChoiceField(["alive"])


class EndSerializer(serializers.Serializer[Json]):
    """The last message. `over`: the match ended; `too-slow`, `interrupted`: open it again."""

    type = serializers.ChoiceField(["end"])
    code = serializers.CharField()
    reason = serializers.CharField()


class EventMessageSerializer(serializers.Serializer[Json]):
    """An event that your seat knows of: each one once, in order, numbered as in `events`."""

    type = serializers.ChoiceField(["event"])
    number = serializers.IntegerField()
    event = EventSerializer()


class StateMessageSerializer(serializers.Serializer[Json]):
    """The newest state, after the event of this number, with your question and legal moves."""

    type = serializers.ChoiceField(["state"])
    number = serializers.IntegerField()
    state = StateSerializer()


class MatchEventMessageSerializer(EventMessageSerializer):
    """An event of one of your matches."""

    match = serializers.CharField()


class MatchStateMessageSerializer(StateMessageSerializer):
    """The newest state of one of your matches."""

    match = serializers.CharField()


class MatchEndedMessageSerializer(serializers.Serializer[Json]):
    """The last message about a match. `over`: it ended; `not-a-player`: you left it."""

    match = serializers.CharField()
    type = serializers.ChoiceField(["ended"])
    code = serializers.CharField()
    reason = serializers.CharField()


class StreamLineSerializer(serializers.Serializer[Json]):
    """A chat line, as the chat's endpoint has it; `phrase` is empty for a line that was typed."""

    id = serializers.IntegerField()
    username = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    phrase = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class ChatMessageSerializer(serializers.Serializer[Json]):
    """A line in your room of the chat, for tokens with the scope `chat`."""

    type = serializers.ChoiceField(["chat"])
    line = StreamLineSerializer()


def lines_of(name: str, **messages: Shape) -> Answers:
    """Return the schema of the answers of a stream with these messages."""
    every: Any = {**messages, "alive": AliveSerializer, "end": EndSerializer}
    message = PolymorphicProxySerializer(
        component_name=name, serializers=every, resource_type_field_name="type"
    )
    return {(200, NDJSON): OpenApiResponse(message, description="one message per line"), **REFUSALS}


class StreamView(ApiView):
    """Base of the stream views: only for signed-in users, because streams are limited per user."""

    signed_in = True
    http_method_names = ["get", "options"]

    def stream(self, request: Request, source: Source) -> StreamResponse:
        token = request.auth if isinstance(request.auth, AccessToken) else None
        session = request._request.session
        caller = Caller(self.person, token, session, translation.get_language() or "en")
        caller.check()
        return StreamResponse(source, caller)


def may_chat(token: AccessToken | None) -> bool:
    """Return whether a caller gets chat lines: browsers do, and tokens with the scope `chat`."""
    return token is None or Scope.CHAT in token.scopes


class MatchStreamView(StreamView):
    query = MatchStreamQuery

    @extend_schema(
        operation_id="stream_match",
        summary="Follow a match",
        description="Every event that your seat knows of, once, and the state after it."
        + ABOUT.format("/api/v1/stream/matches/{match_id}/"),
        responses=lines_of(
            "MatchMessage",
            event=EventMessageSerializer,
            state=StateMessageSerializer,
            chat=ChatMessageSerializer,
        ),
    )
    def get(self, request: Request, match_id: str) -> HttpResponseBase:
        asked = self.asked_for(request)
        source = MatchSource(
            request.user,
            match_id,
            [*invited(request._request), *request.query_params.getlist("key")[:MOST_KEYS]],
            after=asked["from"],
            chat=may_chat(request.auth if isinstance(request.auth, AccessToken) else None),
            line=asked["line"],
        )
        return self.stream(request, source)


class AllMatchesStreamView(StreamView):
    query = AllMatchesQuery

    @extend_schema(
        operation_id="stream_matches",
        summary="Follow all the matches that you play, up to a hundred",
        description="The messages of each match's own stream, without its chat, each with the id"
        " of its `match`. Matches that begin later are followed too. A match ends"
        " with a message of type `ended`; the stream goes on."
        + ABOUT.format("/api/v1/stream/matches/"),
        responses=lines_of(
            "MatchesMessage",
            event=MatchEventMessageSerializer,
            state=MatchStateMessageSerializer,
            ended=MatchEndedMessageSerializer,
        ),
    )
    def get(self, request: Request) -> HttpResponseBase:
        after = read_numbers(self.asked_for(request).get("from", ""))
        return self.stream(request, AllMatchesSource(self.person, after))
