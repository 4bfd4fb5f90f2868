"""The stream of a user's matches and news, as NDJSON."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.engine.contract import Json
from games.matches.api.streams import ABOUT, FromQuery, StreamView, lines_of
from games.notifications.models import Notification
from games.notifications.stream import PersonSource


class PlayedSerializer(serializers.Serializer[Json]):
    match = serializers.CharField()
    game = serializers.CharField()


class NumberedSerializer(PlayedSerializer):
    """A message about a match; `number`: the number to resume after, once you have it."""

    number = serializers.IntegerField()


class AskedSerializer(PlayedSerializer):
    since = serializers.DateTimeField(allow_null=True)


class NowSerializer(serializers.Serializer[Json]):
    """The state: the matches you play, and those that wait for your answer.

    It is the first message without `from`. It is also the first one if the messages after your
    number are no longer stored, after a week or 5000 messages, or if the site has no such number:
    then discard your state. `number`: that of the last message before it.
    """

    type = serializers.ChoiceField(["now"])
    number = serializers.IntegerField()
    playing = PlayedSerializer(many=True)
    asked = AskedSerializer(many=True)


class AskedMessageSerializer(NumberedSerializer):
    """A match waits for your answer, or for another one than before.

    A question that came and went between two messages is not sent: the stream of the match has it.
    """

    type = serializers.ChoiceField(["asked"])
    since = serializers.DateTimeField(allow_null=True)


class AnsweredMessageSerializer(NumberedSerializer):
    """A match no longer waits for your answer."""

    type = serializers.ChoiceField(["answered"])


class BeganMessageSerializer(NumberedSerializer):
    """A match of yours has begun."""

    type = serializers.ChoiceField(["began"])


class EndedMessageSerializer(NumberedSerializer):
    """You no longer play there: it is over, or, while its status is `running`, you left."""

    type = serializers.ChoiceField(["ended"])
    status = serializers.CharField(allow_null=True)


class NewsMessageSerializer(serializers.Serializer[Json]):
    """A notification, as the bell shows it: the kind, its cause, and the page it is about.

    `waits`: whether it waits for your answer.
    """

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
    query = FromQuery

    @extend_schema(
        operation_id="stream_me",
        summary="Your matches and news, as they happen",
        description="First the whole current state; then numbered messages about matches that"
        " begin, wait for you and end, challenges, invitations, rematches and other news of the"
        " bell. With `from`, the messages after that number, each exactly once."
        + ABOUT.format("/api/v1/stream/me/"),
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
        after = self.asked_for(request)["from"]
        return self.stream(request, PersonSource(self.person.pk, after))
