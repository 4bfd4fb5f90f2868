"""Emblems, seat marks and cards for templates."""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template import Context, Node, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, Variable, token_kwargs
from django.template.loader import render_to_string
from django.templatetags.i18n import TranslateNode, do_translate
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.presenters import turns
from games.presenters.release import release

register = template.Library()

SEAT_EMBLEMS = ("sun", "wave", "leaf", "key", "star", "bell")
SEAT_LETTERS = "ABCDEF"


@register.simple_tag
@lru_cache(maxsize=4096)
def emblem(name: str, label: str = "", css: str = "") -> SafeString:
    """One emblem of the sprite; mute unless it is given a label."""
    href = f"{static('built/emblems.svg')}#emblem-{name}"
    classes = f"emblem {css}".strip()
    if not label:
        return format_html(
            '<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', classes, href
        )
    return format_html(
        '<svg class="{}" role="img"><title>{}</title><use href="{}"/></svg>', classes, label, href
    )


@register.filter
def seat_emblem(seat: int) -> str:
    return SEAT_EMBLEMS[seat]


@register.filter
def seat_letter(seat: int) -> str:
    return SEAT_LETTERS[seat]


@register.simple_tag
@lru_cache(maxsize=16)
def seat_mark(seat: int) -> SafeString:
    """A seat as colour, emblem and letter."""
    return format_html(
        '<span class="seat-mark seat-{}">{}<b>{}</b></span>',
        seat,
        emblem(SEAT_EMBLEMS[seat]),
        SEAT_LETTERS[seat],
    )


class PartNode(Node):
    """A part of a page that hangs on nothing but some things and the language.

    Drawn once, then remembered: of a table, most stays as it was from one move to the next.
    """

    def __init__(self, template: str, things: dict[str, FilterExpression]) -> None:
        self.template = template
        self.names = tuple(things)
        self.values = tuple(things.values())

    def render(self, context: Context) -> SafeString:
        values = (value.resolve(context) for value in self.values)
        return part(self.template, tuple(zip(self.names, values, strict=True)))


@register.tag("part")
def compile_part(parser: Parser, token: Token) -> PartNode:
    """{% part "games/_line.html" line=line newest=False %}: the things are to be hashable."""
    _tag, template, *things = token.split_contents()
    named = token_kwargs(things, parser)
    if things:
        raise TemplateSyntaxError(f"{token.contents}: things have names")
    return PartNode(template.strip('"'), named)


class WordNode(Node):
    """Words that are written in the template: looked up once in each language."""

    def __init__(self, node: TranslateNode) -> None:
        self.node = node
        self.words: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        language = get_language()
        words = self.words.get(language)
        if words is None:
            words = self.words[language] = self.node.render(context)
        return words


@register.tag("translate")
def compile_translate(parser: Parser, token: Token) -> Node:
    """Django's own tag; a table has dozens of them and is drawn at every move."""
    node = do_translate(parser, token)
    words = node.filter_expression
    plain_words = isinstance(words.var, Variable) and words.var.literal is not None
    if node.asvar or node.message_context or words.filters or not plain_words:
        return node
    return WordNode(node)


@register.simple_tag
def log_lines(lines: Sequence[Hashable]) -> SafeString:
    """The lines of a log, each drawn once: of forty, one or two are new after a move."""
    last, language = len(lines) - 1, get_language()
    draw = drawn_line.__wrapped__ if settings.DEBUG else drawn_line
    return mark_safe(  # noqa: S308  (parts are safe)
        "".join(draw(line, at == last, language) for at, line in enumerate(lines))
    )


@lru_cache(maxsize=32768)
def drawn_line(line: Hashable, newest: bool, language: str | None) -> SafeString:
    """A line in a memory of its own: five hundred tables at once show forty each."""
    return render_to_string("games/_line.html", {"line": line, "newest": newest})


def part(template: str, things: tuple[tuple[str, Any], ...]) -> SafeString:
    """A part, from memory where it has been drawn."""
    draw = drawn_part.__wrapped__ if settings.DEBUG else drawn_part
    return draw(template, get_language(), things)


@lru_cache(maxsize=8192)
def drawn_part(
    template: str, language: str | None, things: tuple[tuple[str, Any], ...]
) -> SafeString:
    return render_to_string(template, dict(things))


@register.simple_tag(takes_context=True)
def bell(context: Context, but: str | None = None) -> str:
    """How many tables wait for whoever reads the page; nothing for strangers."""
    user = getattr(context.get("request"), "user", None)
    return turns.bell(user, but) if user is not None and user.is_authenticated else ""


@register.simple_tag(name="release")
def release_tag() -> str:
    """Which release of the house draws this page."""
    return release()


FACE = ("name", "emblem", "value", "tip", "tone", "seat", "hidden")


@register.simple_tag
def card(card: object, **how: Any) -> SafeString:
    """A card as games/_card.html draws it, with its variables; drawn once, then remembered.

    A table shows dozens and is rendered after every move: the template takes a quarter of a
    millisecond a card, memory a tenth of that.
    """
    if isinstance(card, Mapping):
        face = tuple(card.get(key) for key in FACE)
    else:
        face = tuple(getattr(card, key, None) for key in FACE)
    draw = drawn.__wrapped__ if settings.DEBUG else drawn
    return draw(tuple(map(plain, face)), tuple((key, plain(how[key])) for key in sorted(how)))


def plain(value: Any) -> Any:
    """Translations awaiting their language become words, so that equal keys are equal pages."""
    return value if value is None or isinstance(value, bool | int) else str(value)


@lru_cache(maxsize=8192)
def drawn(face: tuple[Any, ...], how: tuple[tuple[str, Any], ...]) -> SafeString:
    return render_to_string(
        "games/_card.html", {"card": dict(zip(FACE, face, strict=True)), **dict(how)}
    )
