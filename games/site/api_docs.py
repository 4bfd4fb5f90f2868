"""The documentation page of the JSON API, generated from its schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

from games.engine.contract import Json
from games.matches.api.schema_view import JSON_SCHEMA, schema
from games.site.api_errors import ADVICE, statuses

METHODS = ("get", "post", "put", "patch", "delete")
REFERENCE = "#/components/schemas/"
DOCS = Path(settings.BASE_DIR) / "docs"
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Field:
    """A parameter, or a key of an object: its name, its type with links, and its meaning."""

    name: str
    type: SafeString
    required: bool
    text: SafeString


@dataclass(frozen=True)
class Answer:
    """A response: its status and its type."""

    status: str
    type: SafeString


@dataclass(frozen=True)
class Operation:
    """An endpoint with one method."""

    name: str
    method: str
    path: str
    summary: str
    text: SafeString
    scope: str
    """The scope a token needs; empty if no token is needed."""
    parameters: tuple[Field, ...]
    body: SafeString | None
    answers: tuple[Answer, ...]
    refusals: tuple[tuple[str, str], ...]
    """The status of each refusal, and its codes."""


@dataclass(frozen=True)
class Group:
    """The operations with the same tag."""

    name: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True)
class Component:
    """A named type: the keys of an object, or another type."""

    name: str
    text: SafeString
    fields: tuple[Field, ...]
    type: SafeString | None


@dataclass(frozen=True)
class ErrorCode:
    """A code of refusals, its status, and what a program does about it."""

    code: str
    status: int
    advice: SafeString


@dataclass(frozen=True)
class Documentation:
    """The whole page."""

    about: SafeString
    guide: SafeString
    errors: tuple[ErrorCode, ...]
    groups: tuple[Group, ...]
    components: tuple[Component, ...]
    elsewhere: SafeString
    """Other ways than the API: webhooks, feeds, frames, pictures."""


@lru_cache(16)
def documentation(language: str) -> Documentation:
    """Return the page in one of the site's languages; generated once in a process."""
    written = json.loads(schema(language, JSON_SCHEMA))
    groups: dict[str, list[Operation]] = {}
    for path, item in written["paths"].items():
        for method in METHODS:
            if method in item:
                operation = item[method]
                groups.setdefault(operation["tags"][0], []).append(
                    _operation(path, method, operation)
                )
    shapes = written["components"]["schemas"]
    return Documentation(
        _text(written["info"]["description"]),
        _page("api.md"),
        tuple(
            ErrorCode(code, status, _text(ADVICE[code]))
            for code, status in sorted(statuses().items())
        ),
        tuple(Group(name, tuple(found)) for name, found in sorted(groups.items())),
        tuple(_component(name, shape) for name, shape in shapes.items()),
        _page("elsewhere.md"),
    )


def _page(name: str) -> SafeString:
    """Return a document without its title, since the page has one, and with the site's address."""
    _title, _end, text = (DOCS / name).read_text("utf-8").partition("\n")
    return _text(text.replace("https://tavola.example", settings.SITE_URL))


def _operation(path: str, method: str, operation: Json) -> Operation:
    body = operation.get("requestBody", {}).get("content", {})
    answers = operation["responses"]
    good = {status: one for status, one in answers.items() if status < "400"}
    return Operation(
        operation["operationId"],
        method.upper(),
        path,
        operation.get("summary", ""),
        _text(operation.get("description", "")),
        "" if {} in operation["security"] else _scope(operation["security"]),
        tuple(_parameter(one) for one in operation.get("parameters", ())),
        next((_type(one.get("schema", {})) for one in body.values()), None),
        tuple(Answer(status, _answer(one)) for status, one in good.items()),
        tuple(
            (status, one["description"].partition(": ")[2])
            for status, one in answers.items()
            if status not in good
        ),
    )


def _scope(security: list[dict[str, list[str]]]) -> str:
    return next((roles[0] for one in security for roles in one.values() if roles), "")


def _answer(answer: Json) -> SafeString:
    contents = answer.get("content", {})
    shown = ((kind, _type(one.get("schema", {}))) for kind, one in contents.items())
    plain = "application/json"
    return format_html_join(
        ", ", "{}{}", ((t, "" if kind == plain else f" ({kind})") for kind, t in shown)
    )


def _parameter(parameter: Json) -> Field:
    where = "" if parameter["in"] == "path" else f" ({parameter['in']})"
    return Field(
        parameter["name"],
        format_html("{}{}", _type(parameter.get("schema", {})), where),
        parameter.get("required", False),
        _text(parameter.get("description", "")),
    )


def _component(name: str, shape: Json) -> Component:
    fields = tuple(_fields(shape))
    return Component(
        name, _text(shape.get("description", "")), fields, None if fields else _type(shape)
    )


def _fields(shape: Json) -> Iterator[Field]:
    """Yield the keys of an object; for a union, each kind with its facts."""
    for one in shape.get("oneOf", ()):
        match one.get("properties"):
            case {"kind": {"enum": [kind]}, "facts": facts}:
                yield Field(kind, _type(facts), True, _text(""))
    required = shape.get("required", ())
    for name, one in shape.get("properties", {}).items():
        yield Field(name, _type(one), name in required, _text(one.get("description", "")))


def _type(shape: object) -> SafeString:
    """Return a type in short form: `[Player]`, `integer or null`."""
    if not isinstance(shape, dict) or not shape:
        return format_html("{}", "any")
    if "$ref" in shape:
        name = shape["$ref"].removeprefix(REFERENCE)
        return format_html('<a href="#shape-{}">{}</a>', name, name)
    for key, between in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
        if key in shape:
            return format_html_join(between, "{}", ((_type(one),) for one in shape[key]))
    if "enum" in shape:
        return format_html_join(" | ", "<code>{}</code>", ((json.dumps(v),) for v in shape["enum"]))
    if "const" in shape:
        return format_html("<code>{}</code>", json.dumps(shape["const"]))
    kinds = shape.get("type", "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return format_html_join(" or ", "{}", ((_kind(kind, shape),) for kind in kinds))


def _kind(kind: str, shape: Json) -> SafeString:
    if kind == "array":
        return format_html("[{}]", _type(shape.get("items", {})))
    if kind == "object" and shape.get("properties"):
        inner = ((name, _type(one)) for name, one in shape["properties"].items())
        return format_html("{{ {} }}", format_html_join(", ", "{}: {}", inner))
    if kind == "object" and isinstance(shape.get("additionalProperties"), dict):
        return format_html("{{ …: {} }}", _type(shape["additionalProperties"]))
    return format_html("{}", shape.get("format", kind) if kind == "string" else kind)


def _text(words: str) -> SafeString:
    """Render the project's own Markdown; HTML in it is escaped."""
    return SafeString(_markdown.render(words)) if words else SafeString()
