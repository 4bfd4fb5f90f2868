"""The chat at a table: writing lines, muting their authors."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from core.refusals.words import refusal_text
from games.chat import services as chat
from games.chat.presenters import chat_context
from games.engine.refusals import Refusal
from games.matches.decorators import open_for, page_view
from games.matches.viewing import Access


@page_view("POST")
def post_line(request: HttpRequest, match_id: str) -> HttpResponse:
    """Say a line or a phrase; a clicked picture is added to the line.

    A half-typed line stays in its field while its author says a phrase.
    """
    access = open_for(request, match_id)
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    try:
        if phrase:
            chat.post_phrase(access, phrase)
        else:
            chat.post_line(access, f"{text} {request.POST.get('emoji', '')}")
    except Refusal as refusal:
        if not getattr(request, "htmx", False):
            raise
        refused = {"chat_refusal": refusal_text(refusal), "chat_text": text}
        context = {**refused, **chat_context(access)}
        return render(request, "chat/_chat.html", context, status=refusal.status)
    return chat_response(request, access, typed=text if phrase else "")


@page_view("POST")
def mute(request: HttpRequest, match_id: str, line_id: int) -> HttpResponse:
    access = open_for(request, match_id)
    chat.mute(access, line_id)
    return chat_response(request, access)


@page_view("POST")
def unmute(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    chat.unmute_all(access)
    return chat_response(request, access)


def chat_response(request: HttpRequest, access: Access, typed: str = "") -> HttpResponse:
    """Return the chat as a fragment for htmx, else redirect to the page of the match.

    `typed`: the text in the field for the next line.
    """
    if not getattr(request, "htmx", False):
        return redirect(access.match)
    return render(request, "chat/_chat.html", {**chat_context(access), "chat_text": typed})
