"""The JSON API of lessons: list them, read one, and play one step by step."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.engine.contract import Json
from games.engine.refusals import Refusal
from games.lessons.course import Course, lesson_of
from games.lessons.data import describe_course, describe_lesson
from games.lessons.presenters import all_lessons
from games.lessons.services import Progress, course_of, progress_in, store
from games.matches.api.base import (
    REFUSALS,
    ApiView,
    operation,
    refusal_response,
    write_schema,
)
from games.matches.api.bodies import Shape
from games.matches.api.schema import varies_by_game
from games.matches.api.serializers import ErrorSerializer


class LessonRowSerializer(serializers.Serializer[Any]):
    """A lesson in a list; `done` counts the steps done since you last started it."""

    game = serializers.CharField()
    lesson = serializers.CharField(source="lesson.slug")
    title = serializers.CharField()
    about = serializers.CharField()
    minutes = serializers.IntegerField(source="lesson.minutes")
    steps = serializers.IntegerField()
    done = serializers.IntegerField(source="at")
    finished = serializers.BooleanField()


class LessonStepSerializer(serializers.Serializer[Json]):
    """A step of a lesson.

    `say`: the coach's text. `awaited`: patterns of the moves that complete the step, each with some
    keys of a move; empty if the step is only text to read. `right`: the coach's answer to such a
    move. `then`: the moves that other seats make after it, each with its `seat`.
    """

    say = serializers.CharField()
    awaited = serializers.ListField(child=serializers.DictField())
    right = serializers.CharField(allow_blank=True)
    then = serializers.ListField(child=serializers.DictField())


class LessonSerializer(serializers.Serializer[Json]):
    """A lesson: its start, in the fields of a record, and its steps."""

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
    position = serializers.DictField(allow_null=True)
    steps = LessonStepSerializer(many=True)
    closing = serializers.CharField()


class LessonsView(ApiView):
    @operation(
        "lessons", "The lessons of all games, and how far you are", LessonRowSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        progress = progress_in(request.user, request._request.session)
        rows = [row for game in all_lessons(progress) for row in game.rows]
        return Response(LessonRowSerializer(rows, many=True).data)


class LessonView(ApiView):
    @operation("lesson", "A lesson, step by step", LessonSerializer)
    def get(self, request: Request, slug: str, lesson: str) -> Response:
        return Response(describe_lesson(slug, lesson_of(slug, lesson)))


@varies_by_game("view", "moves")
class CourseSerializer(serializers.Serializer[Json]):
    """Your place in a lesson, and the table as you see it.

    `step` of `steps`; `right`: the coach's comment on your last move; `says`: the coach's text now.
    `waits`: what comes next: your `move`, text to `read`, or a move of the `others`, which you see
    one by one; null at the end. `turn_token` names this place; `finished`: whether you have
    ever reached the end.
    """

    game = serializers.CharField()
    lesson = serializers.CharField()
    step = serializers.IntegerField()
    steps = serializers.IntegerField()
    right = serializers.CharField(allow_blank=True)
    says = serializers.CharField(allow_blank=True)
    waits = serializers.ChoiceField(["move", "read", "others"], allow_null=True)
    turn_token = serializers.CharField()
    seat = serializers.IntegerField()
    view = serializers.DictField()
    moves = serializers.ListField(child=serializers.DictField())
    finished = serializers.BooleanField()


class CourseMoveSerializer(serializers.Serializer[Json]):
    """One of the listed `moves`, with the `turn_token` token that came with them."""

    type = serializers.CharField()
    turn_token = serializers.CharField(required=False)


class CourseAskedSerializer(serializers.Serializer[Json]):
    """The `turn_token` token of the text that you have read: sent twice, it counts once."""

    turn_token = serializers.CharField(required=False)


class CourseRefusalSerializer(serializers.Serializer[Json]):
    """A refusal, with your place in the lesson."""

    error = ErrorSerializer()
    course = CourseSerializer(required=False)


def leads(operation_id: str, summary: str, takes: Shape | None, **more: Any) -> Any:
    """Describe a view that advances a lesson: its refusals contain the learner's place."""
    refusals = {**REFUSALS, 409: OpenApiResponse(CourseRefusalSerializer)}
    return write_schema(
        operation_id, summary, takes, response=CourseSerializer, refusals=refusals, **more
    )


class CourseApiView(ApiView):
    """Base of the views about a signed-in user's place in a lesson."""

    scope = Scope.PLAY
    signed_in = True

    def course(self, game: str, lesson: str) -> Course:
        """Return the user's place in a lesson.

        Raises:
            NoSuchLesson: The game has no lesson of this name.
        """
        return course_of(self.person, {}, game, lesson_of(game, lesson))

    def at(self, course: Course) -> Json:
        progress = progress_in(self.person, {})
        return describe_course(course, progress.get((course.game, course.lesson.slug), Progress()))


class CourseView(CourseApiView):
    @operation("course", "Where you are in a lesson", CourseSerializer)
    def get(self, request: Request, slug: str, lesson: str) -> Response:
        return Response(self.at(self.course(slug, lesson)))


class LeadingView(CourseApiView):
    """Base of the views that advance a lesson."""

    def lead(self, course: Course, body: Json) -> Course:
        """Return the place that the request's body leads to.

        Raises:
            Refusal: The lesson or the rules decline it.
        """
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
        move = {key: value for key, value in body.items() if key != "turn_token"}
        return course.answer(move, body.get("turn_token"))


@leads("course_next", "Read on, or see the next move of the other seats", CourseAskedSerializer)
class CourseNextView(LeadingView):
    def lead(self, course: Course, body: Json) -> Course:
        return course.read_on(body.get("turn_token"))


@leads("course_restart", "Start a lesson again", None)
class CourseRestartView(LeadingView):
    def lead(self, course: Course, body: Json) -> Course:
        return Course(course.game, course.lesson)
