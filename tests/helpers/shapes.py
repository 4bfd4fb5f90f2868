"""Comparison of JSON with a TypedDict: extra or missing keys, and values of a wrong type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)


def misfits(value: Any, hint: Any, place: str = "") -> list[str]:
    """Return a line for each misfit, with its place; `Any` fits everything."""
    return list(_misfits(value, hint, place))


def _misfits(value: Any, hint: Any, place: str) -> Iterator[str]:
    origin, args = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        yield from _object(value, hint, place)
    elif origin in (Union, UnionType):
        found = [misfits(value, one, place) for one in args]
        if all(found):
            yield from min(found, key=len)
    elif origin is Literal:
        if not any(type(value) is type(one) and value == one for one in args):
            yield f"{place}: {value!r} is none of {args}"
    elif origin is list and type(value) is list:
        for at, item in enumerate(value):
            yield from _misfits(item, args[0], f"{place}[{at}]")
    elif origin in (dict, Mapping) and type(value) is dict:
        for key, item in value.items():
            yield from _misfits(key, args[0], f"{place} key")
            yield from _misfits(item, args[1], f"{place}.{key}")
    elif hint is not Any and type(value) is not (NoneType if hint is None else hint):
        yield f"{place}: {value!r} is no {hint}"


@cache
def _hints_of(shape: Any) -> dict[str, Any]:
    """Resolve the hints of a TypedDict once; thousands of objects have the same shape."""
    return get_type_hints(shape, include_extras=True)


def _object(value: Any, shape: Any, place: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{place}: {value!r} is no {shape.__name__}"
        return
    hints = _hints_of(shape)
    optional = {key for key, hint in hints.items() if get_origin(hint) is NotRequired}
    for key in sorted(value.keys() - hints.keys()):
        yield f"{place}: {shape.__name__} has no “{key}”"
    for key in sorted(hints.keys() - optional - value.keys()):
        yield f"{place}: {shape.__name__} needs its “{key}”"
    for key in value.keys() & hints.keys():
        hint = get_args(hints[key])[0] if key in optional else hints[key]
        yield from _misfits(value[key], hint, f"{place}.{key}")
