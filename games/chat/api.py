"""The chat of a table as JSON: the room of the players or of the spectators."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.chat import services as chat
from games.chat.models import TEXT_LENGTH
from games.chat.phrases import PHRASES
from games.chat.presenters import chat_data, describe_line
from games.engine.contract import Json
from games.matches.api.base import KEY_PARAMETER, MatchApiView, operation
from games.matches.refusals import BadChatLine


class LineSerializer(serializers.Serializer[Json]):
    """A line and its author: null if the account is gone.

    `phrase`: the key of a phrase that each reader gets in their own language, "" for a typed line.
    """

    id = serializers.IntegerField()
    username = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    phrase = serializers.ChoiceField(["", *PHRASES])
    at = serializers.DateTimeField()


class ChatSerializer(serializers.Serializer[Json]):
    room = serializers.ChoiceField(["players", "spectators"])
    lines = LineSerializer(many=True)


class SayingSerializer(serializers.Serializer[Json]):
    """A text, or the key of a phrase."""

    text = serializers.CharField(max_length=TEXT_LENGTH, required=False)
    phrase = serializers.ChoiceField(list(PHRASES), required=False)


class ChatView(MatchApiView):
    scope = Scope.CHAT

    @operation("chat", "The newest messages of your room", ChatSerializer)
    def get(self, request: Request, match_id: str) -> Response:
        access = self.open(request, match_id)
        return Response({"room": str(chat.room_of(access)), "lines": chat_data(access)})

    @operation(
        "say",
        "Write a message or send a phrase",
        LineSerializer,
        request=SayingSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, match_id: str) -> Response:
        access = self.open(request, match_id)
        given = self.given(request, SayingSerializer)
        if len(given) > 1:
            raise BadChatLine(_("Send a text or a phrase, not both."))
        if "phrase" in given:
            line = chat.post_phrase(access, given["phrase"])
        else:
            line = chat.post_line(access, given.get("text", ""))
        return Response(describe_line(access, line), status=201)
