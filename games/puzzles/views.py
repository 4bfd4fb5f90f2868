"""The pages of puzzles: the list, the next puzzle, and a puzzle's table with its actions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC

from allauth.core.internal.ratelimit import get_ip
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.services.guests import name_in_words
from games.embeds.answers import SVG, picture_answer
from games.embeds.decorators import for_everybody
from games.embeds.pictures import board_svg
from games.engine.puzzles import Puzzle, Theme
from games.engine.refusals import Refusal
from games.matches.decorators import View, describe_refusal, form_fields, known_game, page_view
from games.matches.presenters.standing_in import page_with
from games.matches.refusals import SignInFirst
from games.puzzles.library import puzzle_of, theme_of
from games.puzzles.presenters.lists import Solved, all_puzzles
from games.puzzles.presenters.storms import storm_page, storm_table
from games.puzzles.presenters.tables import puzzle_table
from games.puzzles.refusals import NoStorm
from games.puzzles.services import (
    answer,
    attempt_at,
    attempts_in,
    is_rated,
    next_puzzle,
    rated_attempts,
    solving_of,
    streaks_of,
    try_again,
    was_answered_from,
)
from games.puzzles.storms import answer_storm, current_puzzle, newest_storm, start, stop


@page_view("GET", "HEAD")
def puzzles(request: HttpRequest) -> HttpResponse:
    visitor, session = request.user, request.session
    done = Solved(
        attempts_in(visitor, session),
        solving_of(visitor, session),
        streaks_of(visitor),
        rated_attempts(visitor),
    )
    context = {
        "games": all_puzzles(done, timezone.localdate(timezone=UTC)),
        "rated": is_rated(visitor),
        "streak": done.streaks.get(""),
    }
    return render(request, "puzzles/puzzles.html", context)


@page_view("GET", "HEAD")
def next_one(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the puzzle nearest to the solver's rating, of the theme in `?theme=` if given."""
    game = known_game(slug)
    theme = _theme(request, slug)
    found = next_puzzle(request.user, request.session, slug, theme.slug if theme else "")
    if found is None:
        return render(
            request, "puzzles/done.html", {"game": game, "theme": theme and _(theme.name)}
        )
    return redirect(_address(slug, found.key, theme))


@page_view("GET", "HEAD")
def puzzle(request: HttpRequest, slug: str, puzzle: str) -> HttpResponse:
    return _page(request, slug, puzzle_of(slug, puzzle))


@for_everybody(lasting_language=True)
def picture(request: HttpRequest, slug: str, puzzle: str) -> HttpResponse:
    """Show the position of a puzzle, as its solver sees it before the answer."""
    table = puzzle_table(slug, puzzle_of(slug, puzzle), None, _("You"))
    return picture_answer(request, board_svg(table), SVG, lasting=True)


def _theme(request: HttpRequest, slug: str) -> Theme | None:
    """Return the theme in `?theme=`, if any; NoSuchTheme."""
    named = request.GET.get("theme", "")
    return theme_of(slug, named) if named else None


def _address(slug: str, key: str, theme: Theme | None) -> str:
    return reverse("puzzle", args=[slug, key]) + (f"?theme={theme.slug}" if theme else "")


def _page(
    request: HttpRequest,
    slug: str,
    puzzle: Puzzle,
    refusal: Refusal | None = None,
    template: str = "puzzles/puzzle.html",
) -> HttpResponse:
    user = request.user
    attempt = attempt_at(user, request.session, slug, puzzle.key)
    table = puzzle_table(
        slug,
        puzzle,
        attempt,
        name_in_words(user.name) if user.is_authenticated else _("Guest"),
        _theme(request, slug),
        rated=is_rated(user),
        known=attempt is None and was_answered_from(str(get_ip(request)), slug, puzzle),
        refusal=None if refusal is None else describe_refusal(refusal),
        streak=None if attempt is None else streaks_of(user).get(slug),
    )
    context = {"match": table.match, "table": table, "verdict": table.verdict}
    status = 200 if refusal is None else refusal.status
    return page_with(request, template, context, status)


def puzzle_action(act: Callable[[HttpRequest, str, Puzzle], object]) -> View:
    """Make a view of an action that changes an answer.

    The view answers with the puzzle's new table, or with the table and the refusal.
    """

    @page_view("POST")
    @functools.wraps(act)
    def answered(request: HttpRequest, slug: str, puzzle: str) -> HttpResponse:
        found, refusal = puzzle_of(slug, puzzle), None
        try:
            act(request, slug, found)
        except Refusal as refused:
            refusal = refused
        if getattr(request, "htmx", False):
            return _page(request, slug, found, refusal, "matches/_table.html")
        if refusal is not None:
            return _page(request, slug, found, refusal)
        return redirect(_address(slug, puzzle, _theme(request, slug)))

    return answered


@puzzle_action
def move(request: HttpRequest, slug: str, found: Puzzle) -> None:
    address = str(get_ip(request))
    answer(request.user, request.session, slug, found, form_fields(request), address)


@puzzle_action
def again(request: HttpRequest, slug: str, found: Puzzle) -> None:
    try_again(request.user, request.session, slug, found)


# --- Storms.


@page_view("GET", "HEAD")
def storm(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the puzzle of the storm that runs, or the way to start one."""
    known_game(slug)
    return _storm_page(request, slug)


@page_view("POST")
def storm_start(request: HttpRequest, slug: str) -> HttpResponse:
    known_game(slug)
    start(request.user, slug)
    return redirect("storm", slug)


@page_view("POST")
def storm_stop(request: HttpRequest, slug: str) -> HttpResponse:
    known_game(slug)
    with suppress(NoStorm):
        stop(request.user, slug)
    return redirect("storm", slug)


@page_view("POST")
def storm_move(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to the next puzzle, or show the same one and the refusal of the rules."""
    known_game(slug)
    key, data = request.POST.get("turn_token"), form_fields(request)
    try:
        answer_storm(request.user, slug, key, data, str(get_ip(request)))
    except NoStorm:
        pass  # It ended in the meantime: its page says so.
    except SignInFirst:
        raise
    except Refusal as refused:
        return _storm_page(request, slug, refused)
    return redirect("storm", slug)


def _storm_page(request: HttpRequest, slug: str, refusal: Refusal | None = None) -> HttpResponse:
    user, found = request.user, newest_storm(request.user, slug)
    puzzle = None if found is None else current_puzzle(found)
    if found is None or puzzle is None:
        return render(request, "puzzles/storms.html", {"page": storm_page(user, slug)})
    described = None if refusal is None else describe_refusal(refusal)
    name = name_in_words(user.name) if user.is_authenticated else ""
    table = storm_table(found, puzzle, name, described)
    context = {"match": table.match, "table": table, "panel": table.panel}
    status = 200 if refusal is None else refusal.status
    return render(request, "puzzles/storm.html", context, status=status)
