"""Two players against each other."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.matches.decorators import page_view
from games.profiles.presenters.against import between


@page_view("GET", "HEAD")
def against(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """What two people have played with each other."""
    both = between(username, other, request.user)
    if both.one == both.other:
        return redirect(both.one)
    return render(request, "profiles/against.html", {"both": both})
