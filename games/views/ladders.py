"""The ladders' pages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.presenters.ladder_choice import read_choice
from games.presenters.ladders import ladder_page, overview
from games.views.doors import door


@door("GET", "HEAD")
def ladders(request: HttpRequest) -> HttpResponse:
    """Every game with the tops of its ladders."""
    return render(request, "games/ladders.html", {"games": overview(request.user)})


@door("GET", "HEAD")
def ladder(request: HttpRequest, slug: str, size: str) -> HttpResponse:
    """One ladder: of all time or a season, of people or bots, page by page."""
    choice = read_choice(slug, size, request.GET)
    page = ladder_page(choice, request.user, request.GET)
    return render(request, "games/ladder.html", {"page": page, "choice": choice})
