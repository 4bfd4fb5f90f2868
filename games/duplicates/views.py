"""The page of a deal that several tables get, and the end of both sides after the first match."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render

from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.archive.services.records import record_lines
from games.duplicates import services
from games.duplicates.presenters import DealPage
from games.duplicates.services import DealAccess
from games.matches.decorators import invited, page_view
from games.matches.refusals import SignInFirst


@page_view("GET", "HEAD")
def deal(request: HttpRequest, deal_id: str) -> HttpResponse:
    """Show the tables with the same cards; once all are over, with results and comparisons."""
    page = DealPage(_open(request, deal_id))
    return render(request, "duplicates/deal.html", {"page": page})


@page_view("GET", "HEAD")
def records(request: HttpRequest, deal_id: str) -> HttpResponseBase:
    """Download the records of all tables, a line each, once they are over."""
    access = _open(request, deal_id)
    lines = record_lines(services.finished_tables(access.deal))
    name = f"tavola-deal-{access.deal.pk}.ndjson"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(lines, content_type="application/x-ndjson", headers=headers)


@page_view("POST")
def end(request: HttpRequest, deal_id: str) -> HttpResponse:
    """Show the cards after the first of both sides, instead of a second match."""
    access = _open(request, deal_id)
    try:
        services.end_early(request.user, access)
    except SignInFirst:
        raise
    except Refusal as refusal:
        messages.warning(request, refusal_text(refusal))
    return redirect(access.deal)


def _open(request: HttpRequest, deal_id: str) -> DealAccess:
    return services.open_deal(request.user, deal_id, invited(request))
