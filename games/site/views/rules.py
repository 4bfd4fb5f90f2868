"""The games of this site and their rules, from the page `docs/rules.md` of each title."""

from __future__ import annotations

import functools
import itertools
import re
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from games.lobby.presenters.lobby import game_cards
from games.lobby.presenters.opponents import opponent_groups
from games.matches.decorators import known_game, page_view
from games.matches.presenters.boards import fan_of
from games.titles.registry import folder_of, title_of

WRITTEN_IN = "en"
MARK = re.compile(r"^<!-- ([a-z]+) -->$", re.MULTILINE)
CUT = "\0"


class Piece(NamedTuple):
    """A part of the page; `kind`: what is drawn beside it (map) or in its place (the others)."""

    html: SafeString
    kind: str


class RulesPage(NamedTuple):
    """The rules of a game as HTML, with its chapters (id, title) and the language it is in."""

    pieces: list[Piece]
    chapters: list[tuple[str, str]]
    language: str


@functools.cache
def rules_page(slug: str, language: str) -> RulesPage:
    """The page of a title, without its heading; empty if it has none.

    The text between `<!-- map -->` and `<!-- end -->` is shown beside the drawn map; after other
    marks it is replaced by what the template draws from the cards. Raw HTML in it is escaped.
    """
    folder = folder_of(slug) / "docs"
    path = folder / f"rules.{language}.md"
    if not path.exists():
        path, language = folder / "rules.md", WRITTEN_IN
    if not path.exists():
        return RulesPage([], [], WRITTEN_IN)
    _title, _newline, text = path.read_text(encoding="utf-8").partition("\n")
    chapters: list[tuple[str, str]] = []
    marks = ["", *MARK.findall(text)]
    pieces = [
        Piece(_rendered(part, chapters), "" if mark == "end" else mark)
        for mark, part in zip(marks, MARK.sub(CUT, text).split(CUT), strict=True)
    ]
    return RulesPage(pieces, chapters, language)


def _rendered(text: str, chapters: list[tuple[str, str]]) -> SafeString:
    """Markdown as HTML; each chapter gets an id and is appended to `chapters`."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for opening, words in itertools.pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            anchor = slugify(words.content, allow_unicode=True)
            opening.attrSet("id", anchor)
            chapters.append((anchor, words.content))
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return mark_safe(html)  # noqa: S308


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
        "fan": fan_of(game.slug),
        "opponents": opponent_groups(game.slug),
        "kinds": title.kinds(),
        "lessons": title.lessons,
        "map": title.map,
        "sheet": title.sheet() if title.sheet is not None else None,
    }
    return render(request, "site/rules.html", context)
