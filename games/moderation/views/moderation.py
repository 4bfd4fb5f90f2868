"""Views of a match for moderators, and of what they may do there."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.http import PersonRequest
from accounts.views.decorators import for_moderators, refill
from accounts.views.moderation import case_page
from games.chat.views import chat_response
from games.matches.decorators import open_for, page_view
from games.matches.models import Match
from games.matches.refusals import NotAllowed, WrongMethod
from games.matches.replay_pages import replay_page
from games.moderation.presenters import match_context
from games.moderation.services import moderation, reported_lines, rings

ACTS = {
    "look": moderation.look_into,
    "take-down": moderation.take_down,
    "annul": moderation.annul,
    "end": moderation.end,
}


@for_moderators
@page_view("GET", "HEAD")
def match(request: PersonRequest, match_id: str) -> HttpResponse:
    """Show players, and the chat and events that the moderator may see."""
    return _match(request, match_id)


def _match(request: PersonRequest, match_id: str, **of_form: object) -> HttpResponse:
    access = moderation.open_for_moderator(request.user, match_id)
    return render(request, "moderation/match.html", match_context(request.user, access))


@for_moderators
@page_view("GET", "HEAD")
def replay(request: PersonRequest, match_id: str) -> HttpResponse:
    """Show the replay with all hands, if the moderator may see them."""
    access = moderation.open_for_moderator(request.user, match_id)
    if not moderation.sees_everything(request.user, access):
        raise NotAllowed(_("Give a reason before you look into a running match."))
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return redirect("moderate_match", match_id)
    return replay_page(request, access, opened=True)


@for_moderators
@page_view("POST")
def act(request: PersonRequest, match_id: str, act: str) -> HttpResponseBase:
    if act not in ACTS:
        raise WrongMethod(_("This page doesn’t accept that request. Go back and try again."))
    return _act(request, match_id=match_id, act=act)


@refill(_match)
def _act(request: PersonRequest, match_id: str, act: str) -> HttpResponse:
    ACTS[act](request.user, match_id, request.POST.get("why", ""))
    return _done(request, match_id)


@for_moderators
@page_view("POST")
@refill(_match)
def put_out(request: PersonRequest, match_id: str, seat: int) -> HttpResponse:
    moderation.put_out(request.user, match_id, seat, request.POST.get("why", ""))
    return _done(request, match_id)


@for_moderators
@page_view("POST")
@refill(_match)
def hide_line(request: PersonRequest, match_id: str, line_id: int) -> HttpResponse:
    moderation.hide_line(request.user, match_id, line_id, request.POST.get("why", ""))
    return _done(request, match_id)


@for_moderators
@page_view("POST")
@refill(case_page)
def annul_together(request: PersonRequest, case_id: int) -> HttpResponse:
    """Annul the ticked matches of a case."""
    chosen = request.POST.getlist("match")[: rings.LISTED]
    n = rings.annul_together(request.user, case_id, chosen, request.POST.get("why", ""))
    words = ngettext("{n} match is annulled.", "{n} matches are annulled.", n)
    messages.success(request, words.format(n=n))
    return redirect("people:case", case_id)


@for_moderators
@page_view("POST")
@refill(lambda request, case_id, report_id: case_page(request, case_id))
def hide_reported(request: PersonRequest, case_id: int, report_id: int) -> HttpResponse:
    """Hide the line of a club or of a conversation that a report is about."""
    reported_lines.hide(request.user, case_id, report_id, request.POST.get("why", ""))
    messages.success(request, _("The message is hidden."))
    return redirect("people:case", case_id)


@page_view("POST")
def host_hide(request: HttpRequest, match_id: str, line_id: int) -> HttpResponse:
    """Hide a chat line from all readers, for the host of a game night."""
    access = open_for(request, match_id)
    moderation.hide_line(request.user, match_id, line_id, "By the host of the game night.")
    return chat_response(request, access)


def _done(request: HttpRequest, match_id: str) -> HttpResponse:
    messages.success(request, _("Done, and added to the moderation log."))
    return redirect("moderate_match", match_id)
