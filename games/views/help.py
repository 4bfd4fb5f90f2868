"""The shelf of games and their rules, from the pages in docs/rules."""

from __future__ import annotations

import functools

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from games.presenters.lobby import game_cards
from games.rules import newest
from games.views.doors import door


@functools.cache
def rules_page(slug: str) -> SafeString:
    """The rules of a game as HTML; the text is the project's own, raw HTML in it stays text."""
    text = (settings.BASE_DIR / "docs" / "rules" / f"{slug}.md").read_text(encoding="utf-8")
    return mark_safe(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))  # noqa: S308


@door("GET", "HEAD")
def shelf(request: HttpRequest) -> HttpResponse:
    return render(request, "games/shelf.html", {"games": game_cards()})


@door("GET", "HEAD")
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    game = newest(slug).game
    return render(request, "games/rules.html", {"game": game, "rules": rules_page(game.slug)})
