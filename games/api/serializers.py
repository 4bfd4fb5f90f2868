"""The shapes of the JSON door, for the schema; the presenters write the content."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class PlayerSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField(required=False)
    name = serializers.CharField()
    bot = serializers.BooleanField()
    left = serializers.BooleanField(required=False)


class StateSerializer(serializers.Serializer[Any]):
    """A match as one viewer may see it."""

    match = serializers.CharField()
    game = serializers.CharField()
    status = serializers.ChoiceField(["open", "running", "finished", "closed"])
    options = serializers.JSONField()
    seat = serializers.IntegerField(allow_null=True, required=False)
    players = PlayerSerializer(many=True)
    view = serializers.JSONField(required=False)
    moves = serializers.ListField(child=serializers.JSONField(), required=False)
    asked = serializers.CharField(allow_null=True, required=False)
    may_undo = serializers.BooleanField(required=False)
    until = serializers.DateTimeField(allow_null=True, required=False)
    seen = serializers.IntegerField(required=False)
    outcome = serializers.JSONField(required=False)


class MoveSerializer(serializers.Serializer[Any]):
    """A move: its type, the question it answers, and the fields of its type."""

    type = serializers.CharField()
    asked = serializers.CharField()


class UndoSerializer(serializers.Serializer[Any]):
    """Taking back: the question that stands now."""

    asked = serializers.CharField()


class ErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    reason = serializers.CharField()


class RefusalSerializer(serializers.Serializer[Any]):
    """What was declined and why; with a move the fresh table."""

    error = ErrorSerializer()
    table = StateSerializer(required=False)
