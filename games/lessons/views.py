"""The pages of lessons: the lists, and the table of a lesson with its actions."""

from __future__ import annotations

import functools
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.services.guests import name_in_words
from games.embeds.answers import SVG, picture_answer
from games.embeds.decorators import for_everybody
from games.embeds.pictures import board_svg
from games.engine.refusals import Refusal
from games.lessons.course import Course, lesson_of
from games.lessons.presenters import all_lessons, lesson_table, lessons_of
from games.lessons.refusals import NotAwaited
from games.lessons.services import course_of, progress_in, store
from games.matches.decorators import View, describe_refusal, form_fields, known_game, page_view
from games.matches.presenters.standing_in import page_with


@page_view("GET", "HEAD")
def learn(request: HttpRequest) -> HttpResponse:
    progress = progress_in(request.user, request.session)
    return render(request, "lessons/learn.html", {"games": list(all_lessons(progress))})


@page_view("GET", "HEAD")
def lessons(request: HttpRequest, slug: str) -> HttpResponse:
    game = known_game(slug)
    progress = progress_in(request.user, request.session)
    return render(request, "lessons/lessons.html", {"item": lessons_of(game.slug, progress)})


@page_view("GET", "HEAD")
def lesson(request: HttpRequest, slug: str, lesson: str) -> HttpResponse:
    return _page(request, _course(request, slug, lesson))


@for_everybody(lasting_language=True)
def picture(request: HttpRequest, slug: str, lesson: str) -> HttpResponse:
    """Show the table at which a lesson begins."""
    table = lesson_table(Course(slug, lesson_of(slug, lesson)), _("You"))
    return picture_answer(request, board_svg(table), SVG, lasting=True)


def _course(request: HttpRequest, slug: str, lesson: str) -> Course:
    return course_of(request.user, request.session, slug, lesson_of(slug, lesson))


def _page(
    request: HttpRequest,
    course: Course,
    refusal: Refusal | None = None,
    template: str = "lessons/lesson.html",
) -> HttpResponse:
    user = request.user
    learner = name_in_words(user.name) if user.is_authenticated else _("Guest")
    why = None if refusal is None else describe_refusal(refusal)
    table = lesson_table(course, learner, why)
    context = {"match": table.match, "table": table, "coach": table.coach}
    # A move that the lesson does not wait for is a wrong answer, not an error for the console.
    status = 200 if refusal is None or isinstance(refusal, NotAwaited) else refusal.status
    return page_with(request, template, context, status)


def lesson_action(act: Callable[[HttpRequest, Course], Course]) -> View:
    """Make a view of an action that advances a lesson.

    The view answers with the lesson's new table, or with the table and the refusal.
    """

    @page_view("POST")
    @functools.wraps(act)
    def answer(request: HttpRequest, slug: str, lesson: str) -> HttpResponse:
        course, refusal = _course(request, slug, lesson), None
        try:
            course = act(request, course)
        except Refusal as refused:
            refusal = refused
        else:
            store(request.user, request.session, course)
        if getattr(request, "htmx", False):
            return _page(request, course, refusal, "matches/_table.html")
        if refusal is not None:
            return _page(request, course, refusal)
        return redirect("lesson", slug, lesson)

    return answer


@lesson_action
def move(request: HttpRequest, course: Course) -> Course:
    return course.answer(form_fields(request), request.POST.get("turn_token"))


@lesson_action
def read_on(request: HttpRequest, course: Course) -> Course:
    return course.read_on(request.POST.get("turn_token"))


@lesson_action
def restart(request: HttpRequest, course: Course) -> Course:
    return Course(course.game, course.lesson)
