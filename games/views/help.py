"""The shelf of games and their rules, from the pages in docs/rules."""

from __future__ import annotations

import functools
import itertools
import re
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from games.engine.contract import Game
from games.engine.refusals import BadRecord
from games.presenters.boards import playable_game
from games.presenters.lobby import game_cards
from games.presenters.sheet import fan, kinds, map_of, sheet_of
from games.views.doors import door

WRITTEN_IN = "en"
MARK = re.compile(r"^<!-- (map|cards|icons|armies|end) -->$", re.MULTILINE)
CUT = "\0"


class Piece(NamedTuple):
    """Some of the page; `kind` says what the client draws beside it (map) or for it (the rest)."""

    html: SafeString
    kind: str


class RulesPage(NamedTuple):
    """The rules of a game as HTML, with its chapters (id, title) and the language it is in."""

    pieces: list[Piece]
    chapters: list[tuple[str, str]]
    language: str


def known_game(slug: str) -> Game:
    """A game of the shelf by its address."""
    try:
        return playable_game(slug)
    except BadRecord as unknown:
        raise Http404(unknown.reason) from unknown


@functools.cache
def rules_page(slug: str, language: str) -> RulesPage:
    """The page in docs/rules; its title is left to the template.

    What stands between `<!-- map -->` and `<!-- end -->` is shown beside the drawn map; for the
    other marks it gives way to what the client draws from the cards themselves. The text is the
    project's own; raw HTML in it stays text all the same.
    """
    folder = settings.BASE_DIR / "docs" / "rules"
    path = folder / f"{slug}.{language}.md"
    if not path.exists():
        path, language = folder / f"{slug}.md", WRITTEN_IN
    _title, _newline, text = path.read_text(encoding="utf-8").partition("\n")
    chapters: list[tuple[str, str]] = []
    marks = ["", *MARK.findall(text)]
    pieces = [
        Piece(_rendered(part, chapters), "" if mark == "end" else mark)
        for mark, part in zip(marks, MARK.sub(CUT, text).split(CUT), strict=True)
    ]
    return RulesPage(pieces, chapters, language)


def _rendered(text: str, chapters: list[tuple[str, str]]) -> SafeString:
    """Markdown as HTML; its chapters get an id and are added to the list."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for opening, words in itertools.pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            anchor = slugify(words.content, allow_unicode=True)
            opening.attrSet("id", anchor)
            chapters.append((anchor, words.content))
    return mark_safe(markdown.renderer.render(tokens, markdown.options, {}))  # noqa: S308


@door("GET", "HEAD")
def shelf(request: HttpRequest) -> HttpResponse:
    return render(request, "games/shelf.html", {"games": game_cards()})


@door("GET", "HEAD")
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    game = known_game(slug)
    context = {
        "game": game,
        "rules": rules_page(game.slug, get_language() or WRITTEN_IN),
        "fan": fan(game.slug),
        "kinds": kinds(game.slug),
        "map": map_of(game.slug),
        "sheet": sheet_of(game.slug),
    }
    return render(request, "games/rules.html", context)
