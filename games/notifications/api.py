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


class NumberedSerializer(PlayedSerializer):
    """A message about a match; `number`: where to go on from, once you have it."""

    number = serializers.IntegerField()


class AskedSerializer(PlayedSerializer):
    since = serializers.DateTimeField(allow_null=True)


class NowSerializer(serializers.Serializer[Any]):
    """The first message without `from`: the matches you play, and those that wait for your answer.

    `number`: that of the last message before it. Also the first one where what followed your number
    is not stored any more, after a week or 5000 messages: forget then what you knew."""

    type = serializers.ChoiceField(["now"])
    number = serializers.IntegerField()
    playing = PlayedSerializer(many=True)
    asked = AskedSerializer(many=True)


class AskedMessageSerializer(NumberedSerializer):
    """A match waits for your answer, now or anew. Of questions that came and went unseen nothing
    is told: the stream of the match says what happened."""

    type = serializers.ChoiceField(["asked"])
    since = serializers.DateTimeField(allow_null=True)


class AnsweredMessageSerializer(NumberedSerializer):
    """It does not any more."""

    type = serializers.ChoiceField(["answered"])


class BeganMessageSerializer(NumberedSerializer):
    """A match of yours has begun."""

    type = serializers.ChoiceField(["began"])


class EndedMessageSerializer(NumberedSerializer):
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
        description="First how it is now, whole; then, numbered, matches that begin, wait for you"
        " and end, challenges, invitations, rematches and what else the bell tells. With `from`"
        " what followed that number, each message once, whatever happened meanwhile."
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
