"""The table: its page, and the doors of a move, of leaving, of showing cards, of talk."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext_noop as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from accounts.models import Sanction
from accounts.permissions import YES, may_chat
from accounts.presenters import standing_html
from games.access import Access
from games.api.views import MoveView
from games.engine.refusals import Refusal
from games.models import Match
from games.presenters.clocks import on_the_page
from games.presenters.drawing import table_html
from games.presenters.lobby import waiting_room
from games.presenters.table import Table, table_for
from games.presenters.words import say
from games.services import chat, leaving, moderation, moments, play
from games.services.evenings import is_host_of
from games.services.refusals import CannotShow, WarningUnread, status_of
from games.views.doors import door, form_fields, open_for, told


@door("GET", "HEAD")
def match_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The waiting room before the start; the table from then on."""
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        context = {"match": access.match, "room": waiting_room(access)}
        return render(request, "games/waiting.html", context)
    return _page(request, access)


def _page(request: HttpRequest, access: Access, refusal: Refusal | None = None) -> HttpResponse:
    table = _table(access, refusal)
    context = {
        "match": access.match,
        "table": table,
        "clock_words": on_the_page(),
        **_talk(access),
    }
    status = 200 if refusal is None else status_of(refusal)
    return render(request, "games/match.html", context, status=status)


def _table(access: Access, refusal: Refusal | None = None) -> Table:
    table = table_for(access, moments.now())
    if refusal is not None:
        table.refusal = told(refusal)
    return table


def _answer(
    request: HttpRequest, match_id: str, refusal: Refusal | None, since: int | None = None
) -> HttpResponse:
    """After an act: the fresh table for htmx; else back to the page, or the page that says no.

    `since`: the number of the event it was.
    """
    access = open_for(request, match_id, since)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        if refusal is not None:
            raise refusal
        return redirect(access.match)
    if getattr(request, "htmx", False):
        if refusal is None:
            return HttpResponse(table_html(access))
        context = {"table": _table(access, refusal), "match": access.match}
        html = render_to_string("games/_table.html", context, request)
        if isinstance(refusal, WarningUnread):
            # Pushed once already; a page whose socket was down finds it here.
            html += standing_html(request.user, path=access.match.get_absolute_url(), oob=True)
        return HttpResponse(html, status=status_of(refusal))
    if refusal is not None:
        return _page(request, access, refusal)
    return redirect(access.match)


@csrf_exempt
def moves(request: HttpRequest, match_id: str) -> HttpResponse:
    """One move, as a form or as JSON; JSON is answered by the API's door."""
    if request.content_type == "application/json":
        return MoveView.as_view()(request, match_id=match_id)
    return csrf_protect(_form_move)(request, match_id)


@door("POST")
def _form_move(request: HttpRequest, match_id: str) -> HttpResponse:
    try:
        asked = request.POST.get("asked")
        number = play.submit_move(request.user, match_id, form_fields(request), asked)
    except Refusal as refusal:
        return _answer(request, match_id, refusal)
    return _answer(request, match_id, None, number)


@door("POST")
def undo(request: HttpRequest, match_id: str) -> HttpResponse:
    try:
        number = play.take_back(request.user, match_id, request.POST.get("asked"))
    except Refusal as refusal:
        return _answer(request, match_id, refusal)
    return _answer(request, match_id, None, number)


@door("POST")
def resign(request: HttpRequest, match_id: str) -> HttpResponse:
    try:
        play.resign(request.user, match_id)
    except Refusal as refusal:
        return _answer(request, match_id, refusal)
    return _answer(request, match_id, None)


@door("POST")
def abort(request: HttpRequest, match_id: str) -> HttpResponse:
    try:
        leaving.abort(request.user, match_id)
    except Refusal as refusal:
        return _answer(request, match_id, refusal)
    return _answer(request, match_id, None)


@door("POST")
def show(request: HttpRequest, match_id: str) -> HttpResponse:
    try:
        given = request.POST.getlist("to")
        if not all(seat.isdecimal() and len(seat) < 3 for seat in given):
            raise CannotShow(_("Choose other players of this table."))
        to = [int(seat) for seat in given]
        play.show_cards(request.user, match_id, request.POST.getlist("card"), to)
    except Refusal as refusal:
        return _answer(request, match_id, refusal)
    return _answer(request, match_id, None)


@door("POST")
def say_line(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    refusal = None
    try:
        chat.say(access, request.POST.get("text", ""))
    except Refusal as refused:
        refusal = refused
    if not getattr(request, "htmx", False):
        if refusal is not None:
            raise refusal
        return redirect(access.match)
    context = {
        **_talk(access),
        "chat_refusal": say(refusal) if refusal else "",
        "chat_text": request.POST.get("text", "") if refusal else "",
    }
    status = 200 if refusal is None else status_of(refusal)
    return render(request, "games/_chat.html", context, status=status)


@door("POST")
def mute(request: HttpRequest, match_id: str, line_id: int) -> HttpResponse:
    access = open_for(request, match_id)
    chat.mute(access, line_id)
    return _talk_again(request, access)


@door("POST")
def hide(request: HttpRequest, match_id: str, line_id: int) -> HttpResponse:
    """The host of an evening takes a line from everybody's sight."""
    access = open_for(request, match_id)
    moderation.hide_line(request.user, match_id, line_id, "By the host of the evening.")
    return _talk_again(request, access)


@door("POST")
def unmute(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    chat.unmute_all(access)
    return _talk_again(request, access)


def _talk_again(request: HttpRequest, access: Access) -> HttpResponse:
    if not getattr(request, "htmx", False):
        return redirect(access.match)
    return render(request, "games/_chat.html", _talk(access))


def _barred(access: Access) -> str:
    """Why this visitor may not talk, where it is not told on the page already."""
    allowed = YES if access.user is None else may_chat(access.user)
    return allowed.reason if allowed.code == Sanction.Kind.MUTE else ""


def _talk(access: Access) -> dict[str, Any]:
    """What the talk beside a table is drawn from."""
    return {
        "match": access.match,
        "chat_lines": chat.lines(access),
        "chat_room": chat.room_of(access),
        "chat_mutes": chat.mutes_anybody(access),
        "reader": access.user,
        "hosting": access.user is not None and is_host_of(access.user, access.match),
        "chat_barred": _barred(access),
    }
