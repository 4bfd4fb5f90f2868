"""The ladders' pages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.ladders.presenters.ladders import ladder_page, overview
from games.ladders.presenters.listing import read_choice
from games.matches.decorators import page_view


@page_view("GET", "HEAD")
def ladders(request: HttpRequest) -> HttpResponse:
    """Show every game with the tops of its ladders."""
    return render(request, "ladders/ladders.html", {"games": overview(request.user)})


@page_view("GET", "HEAD")
def ladder(request: HttpRequest, slug: str, size: str) -> HttpResponse:
    """Show one ladder: of all time or a season, of people or bots, page by page."""
    choice = read_choice(slug, size, request.GET)
    page = ladder_page(choice, request.user, request.GET)
    return render(request, "ladders/ladder.html", {"page": page, "choice": choice})
