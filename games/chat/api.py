"""The chat beside a table as JSON: your room, of the players or of the spectators."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.chat import services as chat
from games.chat.models import TEXT_LENGTH
from games.chat.presenters import describe_line
from games.matches.api.base import KEY_PARAMETER, REFUSALS, MatchApiView


class LineSerializer(serializers.Serializer[Any]):
    """A line, and who wrote it: null where the account is gone."""

    id = serializers.IntegerField()
    username = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    at = serializers.DateTimeField()


class ChatSerializer(serializers.Serializer[Any]):
    room = serializers.ChoiceField(["players", "spectators"])
    lines = LineSerializer(many=True)


class TextSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=TEXT_LENGTH)


class ChatView(MatchApiView):
    scope = Scope.CHAT

    @extend_schema(
        operation_id="chat",
        summary="The newest lines of your room",
        responses={200: ChatSerializer, **REFUSALS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        access = self.open(request, match_id)
        lines = [describe_line(line) for line in chat.lines(access)]
        return Response({"room": str(chat.room_of(access)), "lines": lines})

    @extend_schema(
        operation_id="say",
        summary="Write a line",
        parameters=[KEY_PARAMETER],
        request=TextSerializer,
        responses={201: LineSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> Response:
        access = self.open(request, match_id)
        line = chat.post_line(access, self.given(request, TextSerializer)["text"])
        return Response(describe_line(line), status=201)
