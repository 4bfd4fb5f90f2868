"""The rules of a game as a page, from its title's `docs/rules.md` and translations.

Marks in the text name the drawings: `<!-- map -->` and other words begin a piece that goes up to
`<!-- end -->`, and `<!-- figure NAME -->` a caption, above which the figure of that name is drawn.
"""

from __future__ import annotations

import functools
import itertools
import re
from pathlib import Path
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import override
from markdown_it import MarkdownIt

from games.site.figures import draw_art, draw_figure, styles_of_figures
from games.titles.positions import prepared_figures
from games.titles.registry import folder_of

WRITTEN_IN = "en"
MARK = re.compile(r"^<!-- ([a-z]+)(?: ([a-z-]+))? -->$", re.MULTILINE)
FIGURE, FIGURES = "figure", "figures"


class Figure(NamedTuple):
    """A drawing with the words that describe all of it; `part`: the kind of drawing."""

    part: str
    drawing: SafeString
    caption: SafeString


class Piece(NamedTuple):
    """A part of the page; `kind`: the drawing next to it (map) or in its place (the others).

    Figures that follow each other are one piece.
    """

    html: SafeString
    kind: str
    figures: list[Figure]


class RulesPage(NamedTuple):
    """The rules of a game as HTML, with its chapters (id, title) and its language."""

    pieces: list[Piece]
    chapters: list[tuple[str, str]]
    language: str
    art: SafeString
    """The SVG symbols that the drawings refer to."""
    styles: tuple[str, ...]
    """The style sheets that the drawings need."""


@functools.cache
def rules_page(slug: str, language: str) -> RulesPage:
    """Return the page of a title, without its heading; empty if it has none.

    Drawings are in this language, even if the text is not. The page is cached permanently: texts,
    positions and templates change only with a release. Raw HTML in the text is escaped.
    """
    path, written_in = _text_of(slug, language)
    if not path.exists():
        return RulesPage([], [], WRITTEN_IN, SafeString(""), ())
    with override(language):
        return _laid_out(slug, path.read_text(encoding="utf-8"), written_in)


def _text_of(slug: str, language: str) -> tuple[Path, str]:
    """Return the page in this language, or else the original one, and its language."""
    folder = folder_of(slug) / "docs"
    translated = folder / f"rules.{language}.md"
    return (translated, language) if translated.exists() else (folder / "rules.md", WRITTEN_IN)


def _laid_out(slug: str, text: str, language: str) -> RulesPage:
    drawings = prepared_figures(slug)
    chapters: list[tuple[str, str]] = []
    pieces: list[Piece] = []
    for kind, name, part in parts_of(text):
        html = _rendered(part, chapters)
        if kind == FIGURE and name in drawings:
            figure = Figure(drawings[name].part, draw_figure(drawings[name]), html)
            if pieces and pieces[-1].kind == FIGURES:
                pieces[-1].figures.append(figure)
            else:
                pieces.append(Piece(SafeString(""), FIGURES, [figure]))
        elif kind or html:
            # A missing figure still shows its caption.
            pieces.append(Piece(html, "" if kind == FIGURE else kind, []))
    drawn = any(piece.figures for piece in pieces)
    art, styles = (draw_art(slug), styles_of_figures(slug)) if drawn else (SafeString(""), ())
    return RulesPage(pieces, chapters, language, art, styles)


def parts_of(text: str) -> list[tuple[str, str, str]]:
    """Cut a rules page without its heading at its marks: the mark's word and name, the text.

    Plain text has neither.
    """
    _title, _newline, text = text.partition("\n")
    first, *marked = MARK.split(text)
    marks = zip(marked[::3], marked[1::3], marked[2::3], strict=True)
    cut = [("" if word == "end" else word, name or "", part) for word, name, part in marks]
    return [("", "", first), *cut]


def _rendered(text: str, chapters: list[tuple[str, str]]) -> SafeString:
    """Return Markdown as HTML; give each chapter an id and append it to `chapters`."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for opening, words in itertools.pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            anchor = slugify(words.content, allow_unicode=True)
            opening.attrSet("id", anchor)
            chapters.append((anchor, words.content))
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return mark_safe(html)  # noqa: S308
