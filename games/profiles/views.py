"""Views of users: lists, search, comparison of two, and cards at tables."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.http import PersonRequest
from accounts.refusals import NameTooShort, TooManySearches
from games.matches.decorators import describe_refusal, open_for, page_view
from games.profiles.presenters.against import compare
from games.profiles.presenters.card import bot_card_at, card_at
from games.profiles.presenters.people import Circle, find_page, people_page


@page_view("GET", "HEAD")
def against(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """Show the matches that two users have played with each other."""
    both = compare(username, other, request.user)
    if both.one == both.other:
        return redirect(both.one)
    return render(request, "profiles/against.html", {"both": both})


@login_required
@page_view("GET", "HEAD")
def people(request: PersonRequest, circle: Circle) -> HttpResponse:
    """Show friends, followed users or followers, with their presence."""
    page = people_page(request.user, circle, request.GET.get("page"))
    return render(request, "profiles/people.html", {"people": page, "circles": Circle})


@login_required
@page_view("GET", "HEAD")
def find_people(request: PersonRequest) -> HttpResponse:
    """Show users by name, present users, and users met; after too many searches only the rest."""
    name, refusal = request.GET.get("name", "").strip(), None
    try:
        page = find_page(request.user, name)
    except (NameTooShort, TooManySearches) as too:
        page, refusal = find_page(request.user, ""), too
    context = {
        "find": page,
        "typed": name,
        "refusal": refusal and describe_refusal(refusal),
        "circles": Circle,
    }
    status = 200 if refusal is None else refusal.status
    return render(request, "profiles/find.html", context, status=status)


@page_view("GET", "HEAD")
def player_card(request: HttpRequest, match_id: str, seat: int) -> HttpResponse:
    """Show the player at a seat as a fragment; without htmx a page, of a person their profile."""
    access = open_for(request, match_id)
    bot = bot_card_at(access, seat)
    if bot is not None:
        page = "_bot_card" if getattr(request, "htmx", False) else "bot"
        return render(request, f"profiles/{page}.html", {"card": bot, "match": access.match})
    card = card_at(access, seat, request.user)
    if not getattr(request, "htmx", False):
        return redirect(card.person)
    return render(request, "profiles/_card.html", {"card": card})
