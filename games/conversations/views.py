"""The pages of messages: the list, a conversation, and its actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.http import PersonRequest
from accounts.permissions import may_write_messages
from accounts.services.follows import friends_of
from accounts.services.guests import name_in_words
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.conversations.presenters import chat_context, title_of
from games.conversations.services import opening, writing
from games.conversations.services.opening import ConversationAccess, open_conversation
from games.matches.access import require_signed_in
from games.matches.decorators import open_for, page_view
from games.matches.pages import report_page, run_action
from games.matches.refusals import SignInFirst

FRIENDS_SHOWN = 12
"""The friends that the list offers to write to."""


@login_required
@page_view("GET", "HEAD")
def conversations(request: PersonRequest) -> HttpResponse:
    """Show the user's conversations, and friends to write to."""
    rows = opening.conversations_of(request.user)
    context = {
        "rows": [(row, title_of(row.conversation, row.others)) for row in rows],
        "friends": friends_of(request.user)[:FRIENDS_SHOWN],
        "barred": may_write_messages(request.user).reason,
    }
    return render(request, "conversations/conversations.html", context)


@page_view("GET", "HEAD", "POST")
def write_to(request: HttpRequest, username: str) -> HttpResponse:
    """Show the conversation with a friend, or the form for its first message; a POST sends it."""
    user = require_signed_in(request.user)
    if request.method == "POST":
        try:
            message = writing.write_to(user, username, request.POST.get("text", ""))
        except SignInFirst:
            raise
        except Refusal as refusal:
            return _first_form(request, username, refusal)
        return redirect(message.conversation)
    return _first_form(request, username, None)


def _first_form(request: HttpRequest, username: str, refusal: Refusal | None) -> HttpResponse:
    user = require_signed_in(request.user)
    other = opening.friend_to_write_to(user, username)
    known = opening.conversation_with(user, other)
    if known is not None and refusal is None:
        return redirect(known)
    context = {
        "others": [other],
        "title": name_in_words(other.name),
        "reader": user,
        "chat_refusal": refusal and refusal_text(refusal),
        "chat_text": request.POST.get("text", ""),
    }
    status = 200 if refusal is None else refusal.status
    return render(request, "conversations/conversation.html", context, status=status)


@page_view("POST")
def keep_talking(request: HttpRequest, match_id: str) -> HttpResponse:
    """Begin the conversation of the players of a finished match, or go to it."""
    return redirect(opening.keep_talking(open_for(request, match_id)))


@page_view("GET", "HEAD")
def conversation(request: HttpRequest, conversation_key: str) -> HttpResponse:
    """Show a conversation to a participant, who has then seen it."""
    access = open_conversation(request.user, conversation_key)
    if request.method == "GET":
        writing.mark_seen(access)
    return render(request, "conversations/conversation.html", chat_context(access))


@page_view("POST")
def act(request: HttpRequest, conversation_key: str, act: str) -> HttpResponse:
    """Carry out an action; the page shows its refusal, if any."""
    access = open_conversation(request.user, conversation_key)
    return run_action(request, ACTIONS, act, access, access.conversation)


@page_view("GET", "HEAD", "POST")
def report(request: HttpRequest, conversation_key: str, message_id: int) -> HttpResponseBase:
    """Report a message of a conversation."""
    access = open_conversation(request.user, conversation_key)
    line = writing.line_to_report(access, message_id)
    send = partial(writing.report_line, access, message_id)
    return report_page(request, line.author, line.text, access.conversation, send)


def _say(request: HttpRequest, access: ConversationAccess) -> HttpResponse | None:
    in_place, text = bool(getattr(request, "htmx", False)), request.POST.get("text", "")
    refused, status = {}, 200
    try:
        writing.post(access, text)
        writing.mark_seen(access)
    except Refusal as refusal:
        if not in_place:
            raise
        refused = {"chat_refusal": refusal_text(refusal), "chat_text": text}
        status = refusal.status
    if not in_place:
        return None
    context = {**chat_context(access), **refused}
    return render(request, "conversations/_chat.html", context, status=status)


def _leave(request: HttpRequest, access: ConversationAccess) -> HttpResponse:
    opening.leave(access)
    messages.success(request, _("You left the conversation."))
    return redirect("conversations")


ACTIONS: dict[str, Callable[[HttpRequest, ConversationAccess], HttpResponse | None]] = {
    "say": _say,
    "leave": _leave,
}
