"""The settings of a player's turns."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.http import PersonRequest
from games.matches.decorators import page_view
from games.premoves import services


@login_required
@page_view("GET", "HEAD", "POST")
def turn_settings(request: PersonRequest) -> HttpResponse:
    """Show and store whether the user's only move is played by itself."""
    if request.method == "POST":
        wanted = request.POST.get("only_moves") == "on"
        services.choose_only_moves(request.user, wanted=wanted)
        messages.success(request, _("Settings saved."))
        return redirect("turn_settings")
    context = {"only_moves": services.plays_only_moves(request.user)}
    return render(request, "premoves/settings.html", context)
