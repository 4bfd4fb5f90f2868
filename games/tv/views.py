"""The pages of TV."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.matches.decorators import page_view
from games.tv.channels import ALL, read_channel
from games.tv.presenters import channel_page, live_now

PLAIN = "tv_without_names"
"""The session key of the streamers' mode."""


@page_view("GET", "HEAD")
def tv(request: HttpRequest, channel: str = ALL) -> HttpResponse:
    """Show a channel; `?plain=yes` chooses the streamers' mode, which the session remembers."""
    channel = read_channel(channel)
    wanted = request.GET.get("plain", "")
    if wanted in ("yes", "no"):
        request.session[PLAIN] = wanted == "yes"
    page = channel_page(channel, plain=bool(request.session.get(PLAIN)))
    return render(request, "tv/tv.html", page)


@page_view("GET", "HEAD")
def live_part(request: HttpRequest) -> HttpResponse:
    """Show the live part of the front page, for a page that refreshes it."""
    return render(request, "tv/_live.html", {"live": live_now()})
