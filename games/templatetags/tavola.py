"""Emblems, seat marks and cards for templates."""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
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


@register.simple_tag
def part(template: str, **things: Hashable) -> SafeString:
    """A part of a page that hangs on nothing but these things and the language.

    Drawn once, then remembered: of a table, most stays as it was from one move to the next.
    """
    draw = drawn_part.__wrapped__ if settings.DEBUG else drawn_part
    return draw(template, get_language(), tuple(things.items()))


@lru_cache(maxsize=4096)
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
