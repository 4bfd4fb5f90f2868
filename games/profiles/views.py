"""Two players against each other."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.matches.decorators import page_view
from games.profiles.presenters.against import compare


@page_view("GET", "HEAD")
def against(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """The matches two people have played with each other."""
    both = compare(username, other, request.user)
    if both.one == both.other:
        return redirect(both.one)
    return render(request, "profiles/against.html", {"both": both})
