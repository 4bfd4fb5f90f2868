"""What the functions of fastpath/template_compiler.py call: values, as Django shows them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from html import escape
from inspect import signature
from typing import Any

from django.conf import settings
from django.template import Context
from django.template.base import render_value_in_context
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeData, SafeString, mark_safe
from django.utils.timezone import template_localtime  # type: ignore[attr-defined]  # not in stubs
from django.utils.translation import gettext, ngettext

only_attributes: set[type] = set()
"""The kinds of things met so far that have no items: most of what is shown."""


def lookup(thing: Any, name: str, otherwise: Any) -> Any:
    """What a template means by `thing.name`: an item, an attribute, an item by its number."""
    if type(thing) not in only_attributes:
        return _lookup_item(thing, name, otherwise)
    try:
        found = getattr(thing, name)
    except AttributeError:
        return _missed(thing, name, otherwise)
    return _called(found) if callable(found) else found


def _lookup_item(thing: Any, name: str, otherwise: Any) -> Any:
    if not hasattr(type(thing), "__getitem__"):
        only_attributes.add(type(thing))
        return lookup(thing, name, otherwise)
    try:
        found = thing[name]
    except (TypeError, AttributeError, KeyError, ValueError, IndexError):
        try:
            found = getattr(thing, name)
        except AttributeError:
            try:
                found = thing[int(name)]
            except (IndexError, ValueError, KeyError, TypeError):
                return _missed(thing, name, otherwise)
    return _called(found) if callable(found) else found


def _missed(thing: Any, name: str, otherwise: Any) -> Any:
    """Nothing there; but where a property of that name fails, it says so."""
    if name in dir(thing):
        getattr(thing, name)
    return otherwise


def _called(found: Any) -> Any:
    """What a method says, if it needs to be told nothing and changes nothing."""
    if getattr(found, "do_not_call_in_templates", False):
        return found
    if getattr(found, "alters_data", False):
        return ""
    try:
        return found()
    except TypeError:
        try:
            signature(found).bind()
        except (TypeError, ValueError):
            return ""
        raise


PLAIN = Context()


def show(value: Any) -> str:
    """A value as it stands on a page."""
    kind = type(value)
    if kind is SafeString:
        return str(value)
    if kind is str:
        return escape(value)
    if kind is int and not settings.USE_THOUSAND_SEPARATOR:
        return str(value)
    return str(render_value_in_context(value, PLAIN))


def safe(output: Any) -> str:
    """The output of a tag, escaped unless it is safe."""
    return output if type(output) is SafeString else str(conditional_escape(output))


def translated(one: str, many: str | None, number: Any, things: dict[str, str]) -> str:
    """A sentence in the language of the moment."""
    words = gettext(one) if many is None else ngettext(one, many, number)
    return words % things


def as_sized(things: Any) -> Any:
    """What a loop goes through, with a length."""
    if things is None:
        return ()
    return things if hasattr(things, "__len__") else list(things)


def compared(compare: Callable[[], Any]) -> Any:
    """A comparison; what cannot be compared does not hold."""
    try:
        return compare()
    except TypeError:
        return False


def filtered(filter_: Any, value: Any, *given: Any) -> Any:
    """A value through a filter."""
    if getattr(filter_, "expects_localtime", False):
        value = template_localtime(value)
    more = {"autoescape": True} if getattr(filter_, "needs_autoescape", False) else {}
    found = filter_(value, *given, **more)
    keeps = getattr(filter_, "is_safe", False) and isinstance(value, SafeData)
    return mark_safe(found) if keeps else found  # noqa: S308  (so says the filter)


@lru_cache(maxsize=8192)
def url(view: str, *given: Any) -> str:
    """The address of a page, ready to be shown."""
    return escape(reverse(view, args=given))


HELPERS: dict[str, Any] = {
    helper.__name__: helper
    for helper in (lookup, show, safe, translated, as_sized, compared, filtered, url, SafeString)
}
