"""Two players against each other."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.presenters.against import between
from games.views.doors import door


@door("GET", "HEAD")
def against(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """What two people have played with each other."""
    both = between(username, other, request.user)
    if both.one == both.other:
        return redirect(both.one)
    return render(request, "games/against.html", {"both": both})
