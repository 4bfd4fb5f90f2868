"""The games of this site and their rules."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language, override

from games.lobby.presenters.lobby import game_cards
from games.lobby.presenters.opponents import opponent_groups
from games.matches.decorators import known_game, page_view
from games.matches.presenters.boards import card_preview_of, game_board
from games.site.printed_cards import printed_card, printed_cards
from games.site.rules_page import WRITTEN_IN, rules_page
from games.titles.registry import title_of

KEPT = "public, max-age=3600"
"""How long browsers keep a card. It changes only with a release."""


@page_view("GET", "HEAD")
def all_games(request: HttpRequest) -> HttpResponse:
    return render(request, "site/games.html", {"games": game_cards()})


@page_view("GET", "HEAD")
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    game = known_game(slug)
    title = title_of(slug)
    context = {
        "game": game,
        "rules": rules_page(game.slug, get_language() or WRITTEN_IN),
        "card_preview": card_preview_of(game.slug),
        "opponents": opponent_groups(game.slug),
        "kinds": title.kinds(),
        "lessons": title.lessons,
        "map": title.map,
        "sheet": title.sheet(game.read_options({})) if title.sheet is not None else None,
    }
    return render(request, "site/rules.html", context)


@page_view("GET", "HEAD")
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    game = known_game(slug)
    groups = printed_cards(game.slug)
    if not groups:
        raise Http404
    context = {"game": game, "groups": groups, "styles": game_board(game.slug).styles}
    return render(request, "site/cards.html", context)


@page_view("GET", "HEAD")
def card(request: HttpRequest, slug: str, card: str) -> HttpResponse:
    """Return a card of the game large, with its effect, as HTML without a page around it.

    It depends on nothing but the address, so every viewer gets the same. The language is that of
    `?lang=`, or else the site's.
    """
    game = known_game(slug)
    wanted = request.GET.get("lang", "")
    with override(wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        printed = printed_card(game.slug, card)
        if printed is None:
            raise Http404
        html = render_to_string("boards/_printed_card.html", {"printed": printed})
    return HttpResponse(html, headers={"Cache-Control": KEPT})
