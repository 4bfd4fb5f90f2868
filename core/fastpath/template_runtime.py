"""Functions called by compiled templates; they render values as Django does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cached_property, lru_cache
from html import escape as escape_anything
from inspect import signature
from typing import Any

from django.conf import settings
from django.template import Context
from django.template.base import render_value_in_context
from django.urls import reverse
from django.utils.functional import cached_property as django_cached_property
from django.utils.html import conditional_escape
from django.utils.safestring import SafeData, SafeString, mark_safe
from django.utils.timezone import template_localtime  # type: ignore[attr-defined]  # not in stubs
from django.utils.translation import gettext, ngettext

only_attributes: set[type] = set()
"""Types without items, collected at run time; most rendered values have one of them."""
types_with: defaultdict[str, set[type]] = defaultdict(set)
"""Name → the types, collected at run time, of which it is a field or property without a callable.

Compiled templates read such an attribute without calling `lookup`."""
judged: set[tuple[type, str]] = set()
"""The types and names for which `types_with` was decided."""


def lookup(value: Any, name: str, otherwise: Any) -> Any:
    """Return `value.name` as templates define it: an item, an attribute, or an item by index."""
    kind = type(value)
    if kind not in only_attributes:
        return _lookup_item(value, name, otherwise)
    try:
        found = getattr(value, name)
    except AttributeError:
        return _missed(value, name, otherwise)
    if callable(found):
        return _called(found)
    if (kind, name) not in judged:
        judged.add((kind, name))
        if _always_has(kind, name):
            types_with[name].add(kind)
    return found


def _always_has(kind: type, name: str) -> bool:
    """Return whether every value of this type has the attribute: as a field or a property."""
    if is_dataclass(kind) and name in kind.__dataclass_fields__:
        return True
    of_type = getattr(kind, name, None)
    return isinstance(of_type, property | cached_property | django_cached_property)


def _lookup_item(value: Any, name: str, otherwise: Any) -> Any:
    if not hasattr(type(value), "__getitem__"):
        only_attributes.add(type(value))
        return lookup(value, name, otherwise)
    try:
        found = value[name]
    except (TypeError, AttributeError, KeyError, ValueError, IndexError):
        try:
            found = getattr(value, name)
        except AttributeError:
            try:
                found = value[int(name)]
            except (IndexError, ValueError, KeyError, TypeError):
                return _missed(value, name, otherwise)
    return _called(found) if callable(found) else found


def _missed(value: Any, name: str, otherwise: Any) -> Any:
    """Return `otherwise`, but raise the error of a property of that name that fails."""
    if name in dir(value):
        getattr(value, name)
    return otherwise


def _called(found: Any) -> Any:
    """Return the result of a callable that needs no arguments and does not alter data."""
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
escape = lru_cache(maxsize=4096)(escape_anything)
"""Escapes a text; tables show the same names and words again and again."""
SEPARATES_THOUSANDS = settings.USE_THOUSAND_SEPARATOR


def show(value: Any) -> str:
    """Return a value, escaped."""
    kind = type(value)
    if kind is SafeString:
        return str(value)
    if kind is str:
        return escape(value)
    if kind is int and not SEPARATES_THOUSANDS:
        return str(value)
    return str(render_value_in_context(value, PLAIN))


def safe(output: Any) -> str:
    """Return the output of a tag, escaped unless it is safe."""
    return output if type(output) is SafeString else str(conditional_escape(output))


def translated(one: str, many: str | None, number: Any, values: dict[str, str]) -> str:
    """Return a sentence in the current language."""
    text = gettext(one) if many is None else ngettext(one, many, number)
    return text % values


def as_sized(items: Any) -> Any:
    """Return the items of a loop in a form that has a length."""
    if items is None:
        return ()
    return items if hasattr(items, "__len__") else list(items)


def compared(compare: Callable[[], Any]) -> Any:
    """Return the result of a comparison; False if the values cannot be compared."""
    try:
        return compare()
    except TypeError:
        return False


def filtered(filter_: Any, value: Any, *given: Any) -> Any:
    """Apply a filter to a value."""
    if getattr(filter_, "expects_localtime", False):
        value = template_localtime(value)
    more = {"autoescape": True} if getattr(filter_, "needs_autoescape", False) else {}
    found = filter_(value, *given, **more)
    is_safe = getattr(filter_, "is_safe", False) and isinstance(value, SafeData)
    return mark_safe(found) if is_safe else found  # noqa: S308  (as the filter declares)


@lru_cache(maxsize=8192)
def url(view: str, *given: Any) -> str:
    """Return the URL of a view, escaped."""
    return escape(reverse(view, args=given))
