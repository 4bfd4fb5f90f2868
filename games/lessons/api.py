"""Lessons as JSON: which there are, and each as data that a program can play through."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.lessons.course import lesson_of
from games.lessons.presenters import describe_lesson, describe_lessons
from games.lessons.services import progress_in
from games.matches.api.base import REFUSALS, ApiView


class LessonRowSerializer(serializers.Serializer[Any]):
    """A lesson in a list; `done`: the steps that you have done since you last began it."""

    game = serializers.CharField()
    lesson = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField()
    minutes = serializers.IntegerField()
    steps = serializers.IntegerField()
    done = serializers.IntegerField()
    finished = serializers.BooleanField()


class LessonStepSerializer(serializers.Serializer[Any]):
    """What is said; the moves that lead on, by some of their keys, empty to read on; what is said
    then; and the moves that others make, with their `seat`."""

    say = serializers.CharField()
    awaited = serializers.ListField(child=serializers.DictField())
    right = serializers.CharField(allow_blank=True)
    then = serializers.ListField(child=serializers.DictField())


class LessonSerializer(serializers.Serializer[Any]):
    """A lesson as data: where it begins, as a record does, and its steps."""

    game = serializers.CharField()
    lesson = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField()
    minutes = serializers.IntegerField()
    rules = serializers.IntegerField()
    seats = serializers.IntegerField()
    seat = serializers.IntegerField()
    options = serializers.JSONField()
    seed = serializers.CharField()
    position = serializers.JSONField(allow_null=True)
    steps = LessonStepSerializer(many=True)
    closing = serializers.CharField()


class LessonsView(ApiView):
    @extend_schema(
        operation_id="lessons",
        summary="The lessons of all games, and how far you are",
        responses={200: LessonRowSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        progress = progress_in(request.user, request._request.session)
        return Response(describe_lessons(progress))


class LessonView(ApiView):
    @extend_schema(
        operation_id="lesson",
        summary="A lesson, step by step",
        responses={200: LessonSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str, lesson: str) -> Response:
        return Response(describe_lesson(slug, lesson_of(slug, lesson)))
