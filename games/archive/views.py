"""Finished matches: lists, replay, records."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as _

from accounts.views.decorators import next_page
from games.archive.forms import BulkForm, HistoryForm
from games.archive.presenters import called_off_lately, going_on, match_rows
from games.archive.refusals import BadPeriod
from games.archive.search import MatchSearch, ResultPage
from games.archive.services import bookmarks, bulk
from games.archive.services.records import archive_of
from games.archive.statistics import statistics_of
from games.matches.access import require_signed_in
from games.matches.decorators import open_for, page_view
from games.matches.models import Match
from games.matches.replay_pages import replay_page
from games.matches.services.event_store import open_record


@page_view("GET", "HEAD")
def matches(request: HttpRequest) -> HttpResponse:
    """Show the visitor's finished matches, or all public ones, that pass the filters."""
    form = HistoryForm(request.GET, request.user)
    found, count, player = ResultPage([]), None, request.user
    valid, active = form.is_valid(), form.active()
    if valid:
        filters = form.filters()
        search = MatchSearch(filters, request.user, mine=form.mine)
        found = search.page(request.GET)
        if found.older or found.newer:
            count = search.count() if active else None
        else:
            count = len(found.matches)
        if not form.mine and filters.player is not None:
            player = filters.player
    plain = form.mine and not active and not found.newer and not form.errors
    context = {
        "form": form,
        "plain": plain,
        "count": count,
        "active": active,
        "matches": match_rows(found.matches, player, request.user),
        "newer": form.link(newer=found.newer) if found.newer else "",
        "older": form.link(older=found.older) if found.older else "",
        "bulk_link": form.bulk_link() if valid else "",
        "going_on": going_on(request.user) if plain else [],
        "called_off": called_off_lately(request.user) if plain else [],
    }
    return render(request, "archive/matches.html", context)


@page_view("GET", "HEAD")
def my_statistics(request: HttpRequest) -> HttpResponse:
    """Show the user's results in the matches that pass the filters."""
    user = require_signed_in(request.user)
    form = HistoryForm({**request.GET.dict(), "whose": "mine"}, user)
    found = (
        statistics_of(user, MatchSearch(form.filters(), user, mine=True).rows)
        if (form.is_valid())
        else None
    )
    context = {"form": form, "active": form.active(), "found": found}
    return render(request, "archive/statistics.html", context)


@page_view("GET", "HEAD")
def records(request: HttpRequest) -> HttpResponseBase:
    """Download the records of the user's finished matches as one file."""
    return zip_response(archive_of(request.user), f"tavola-{request.user.get_username()}.zip")


def zip_response(parts: Iterator[bytes], name: str) -> StreamingHttpResponse:
    """Return a zip file, sent while it is generated."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(parts, content_type="application/zip", headers=headers)


@page_view("GET", "HEAD")
def public_records(request: HttpRequest) -> HttpResponseBase:
    """Download the records of all public matches of some days, a line each."""
    form = BulkForm(request.GET)
    if not form.is_valid():
        raise BadPeriod(_("Write dates like this: ?since=2026-11-01&until=2026-11-30"))
    wanted = form.cleaned_data
    lines = bulk.public_records(request.user, **wanted)
    name = f"tavola-{wanted['since']}-{wanted['until']}.ndjson"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(lines, content_type="application/x-ndjson", headers=headers)


@page_view("POST")
def bookmark(request: HttpRequest, match_id: str) -> HttpResponse:
    """Mark a finished match as a favourite or not, or write a note on a match."""
    access = open_for(request, match_id)
    if "favourite" in request.POST:
        bookmarks.set_favourite(access, request.user, request.POST["favourite"] == "yes")
    else:
        bookmarks.write_note(access, request.user, request.POST.get("note", ""))
    return HttpResponseRedirect(next_page(request) or access.match.get_absolute_url())


@page_view("GET", "HEAD")
def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return redirect(access.match)
    return replay_page(request, access)


@page_view("GET", "HEAD")
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """Download the record of a finished match."""
    access = open_for(request, match_id)
    content = open_record(access.match)
    name = f"{access.match.game}-{access.match.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(content, json_dumps_params={"indent": 1}, headers=headers)
