"""The page of the workbench: the table of one seat, and what its maker can do with it."""

from __future__ import annotations

import os
import time

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.boards.seats import letter_of
from games.boards.words import level_name
from games.engine.record import Record
from games.engine.refusals import Refusal
from games.matches import hooks
from games.matches.decorators import describe_refusal, form_fields
from games.matches.presenters.clocks import clock_context
from games.matches.replay_pages import replay_page
from games.site.gallery import access_to, state_of
from games.titles.positions import PreparedPosition, prepared_positions
from games.titles.registry import bot_levels, folder_of, newest, slugs, title_of
from games.workbench import bench, gallery
from games.workbench.bench import Bench

PUBLIC, TURN = "public", "turn"
"""What a page shows in place of a certain seat: the public's view, or the seat that decides."""
STARTED = f"{os.getpid()}.{time.time_ns()}"
"""Names this process: a restart, and so a change of the rules, changes it."""


@require_safe
def workbench(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the game on the workbench as `?seat=` sees it, or the seat that decides."""
    _require(slug)
    return _page(request, slug, bench.bench_of(slug))


@require_POST
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Play a move of the shown seat."""
    _require(slug)
    current = bench.bench_of(slug)
    seat = _seat(request, current)
    try:
        bench.play(current, -1 if seat is None else seat, form_fields(request))
    except Refusal as refusal:
        return _page(request, slug, current, refusal)
    return _back(request, slug)


@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a move back, play random ones, let bots play, or begin another game."""
    _require(slug)
    current, asked = bench.bench_of(slug), request.POST.get("act")
    try:
        if asked == "back":
            bench.take_back(current)
        elif asked == "random":
            bench.play_at_random(current)
        elif asked == "end":
            bench.play_at_random(current, bench.MOST)
        elif asked == "bot":
            bench.let_bot_move(current)
        elif asked == "bots":
            bench.give_to_bots(current, _bots(request, current))
        elif asked == "put":
            bench.put(slug, request.POST.get("json", ""))
        else:
            seats = request.POST.get("seats", "")
            asked_seats = int(seats) if seats.isdecimal() and len(seats) < 3 else 0
            bench.begin(slug, asked_seats, bots=current.bots)
    except Refusal as refusal:
        return _page(request, slug, current, refusal)
    return _back(request, slug)


@require_safe
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the game on the workbench step by step, with all hands or as a seat saw it."""
    _require(slug)
    record = bench.bench_of(slug).record
    access, _table = access_to(_prepared(slug, None, record), None)
    return replay_page(
        request, access, opened=True, state=state_of(record), template="workbench/replay.html"
    )


@require_safe
def pieces(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ready pieces for boards in the game's colours, each with its code."""
    _require(slug)
    context = {
        "game": title_of(slug).game,
        "exhibits": list(gallery.exhibits()),
        "imports": gallery.IMPORTS,
    }
    return render(request, "workbench/gallery.html", context)


@require_safe
def stamp(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with a text that changes with the game's files: then the page loads itself again."""
    _require(slug)
    return HttpResponse(_stamp(slug), content_type="text/plain")


def _page(
    request: HttpRequest, slug: str, current: Bench, refusal: Refusal | None = None
) -> HttpResponse:
    seat, record = _seat(request, current), current.record
    access, table = access_to(_prepared(slug, seat, record), seat)
    table.replay_page = reverse("workbench_replay", args=[slug])
    table.tools, table.may_hint, table.again_form = "analysis/_tools.html", False, "again-form"
    refused = refusal or current.dropped
    if refused is not None:
        table.refusal = describe_refusal(refused)
    context = {
        "match": access.match,
        "table": table,
        "clock_words": clock_context(),
        "query": _query(request),
        "chosen": request.GET.get("seat", TURN),
        "views": [
            (TURN, ""),
            *((str(n), letter_of(n)) for n in range(record.seats)),
            (PUBLIC, ""),
        ],
        "acting": current.position.to_move(),
        "levels": [(level, level_name(level)) for level in bot_levels(slug)],
        "bots": [(n, current.bots.get(n, "")) for n in range(record.seats)],
        "seat_counts": newest(slug).game.seats,
        "moves_made": len(record.moves),
        "position": bench.shown(dict(current.position.dump())),
        "prepared": prepared_positions(slug),
        "stamp": _stamp(slug),
        **hooks.chat_context(access),
    }
    status = 200 if refusal is None else refusal.status
    return render(request, "workbench/workbench.html", context, status=status)


def _prepared(slug: str, seat: int | None, record: Record) -> PreparedPosition:
    return PreparedPosition(slug, "workbench", "", seat, record)


def _bots(request: HttpRequest, current: Bench) -> dict[int, str]:
    """Return the levels of the bots that the form gives to seats."""
    levels = bot_levels(current.record.rules.game.slug)
    asked = {n: request.POST.get(f"bot-{n}") for n in range(current.record.seats)}
    return {n: level for n, level in asked.items() if level in levels}


def _require(slug: str) -> None:
    if slug not in slugs():
        raise Http404


def _seat(request: HttpRequest, current: Bench) -> int | None:
    """Return the seat whose table is shown; None for the public's."""
    asked = request.GET.get("seat", TURN)
    if asked.isdecimal() and len(asked) < 3 and int(asked) < current.record.seats:
        return int(asked)
    return None if asked == PUBLIC else current.acting


def _query(request: HttpRequest) -> str:
    asked = request.GET.get("seat", "")
    return f"?seat={asked}" if asked == PUBLIC or (asked.isdecimal() and len(asked) < 3) else ""


def _back(request: HttpRequest, slug: str) -> HttpResponse:
    return redirect(reverse("workbench", args=[slug]) + _query(request))


def _stamp(slug: str) -> str:
    return f"{STARTED}.{bench.stamp(folder_of(slug))}"
