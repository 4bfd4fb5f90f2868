"""The pages of messages: the list, a conversation, and its actions."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.http import PersonRequest
from accounts.models import Report
from accounts.permissions import may_write_messages
from accounts.services.follows import friends_of
from accounts.views.decorators import refill
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.conversations.presenters import chat_context, title_of
from games.conversations.services import opening, writing
from games.conversations.services.opening import ConversationAccess, open_conversation
from games.matches.access import require_signed_in
from games.matches.decorators import open_for, page_view
from games.matches.refusals import SignInFirst, WrongMethod

FRIENDS_SHOWN = 12
"""The friends that the list offers to write to."""


@login_required
@page_view("GET", "HEAD")
def conversations(request: PersonRequest) -> HttpResponse:
    """Show the user's conversations, and friends to write to."""
    rows = opening.conversations_of(request.user)
    context = {
        "rows": [(row, title_of(row.others)) for row in rows],
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
        "title": other.name,
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
    if act not in ACTIONS:
        raise WrongMethod(_("This page doesn’t accept that request. Go back and try again."))
    try:
        answer = ACTIONS[act](request, access)
    except Refusal as refusal:
        if act == "say" and getattr(request, "htmx", False):
            context = {**chat_context(access), "chat_refusal": refusal_text(refusal)}
            context["chat_text"] = request.POST.get("text", "")
            return render(request, "conversations/_chat.html", context, status=refusal.status)
        messages.warning(request, refusal_text(refusal))
        answer = None
    return answer or redirect(access.conversation)


@page_view("GET", "HEAD", "POST")
@refill(lambda request, conversation_key, message_id: _form(request, conversation_key, message_id))
def report(request: HttpRequest, conversation_key: str, message_id: int) -> HttpResponse:
    """Report a message of a conversation."""
    if request.method != "POST":
        return _form(request, conversation_key, message_id)
    access = open_conversation(request.user, conversation_key)
    reason, note = request.POST.get("reason", ""), request.POST.get("note", "")
    writing.report_line(access, message_id, reason, note)
    messages.success(request, _("Thank you. The moderators will look into it."))
    return redirect(access.conversation)


def _form(request: HttpRequest, conversation_key: str, message_id: int) -> HttpResponse:
    access = open_conversation(request.user, conversation_key)
    line = writing.line_to_report(access, message_id)
    context = {
        "person": line.author,
        "line": line.text,
        "reasons": Report.Reason.choices,
        "back": access.conversation.get_absolute_url(),
    }
    return render(request, "accounts/report.html", context)


def _say(request: HttpRequest, access: ConversationAccess) -> HttpResponse | None:
    writing.post(access, request.POST.get("text", ""))
    writing.mark_seen(access)
    if getattr(request, "htmx", False):
        return render(request, "conversations/_chat.html", chat_context(access))
    return None


def _leave(request: HttpRequest, access: ConversationAccess) -> HttpResponse:
    opening.leave(access)
    messages.success(request, _("You left the conversation."))
    return redirect("conversations")


ACTIONS: dict[str, Callable[[HttpRequest, ConversationAccess], HttpResponse | None]] = {
    "say": _say,
    "leave": _leave,
}
