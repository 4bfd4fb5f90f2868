"""Lessons as JSON: which there are, and each as data that a program can play through."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.engine.contract import Json
from games.engine.refusals import Refusal
from games.lessons.course import Course, lesson_of
from games.lessons.data import describe_course, describe_lesson, describe_lessons
from games.lessons.services import Progress, course_of, progress_in, store
from games.matches.api.base import REFUSALS, ApiView, Shape, refusal_response, write_schema
from games.matches.api.serializers import ErrorSerializer


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


class CourseSerializer(serializers.Serializer[Any]):
    """Where you are in a lesson, and its table as you see it.

    `step` of `steps`; `right`: what is said of what you did last; `says`: what is said now.
    `waits`: for your `move`, for you to `read` on, or to see what the `others` do, one thing after
    the other; null at the end. `asked` names what is open; `finished`: whether you have ever come
    to the end.
    """

    game = serializers.CharField()
    lesson = serializers.CharField()
    step = serializers.IntegerField()
    steps = serializers.IntegerField()
    right = serializers.CharField(allow_blank=True)
    says = serializers.CharField(allow_blank=True)
    waits = serializers.ChoiceField(["move", "read", "others"], allow_null=True)
    asked = serializers.CharField()
    seat = serializers.IntegerField()
    view = serializers.DictField()
    moves = serializers.ListField(child=serializers.DictField())
    finished = serializers.BooleanField()


class CourseMoveSerializer(serializers.Serializer[Any]):
    """One of the listed `moves`, and the `asked` that came with them."""

    type = serializers.CharField()
    asked = serializers.CharField(required=False)


class CourseAskedSerializer(serializers.Serializer[Any]):
    """What you have read, by its `asked`: read twice, it leads on once."""

    asked = serializers.CharField(required=False)


class CourseRefusalSerializer(serializers.Serializer[Any]):
    """What was declined, what is said of it, and where you are."""

    error = ErrorSerializer()
    course = CourseSerializer(required=False)


def leads(operation_id: str, summary: str, takes: Shape | None, **more: Any) -> Any:
    """Decorator for views that lead on: what is declined comes with where you are."""
    refusals = {**REFUSALS, 409: OpenApiResponse(CourseRefusalSerializer)}
    return write_schema(
        operation_id, summary, takes, response=CourseSerializer, refusals=refusals, **more
    )


class CourseApiView(ApiView):
    """Base of views about somebody's place in a lesson, for people who are signed in."""

    scope = Scope.PLAY
    signed_in = True

    def course(self, game: str, lesson: str) -> Course:
        """Where they are; NoSuchLesson."""
        return course_of(self.person, {}, game, lesson_of(game, lesson))

    def at(self, course: Course) -> Json:
        progress = progress_in(self.person, {})
        return describe_course(course, progress.get((course.game, course.lesson.slug), Progress()))


class CourseView(CourseApiView):
    @extend_schema(
        operation_id="course",
        summary="Where you are in a lesson",
        responses={200: CourseSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str, lesson: str) -> Response:
        return Response(self.at(self.course(slug, lesson)))


class LeadingView(CourseApiView):
    """Base of views that lead on."""

    def lead(self, course: Course, body: Json) -> Course:
        """The place that the body leads to; a Refusal."""
        raise NotImplementedError

    def post(self, request: Request, slug: str, lesson: str) -> Response:
        course = self.course(slug, lesson)
        try:
            further = self.lead(course, self.body(request))
        except Refusal as refusal:
            return refusal_response(refusal, course=self.at(course))
        store(self.person, {}, further)
        return Response(self.at(further))


@leads(
    "course_move",
    "Make a move in a lesson",
    CourseMoveSerializer,
    description="Any legal move is judged; one that does not lead on is not made, and the reason"
    " says why.",
)
class CourseMoveView(LeadingView):
    def lead(self, course: Course, body: Json) -> Course:
        move = {key: value for key, value in body.items() if key != "asked"}
        return course.answer(move, body.get("asked"))


@leads("course_next", "Read on, or see the next thing that the others do", CourseAskedSerializer)
class CourseNextView(LeadingView):
    def lead(self, course: Course, body: Json) -> Course:
        return course.read_on(body.get("asked"))


@leads("course_restart", "Begin a lesson anew", None)
class CourseRestartView(LeadingView):
    def lead(self, course: Course, body: Json) -> Course:
        return Course(course.game, course.lesson)
