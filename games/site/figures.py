"""Figures of a rules page: parts of a table, drawn from prepared positions by its own templates.

A figure is a picture. Nothing in it can be pressed, focused or referred to, and its caption says
all that it shows; so parts for pointers, keys and screen readers are left out.
"""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser

from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template, render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.matches.presenters.boards import game_board
from games.site.gallery import access_to
from games.titles.positions import PreparedFigure, prepared_figures

CONTROLS = frozenset(("a", "button", "label", "summary", "details", "form"))
"""Elements that can be used; in a picture each is a span of the same look."""
LEFT_OUT = frozenset(("script", "template", "title"))
UNSEEN = frozenset(("visually-hidden", "tip"))
"""Classes of elements for screen readers or pointers only."""
VOID = frozenset(("br", "hr", "img", "input", "wbr"))
MEANT_FOR_USE = frozenset(("id", "role", "tabindex", "title"))
"""Attributes that a picture does not need, in addition to `aria-…`, `data-…` and `on…`."""
OF_CONTROLS = frozenset(("href", "for", "form", "name", "value", "type", "open", "disabled"))


def draw_figure(figure: PreparedFigure) -> SafeString:
    """Return the drawing of a figure in the active language."""
    _access, table = access_to(figure.position, figure.position.seat)
    template = f"games/{figure.position.slug}/figures/_{figure.part}.html"
    return as_picture(render_to_string(template, {"table": table, "board": table.board}))


def draw_art(slug: str) -> SafeString:
    """Return what a title's figures refer to, once on the page, or "".

    It is `games/<slug>/figures/_art.html`, and keeps its ids, since figures refer to them.
    """
    figures = prepared_figures(slug)
    try:
        art = get_template(f"games/{slug}/figures/_art.html")
    except TemplateDoesNotExist:
        return SafeString("")
    _access, table = access_to(next(iter(figures.values())).position, None)
    return mark_safe(art.render({"table": table, "board": table.board}))  # noqa: S308  (escaped)


@cache
def styles_of_figures(slug: str) -> tuple[str, ...]:
    """Return the style sheets of the drawings: of the table, its end, and the game's figures."""
    own = f"games/{slug}/figures.css"
    found = (own,) if finders.find(own) else ()
    return ("css/figures.css", "css/table.css", "css/end.css", *game_board(slug).styles, *found)


def as_picture(html: str) -> SafeString:
    """Return the same HTML without controls, ids and parts for screen readers only."""
    picture = _Picture()
    picture.feed(html)
    picture.close()
    return mark_safe("".join(picture.written))  # noqa: S308  (of a rendered template)


class _Picture(HTMLParser):
    """Rewrites well-formed HTML without the parts that do not belong in a picture."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.written: list[str] = []
        self.hidden = 0
        """The number of open elements from the one that is left out on, that one included."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            self.handle_startendtag(tag, attrs)
        elif self.hidden or _is_left_out(tag, attrs):
            self.hidden += 1
        else:
            self.written.append(f"<{_drawn(tag)}{_attributes(tag, attrs)}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.hidden and tag != "input":
            end = "" if tag in VOID else "/"
            self.written.append(f"<{tag}{_attributes(tag, attrs)}{end}>")

    def handle_endtag(self, tag: str) -> None:
        if self.hidden:
            self.hidden -= 1
        else:
            self.written.append(f"</{_drawn(tag)}>")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.written.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def _is_left_out(tag: str, attrs: list[tuple[str, str | None]]) -> bool:
    classes = (dict(attrs).get("class") or "").split()
    return tag in LEFT_OUT or not UNSEEN.isdisjoint(classes)


def _drawn(tag: str) -> str:
    return "span" if tag in CONTROLS else tag


def _attributes(tag: str, attrs: list[tuple[str, str | None]]) -> str:
    """Return the attributes that a picture keeps.

    Their names are in lower case by now; browsers restore the case of SVG's.
    """
    out = MEANT_FOR_USE | OF_CONTROLS if tag in CONTROLS else MEANT_FOR_USE
    return "".join(
        f' {name}="{escape(value or "")}"'
        for name, value in attrs
        if name not in out and not name.startswith(("aria-", "data-", "on"))
    )
