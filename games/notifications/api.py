"""The stream of what concerns a person, as NDJSON."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.matches.api.streams import ABOUT, FromQuery, StreamView, lines_of
from games.notifications.models import Notification
from games.notifications.stream import PersonSource


class PlayedSerializer(serializers.Serializer[Any]):
    match = serializers.CharField()
    game = serializers.CharField()


class AskedSerializer(PlayedSerializer):
    since = serializers.DateTimeField(allow_null=True)


class NowSerializer(serializers.Serializer[Any]):
    """The first message: the matches you play, and those that wait for your answer.

    `number`: the newest notice you need not be sent any more."""

    type = serializers.ChoiceField(["now"])
    number = serializers.IntegerField()
    playing = PlayedSerializer(many=True)
    asked = AskedSerializer(many=True)


class AskedMessageSerializer(AskedSerializer):
    """A match waits for your answer, now or anew."""

    type = serializers.ChoiceField(["asked"])


class AnsweredMessageSerializer(serializers.Serializer[Any]):
    """It does not any more."""

    type = serializers.ChoiceField(["answered"])
    match = serializers.CharField()


class BeganMessageSerializer(PlayedSerializer):
    """A match of yours has begun."""

    type = serializers.ChoiceField(["began"])


class EndedMessageSerializer(PlayedSerializer):
    """You play there no more: it is over, or, while its status is `running`, you left."""

    type = serializers.ChoiceField(["ended"])
    status = serializers.CharField(allow_null=True)


class NewsMessageSerializer(serializers.Serializer[Any]):
    """A notice, as the bell has it: what happened, by whom, and where to look. `waits`: whether
    somebody waits for your answer."""

    type = serializers.ChoiceField(["news"])
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(Notification.Kind.values)
    match = serializers.CharField(allow_null=True)
    by = serializers.CharField(allow_null=True)
    facts = serializers.DictField()
    waits = serializers.BooleanField()
    url = serializers.CharField()
    at = serializers.DateTimeField()


class PersonStreamView(StreamView):
    @extend_schema(
        operation_id="stream_me",
        summary="What concerns you, as it happens",
        description="First how it is now, whole; then matches that begin, wait for you and end,"
        " challenges, invitations, rematches and what else the bell tells."
        + ABOUT.format("/api/v1/stream/me/"),
        parameters=[FromQuery],
        responses=lines_of(
            "PersonMessage",
            now=NowSerializer,
            began=BeganMessageSerializer,
            asked=AskedMessageSerializer,
            answered=AnsweredMessageSerializer,
            ended=EndedMessageSerializer,
            news=NewsMessageSerializer,
        ),
    )
    def get(self, request: Request) -> HttpResponseBase:
        after = self.asked_for(request, FromQuery)["from"]
        return self.stream(request, PersonSource(self.person.pk, after))
