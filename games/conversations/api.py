"""The JSON API of messages. Reads need the scope `messages` too: they are private."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.chat.models import TEXT_LENGTH
from games.conversations.services import opening, writing
from games.conversations.services.opening import open_conversation
from games.engine.contract import Json
from games.matches.api.base import KEY_PARAMETER, ApiView, UtcField, operation


class MessagePersonSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    name = serializers.CharField()


class ConversationSerializer(serializers.Serializer[Any]):
    """A conversation; `people`: the others; `unread`: the messages you have not seen."""

    key = serializers.CharField(source="conversation.key")
    group = serializers.BooleanField(source="conversation.group")
    people = MessagePersonSerializer(source="others", many=True)
    unread = serializers.IntegerField()
    last_at = UtcField(source="conversation.last_at")


class MessageSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    conversation = serializers.CharField(source="conversation.key")
    username = serializers.CharField(source="author.username")
    name = serializers.CharField(source="author.name")
    text = serializers.CharField()
    at = UtcField()


class MessageTextSerializer(serializers.Serializer[Json]):
    text = serializers.CharField(max_length=TEXT_LENGTH)


class MessagesApiView(ApiView):
    """Base of API views of messages."""

    scope = Scope.MESSAGES
    read_scope = Scope.MESSAGES
    signed_in = True


class ConversationsView(MessagesApiView):
    @operation(
        "conversations", "Your conversations, newest first", ConversationSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        rows = opening.conversations_of(self.person)
        return Response(ConversationSerializer(rows, many=True).data)


class WriteToView(MessagesApiView):
    @operation(
        "write_to",
        "Write to a friend: a user you follow who follows you, too",
        MessageSerializer,
        request=MessageTextSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, username: str) -> Response:
        given = self.given(request, MessageTextSerializer)
        message = writing.write_to(self.person, username, given["text"])
        return Response(MessageSerializer(message).data, status=201)


class ConversationView(MessagesApiView):
    @operation(
        "conversation",
        "The newest messages of a conversation; you have then seen them",
        MessageSerializer(many=True),
    )
    def get(self, request: Request, conversation_key: str) -> Response:
        access = open_conversation(self.person, conversation_key)
        writing.mark_seen(access)
        return Response(MessageSerializer(writing.lines(access), many=True).data)

    @operation(
        "say_in_conversation",
        "Write a message to the participants",
        MessageSerializer,
        request=MessageTextSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, conversation_key: str) -> Response:
        given = self.given(request, MessageTextSerializer)
        message = writing.post(open_conversation(self.person, conversation_key), given["text"])
        return Response(MessageSerializer(message).data, status=201)

    @operation("leave_conversation", "Leave a conversation of several players")
    def delete(self, request: Request, conversation_key: str) -> Response:
        opening.leave(open_conversation(self.person, conversation_key))
        return Response(status=204)
