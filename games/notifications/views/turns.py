"""The tables that wait for me."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.matches.decorators import page_view
from games.notifications.presenters.turns import your_turn


@login_required
@page_view("GET", "HEAD")
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "notifications/your_turn.html", your_turn(request.user))
