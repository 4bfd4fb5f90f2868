"""Streams as NDJSON: what their addresses take, their messages, and the stream of a match."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.utils import translation
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from accounts.models import AccessToken, Scope
from games.matches.api.base import MOST_KEYS, REFUSALS, ApiView
from games.matches.api.serializers import EventSerializer, StateSerializer
from games.matches.decorators import invited
from games.matches.streams.match_source import MatchSource
from games.matches.streams.response import NDJSON, StreamResponse
from games.matches.streams.stream import Caller, Source

LARGEST = 2**53 - 1
"""The largest number that every program reads as it is written."""
ABOUT = (
    " A message a line, each with its `type`; `alive` after fifteen seconds without another, and"
    " `end`, with a code and a reason, as the last one. Whoever reads too slowly is told so, and"
    " dropped: open it again from your last number. The same messages come over the WebSocket"
    " at `/ws{}`."
)


class FromQuery(serializers.Serializer[Any]):
    """Where a stream goes on."""

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of Python: no class can have a field of that name."""
        given = serializers.IntegerField(
            required=False,
            default=None,
            allow_null=True,
            min_value=0,
            max_value=LARGEST,
            help_text="the last number you have; without it, what happens from now on",
        )
        return {"from": given, **super().get_fields()}


class MatchStreamQuery(FromQuery):
    line = serializers.IntegerField(
        required=False,
        default=None,
        allow_null=True,
        min_value=0,
        max_value=LARGEST,
        help_text="the id of the last line of the chat you have",
    )


class AliveSerializer(serializers.Serializer[Any]):
    """Nothing has happened that you may know of."""

    type = serializers.ChoiceField(["alive"])


class EndSerializer(serializers.Serializer[Any]):
    """Nothing follows. `over`: the match is; `too-slow`, `interrupted`: open the stream again."""

    type = serializers.ChoiceField(["end"])
    code = serializers.CharField()
    reason = serializers.CharField()


class EventMessageSerializer(serializers.Serializer[Any]):
    """What your seat was told: each event once, in order, numbered as `events` does it."""

    type = serializers.ChoiceField(["event"])
    number = serializers.IntegerField()
    event = EventSerializer()


class StateMessageSerializer(serializers.Serializer[Any]):
    """The newest state, after the event of this number, with what you are asked and its moves."""

    type = serializers.ChoiceField(["state"])
    number = serializers.IntegerField()
    state = StateSerializer()


class StreamLineSerializer(serializers.Serializer[Any]):
    """As the endpoint of the chat has it; `phrase` is empty for a line that was written."""

    id = serializers.IntegerField()
    username = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    phrase = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class ChatMessageSerializer(serializers.Serializer[Any]):
    """A line in your room of the chat, for tokens with the scope `chat`."""

    type = serializers.ChoiceField(["chat"])
    line = StreamLineSerializer()


def lines_of(name: str, **messages: type[serializers.Serializer[Any]]) -> dict[Any, Any]:
    """The answers of a stream of these messages, as the schema says them."""
    every: Any = {**messages, "alive": AliveSerializer, "end": EndSerializer}
    message = PolymorphicProxySerializer(
        component_name=name, serializers=every, resource_type_field_name="type"
    )
    return {(200, NDJSON): OpenApiResponse(message, description="a message a line"), **REFUSALS}


class StreamView(ApiView):
    """Base of the streams: for whoever is signed in, since they are counted by person."""

    signed_in = True
    http_method_names = ["get", "options"]

    def stream(self, request: Request, source: Source) -> StreamResponse:
        token = request.auth if isinstance(request.auth, AccessToken) else None
        session = request._request.session
        caller = Caller(self.person, token, session, translation.get_language() or "en")
        caller.check()
        return StreamResponse(source, caller)


def may_chat(token: AccessToken | None) -> bool:
    """Whether the chat is read along: by browsers, and by tokens that were made for it."""
    return token is None or Scope.CHAT in token.scopes


class MatchStreamView(StreamView):
    @extend_schema(
        operation_id="stream_match",
        summary="A match as it goes on",
        description="What your seat is told, each event once, and the state it led to."
        + ABOUT.format("/api/v1/stream/matches/{match_id}/"),
        parameters=[MatchStreamQuery],
        responses=lines_of(
            "MatchMessage",
            event=EventMessageSerializer,
            state=StateMessageSerializer,
            chat=ChatMessageSerializer,
        ),
    )
    def get(self, request: Request, match_id: str) -> HttpResponseBase:
        asked = self.asked_for(request, MatchStreamQuery)
        source = MatchSource(
            request.user,
            match_id,
            [*invited(request._request), *request.query_params.getlist("key")[:MOST_KEYS]],
            after=asked["from"],
            chat=may_chat(request.auth if isinstance(request.auth, AccessToken) else None),
            line=asked["line"],
        )
        return self.stream(request, source)
