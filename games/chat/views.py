"""Talk at a table: saying, muting, and hearing everybody again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.chat import services as chat
from games.chat.presenters import chat_context
from games.engine.refusals import Refusal
from games.matches.access import Access
from games.matches.decorators import open_for, page_view
from refusals.words import refusal_text


@page_view("POST")
def say_line(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    refusal = None
    try:
        chat.post_line(access, request.POST.get("text", ""))
    except Refusal as refused:
        refusal = refused
    if not getattr(request, "htmx", False):
        if refusal is not None:
            raise refusal
        return redirect(access.match)
    context = {
        **chat_context(access),
        "chat_refusal": refusal_text(refusal) if refusal else "",
        "chat_text": request.POST.get("text", "") if refusal else "",
    }
    status = 200 if refusal is None else refusal.status
    return render(request, "chat/_chat.html", context, status=status)


@page_view("POST")
def mute(request: HttpRequest, match_id: str, line_id: int) -> HttpResponse:
    access = open_for(request, match_id)
    chat.mute(access, line_id)
    return chat_again(request, access)


@page_view("POST")
def unmute(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    chat.unmute_all(access)
    return chat_again(request, access)


def chat_again(request: HttpRequest, access: Access) -> HttpResponse:
    """The talk as it stands now, after an act."""
    if not getattr(request, "htmx", False):
        return redirect(access.match)
    return render(request, "chat/_chat.html", chat_context(access))
