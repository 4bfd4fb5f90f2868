"""Pages outside of matches: credits, what is stored, the style guide."""

import json
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.version import VERSION
from games.boards.panels import sample
from games.boards.seats import SEAT_EMBLEMS
from games.matches import hooks
from games.matches.presenters.boards import game_board
from games.matches.presenters.clocks import clock_context
from games.privacy.presenters import stored_parts
from games.site import gallery, highlights
from games.titles.positions import PreparedPosition, prepared_position
from games.titles.registry import slugs, title_of, titles


@cache
def credited() -> dict[str, object]:
    """Return what `make setup` recorded about the emblems and packages that it installed."""
    path = settings.BASE_DIR / "static" / "built" / "credits.json"
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path = settings.OUTSIDE_DIR / "credits.json"
    if found and path.exists():
        found["emblems"] += json.loads(path.read_text("utf-8"))
    return found


@require_safe
def credits(request: HttpRequest) -> HttpResponse:
    context = {**credited(), "titles": titles(), "version": VERSION}
    return render(request, "pages/credits.html", context)


@require_safe
def stored(request: HttpRequest) -> HttpResponse:
    """Show everyone what is stored here and for how long."""
    return render(request, "pages/stored.html", {"parts": stored_parts()})


def _only_for_makers(request: HttpRequest) -> None:
    """Raise Http404 unless the visitor is staff, or the site runs in debug mode."""
    if not (settings.DEBUG or (request.user.is_authenticated and request.user.is_staff)):
        raise Http404


@require_safe
def prepared_table(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show the table of a prepared position, as `?seat=` or its own seat sees it."""
    _only_for_makers(request)
    prepared = prepared_position(slug, name)
    if prepared is None:
        raise Http404
    asked = request.GET.get("seat", "")
    seat = prepared.seat if asked == "" else None
    if asked.isdecimal() and len(asked) < 3 and int(asked) < prepared.record.seats:
        seat = int(asked)
    return prepared_page(request, prepared, seat)


def prepared_page(
    request: HttpRequest, prepared: PreparedPosition, seat: int | None
) -> HttpResponse:
    """Draw the table of a prepared position as a seat sees it; None is a spectator."""
    access, table = gallery.access_to(prepared, seat)
    context = {"match": access.match, "table": table, "clock_words": clock_context()}
    return render(request, "pages/position.html", context | hooks.chat_context(access))


@require_safe
def game_highlights(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the banners of a game, and its ends as different viewers see them."""
    _only_for_makers(request)
    if slug not in slugs():
        raise Http404
    context = {
        "game": title_of(slug).game,
        "styles": game_board(slug).styles,
        "highlights": highlights.highlights_of(slug),
        "ends": highlights.ends_of(slug),
    }
    return render(request, "pages/highlights.html", context)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    _only_for_makers(request)
    games = [
        {
            "slug": title.slug,
            "name": title.game.name,
            "hand": title.samples(),
            "kinds": title.kinds(),
            "backs": [
                sample(title.slug, _("Face-down card"), seat=seat, hidden=True)
                for seat in range(len(SEAT_EMBLEMS))
            ],
            "deck": sample(title.slug, _("Deck"), hidden=True),
        }
        for title in titles()
    ]
    context = {"games": games, "seats": range(6), "emblems": credited().get("emblems", [])}
    context["exhibits"] = gallery.exhibits()
    return render(request, "pages/styleguide.html", context)
