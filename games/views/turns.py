"""The tables that wait for me."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.presenters.turns import your_turn
from games.views.doors import door


@login_required
@door("GET", "HEAD")
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/your_turn.html", your_turn(request.user))
