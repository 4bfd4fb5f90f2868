"""The games of this site and their rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games.lobby.presenters.lobby import game_cards
from games.lobby.presenters.opponents import opponent_groups
from games.matches.decorators import known_game, page_view
from games.matches.presenters.boards import card_preview_of
from games.site.rules_page import WRITTEN_IN, rules_page
from games.titles.registry import title_of


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
