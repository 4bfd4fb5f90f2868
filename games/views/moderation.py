"""A match as a moderator sees it, and what they may do there."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.views.doors import for_moderators
from games.models import Match
from games.presenters.replay import replay_for
from games.services import moderation
from games.services.refusals import NotAllowed, WrongMethod
from games.views.doors import door

EVENTS = 500
ACTS = {
    "look": moderation.look_into,
    "take-down": moderation.take_down,
    "annul": moderation.annul,
    "end": moderation.end,
}


@for_moderators
@door("GET", "HEAD")
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Players, talk and events; what the events say only where all hands are open."""
    access = moderation.open_for_moderator(request.user, match_id)
    opened = moderation.sees_everything(request.user, access)
    context = {
        "match": access.match,
        "players": access.players,
        "opened": opened,
        "plays": any(player.user_id == request.user.pk for player in access.players),
        "events": access.match.events.order_by("-number")[:EVENTS] if opened else (),
        "hears": moderation.hears_everything(request.user, access),
    }
    if context["hears"]:
        context["talk"] = access.match.chat.select_related("author").order_by("-id")[:EVENTS]
    return render(request, "moderation/match.html", context)


@for_moderators
@door("GET", "HEAD")
def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    """Every step with all hands, where the moderator may see them."""
    access = moderation.open_for_moderator(request.user, match_id)
    if not moderation.sees_everything(request.user, access):
        raise NotAllowed(_("Say first why you look into a running match."))
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return redirect("moderate_match", match_id)
    step, view = request.GET.get("step", ""), request.GET.get("view", "")
    shown = replay_for(access, step, view, opened=True)
    context = {"match": access.match, "replay": shown, "table": shown.table}
    template = "games/_replay.html" if getattr(request, "htmx", False) else "games/replay.html"
    return render(request, template, context)


@for_moderators
@door("POST")
def act(request: HttpRequest, match_id: str, act: str) -> HttpResponse:
    if act not in ACTS:
        raise WrongMethod(_("This address is not used that way."))
    ACTS[act](request.user, match_id, request.POST.get("why", ""))
    messages.success(request, _("It is done, and written down."))
    return redirect("moderate_match", match_id)


@for_moderators
@door("POST")
def put_out(request: HttpRequest, match_id: str, seat: int) -> HttpResponse:
    """Decide a running match against one seat."""
    moderation.put_out(request.user, match_id, seat, request.POST.get("why", ""))
    messages.success(request, _("It is done, and written down."))
    return redirect("moderate_match", match_id)


@for_moderators
@door("POST")
def hide_line(request: HttpRequest, match_id: str, line_id: int) -> HttpResponse:
    moderation.hide_line(request.user, match_id, line_id, request.POST.get("why", ""))
    messages.success(request, _("It is done, and written down."))
    return redirect("moderate_match", match_id)
