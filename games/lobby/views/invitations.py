"""Asking people to a table: invitations by name, rematches."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.lobby.services import invitations, rematch
from games.matches.decorators import open_for, page_view
from games.matches.refusals import CannotInvite
from refusals.words import refusal_text


@page_view("POST")
def invite(request: HttpRequest, match_id: str) -> HttpResponse:
    """The host asks somebody by their username."""
    access = open_for(request, match_id)
    try:
        asked = invitations.invite_to(request.user, match_id, request.POST.get("username", ""))
    except CannotInvite as refusal:
        messages.warning(request, refusal_text(refusal))
    else:
        messages.success(request, _("{name} is invited.").format(name=asked.user.name))
    return redirect(access.match)


@page_view("POST")
def decline(request: HttpRequest, match_id: str) -> HttpResponse:
    """Not this time. The table is told, nobody else."""
    access = open_for(request, match_id)
    invitations.decline(request.user, match_id)
    former = access.match.former
    if former is not None and request.POST.get("back") == "table":
        return redirect(former)
    return redirect("home")


@page_view("POST")
def offer_rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Once more with the seats turned; or join whoever offered it first."""
    open_for(request, match_id)
    return redirect(rematch.offer(request.user, match_id, request.POST.get("nonce", "")))
