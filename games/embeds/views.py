"""Views of embedded matches and pictures, and the page that offers both."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _

from games.embeds.answers import FLEETING, PNG, SVG, picture_answer
from games.embeds.decorators import for_everybody
from games.embeds.pages import embedded_page, offer_page
from games.embeds.pictures import newest_board_svg, position_svg, site_svg
from games.embeds.public import public_access
from games.embeds.refusals import NotPublic
from games.matches.decorators import open_for, page_view
from games.matches.models import Match
from games.matches.refusals import NotRunning
from games.matches.viewing import Access


@for_everybody(lasting_language=True)
def site_picture(request: HttpRequest) -> HttpResponse:
    """Show the site's card."""
    return picture_answer(request, site_svg(), PNG, lasting=True)


@for_everybody()
def embedded_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a match in a frame of another site."""
    access = public_access(match_id)
    page = embedded_page(access, request.GET.get("step", ""))
    response = render(request, "embeds/match.html", page)
    response["Cache-Control"] = FLEETING
    return response


@for_everybody(lasting_language=True)
def position(
    request: HttpRequest, match_id: str, kind: str, step: int | None = None
) -> HttpResponse:
    """Show a step of a match, or the newest, as a picture of this media type."""
    access = public_access(match_id)
    return picture_answer(request, position_svg(access, step), kind, lasting=_is_over(access))


@for_everybody(lasting_language=True)
def board(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the newest position of a match as a small picture for a list."""
    access = public_access(match_id)
    return picture_answer(request, newest_board_svg(access), SVG, lasting=_is_over(access))


def _is_over(access: Access) -> bool:
    return access.match.status in (Match.Status.FINISHED, Match.Status.ABORTED)


@page_view("GET", "HEAD")
def embed(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the HTML to copy in order to show a match on another site."""
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        raise NotRunning(_("The match hasn’t started yet."))
    if not access.match.public:
        raise NotPublic(
            _("This table is private: only public matches can be shown on other sites.")
        )
    page = offer_page(access, request.build_absolute_uri, request.GET.get("step", ""))
    return render(request, "embeds/offer.html", page)
