"""Template tags for emblems, seats and cards."""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template import Context, Node, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.templatetags.i18n import TranslateNode, do_translate
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.shields import Shield
from core.fastpath.template_compiler import (
    CompiledTag,
    Scope,
    Writer,
    is_literal,
    render,
    renderer_of,
)
from core.monitoring.release import release
from games.boards.cache import cached_while_used
from games.boards.drawing.emblems import known_emblems
from games.boards.pieces import Piece
from games.boards.seats import emblem_of, letter_of
from games.boards.words import labelled

register = template.Library()

REMEMBERS = not settings.DEBUG
"""Whether what is drawn is cached; otherwise a template that was edited shows at once."""
PIECE = ("piece",)
NEUTRAL_EMBLEM = "cards"
"""Used for unknown emblem names, as of a game that has no emblem."""


@register.simple_tag
@lru_cache(maxsize=4096)
def emblem(name: str, label: str = "", css: str = "") -> SafeString:
    """Return one emblem as SVG; without a label it is hidden from screen readers."""
    drawn = name if name in known_emblems() or not known_emblems() else NEUTRAL_EMBLEM
    sprite = known_emblems().get(drawn, "built/emblems.svg")
    href = f"{static(sprite)}#emblem-{drawn}"
    classes = f"emblem {css}".strip()
    if not label:
        return format_html(
            '<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', classes, href
        )
    return format_html(
        '<svg class="{}" role="img"><title>{}</title><use href="{}"/></svg>', classes, label, href
    )


register.filter("seat_emblem", emblem_of)
register.filter("seat_letter", letter_of)
register.filter("labelled", labelled)
register.simple_tag(release, name="release")


@register.filter
def countdown(seconds: int) -> str:
    """Return the time left as static/js/tournaments.js counts it down.

    >>> countdown(3429)
    '57:09'
    """
    return f"{seconds // 60}:{seconds % 60:02}"


@register.simple_tag
@lru_cache(maxsize=16)
def seat_mark(seat: int) -> SafeString:
    """Return a seat's colour, emblem and letter."""
    return format_html(
        '<span class="seat-mark seat-{}">{}<b>{}</b></span>',
        seat,
        emblem(emblem_of(seat)),
        letter_of(seat),
    )


@register.simple_tag
@lru_cache(maxsize=16)
def style_sheet(path: str) -> SafeString:
    """Return a link to a style sheet, for fragments that load their own."""
    return format_html('<link rel="stylesheet" href="{}">', static(path))


@register.simple_tag
def shield(of: Shield | None, css: str = "") -> SafeString:
    """Return the picture of a player's shield; nothing where there is none."""
    return SafeString("") if of is None else of.svg(css)


class PartNode(CompiledTag):
    """A part of a page, cached by its arguments and the language, since most of a table stays."""

    def __init__(self, template: FilterExpression, things: dict[str, FilterExpression]) -> None:
        self.template = template
        self.names = tuple(things)
        self.values = tuple(things.values())

    def render(self, context: Context) -> SafeString:
        values = (value.resolve(context) for value in self.values)
        return part(self.template.resolve(context), self.names, get_language(), *values)

    def expression(self, writer: Writer, scope: Scope) -> str:
        template = writer.value(self.template, scope)
        values = (writer.value(value, scope) for value in self.values)
        names, language = writer.name(self.names), writer.name(writer.language)
        given = ", ".join((template, names, language, *values))
        return f"{writer.name(part)}({given})"


@register.simple_tag
def piece(shown: Piece) -> SafeString:
    """Draw a ready piece of a board (games/boards/pieces.py), from the cache if possible."""
    return part(shown.template, PIECE, get_language(), shown)


@register.tag("part")
def compile_part(parser: Parser, token: Token) -> PartNode:
    """Compile {% part "boards/_line.html" line=line newest=False %}; arguments must be hashable."""
    _tag, template, *things = token.split_contents()
    named = token_kwargs(things, parser)
    if things:
        raise TemplateSyntaxError(f"{token.contents}: things have names")
    return PartNode(parser.compile_filter(template), named)


class WordNode(CompiledTag):
    """A literal translation, looked up once for each language."""

    def __init__(self, node: TranslateNode) -> None:
        self.binds, node.asvar = node.asvar or "", None
        self.node = node
        self.words: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        words = self.in_language(get_language())
        if self.binds:
            context[self.binds] = words
            return ""
        return words

    def in_language(self, language: str | None) -> str:
        """Return the words in the current language, which the caller passes."""
        words = self.words.get(language)
        if words is None:
            words = self.words[language] = self.node.render(Context())
        return words

    def constant(self) -> str | None:
        return None if self.binds else self.in_language(get_language())

    def expression(self, writer: Writer, scope: Scope) -> str:
        return writer.name(self.in_language(writer.language))


@register.tag("translate")
def compile_translate(parser: Parser, token: Token) -> Node:
    """Compile Django's tag with cached words: tables have dozens and are drawn at every move."""
    node = do_translate(parser, token)
    given = [node.filter_expression, *([node.message_context] if node.message_context else [])]
    return WordNode(node) if all(map(is_literal, given)) else node


@cached_while_used
def drawn_part(
    template: str, names: tuple[str, ...], language: str | None, *values: Any
) -> SafeString:
    """Return a part in the current language; `names` are those of the values."""
    return renderer_of(template, language)(dict(zip(names, values, strict=True)))


part: Callable[..., SafeString] = drawn_part if REMEMBERS else drawn_part.__wrapped__


FACE = ("name", "emblem", "value", "tip", "tone", "seat", "hidden", "printed_id")


@register.simple_tag
def card(card: object, **how: Any) -> SafeString:
    """Return a card drawn by boards/_card.html, cached by its face and the given variables.

    A hashable card must be immutable and in one language.
    """
    face = face_of(card) if isinstance(card, Hashable) else shown_face(card)
    remembered = drawn if REMEMBERS else drawn.__wrapped__
    return remembered(face, tuple(how.items()))


def shown_face(card: object) -> tuple[Any, ...]:
    """Return everything a card's drawing depends on, except the given variables."""
    if isinstance(card, Mapping):
        return tuple(plain(card.get(key)) for key in FACE)
    return tuple(plain(getattr(card, key, None)) for key in FACE)


face_of = lru_cache(maxsize=4096)(shown_face)


def plain(value: Any) -> Any:
    """Convert lazy translations to text, so that equal cache keys mean equal drawings."""
    return value if value is None or isinstance(value, bool | int) else str(value)


@lru_cache(maxsize=8192)
def drawn(face: tuple[Any, ...], how: tuple[tuple[str, Any], ...]) -> SafeString:
    return render("boards/_card.html", {"card": dict(zip(FACE, face, strict=True)), **dict(how)})
