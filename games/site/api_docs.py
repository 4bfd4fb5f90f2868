"""The documentation of the JSON API, generated from its schema: a page for each resource."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from games.engine.contract import Json
from games.matches.api.schema_view import JSON_SCHEMA, schema
from games.site.api_errors import ADVICE, statuses
from games.site.api_examples import REFERENCE, example_of, request_of

METHODS = ("get", "post", "put", "patch", "delete")
DOCS = Path(settings.BASE_DIR) / "docs"
PLAIN = "application/json"
ERRORS, SHAPES, ELSEWHERE = "errors", "shapes", "elsewhere"
CHANGES, TRY = "changes", "try"
OTHERS = (ERRORS, SHAPES, ELSEWHERE, CHANGES, TRY)
"""The pages that are not about a resource."""
FOR_PROGRAMS = "For programmers"
MOST_FOUND = 40
MOST_SEARCHED = 100
"""Characters of a search that are read."""
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
_PROGRAM = (
    '<div class="program"><pre><code>{code}</code></pre>'
    '<button class="button small quiet" type="button" data-copy="{code}" data-copied="{copied}"'
    " data-scripted hidden>{copy}</button></div>"
)


@dataclass(frozen=True)
class Field:
    """A parameter, or a key of an object: its name, its type with links, and its meaning."""

    name: str
    type: SafeString
    required: bool
    text: SafeString


@dataclass(frozen=True)
class Answer:
    """A response: its status, its type, and an example in JSON."""

    status: str
    type: SafeString
    example: str


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
    call: SafeString
    """A call to copy, for a shell."""
    answers: tuple[Answer, ...]
    refusals: tuple[tuple[str, list[str]], ...]
    """The status of each refusal, and its codes."""


@dataclass(frozen=True)
class Group:
    """The operations with the same tag."""

    name: str
    operations: tuple[Operation, ...]

    @property
    def url(self) -> str:
        return page_url(self.name)


@dataclass(frozen=True)
class Section:
    """A part of a document: its title, the address of its page, its anchor, and its words."""

    title: str
    page: str
    anchor: str
    words: str


@dataclass(frozen=True)
class Found:
    """A result of a search: its title, its address, and a line about it."""

    title: str
    url: str
    text: str


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
    """All pages."""

    about: SafeString
    guide: SafeString
    errors: tuple[ErrorCode, ...]
    groups: tuple[Group, ...]
    components: tuple[Component, ...]
    elsewhere: SafeString
    """Other ways than the API: webhooks, feeds, frames, pictures."""
    changes: SafeString
    """The changelog's parts for programmers, by version."""
    sections: tuple[Section, ...]
    """The parts of the guide and of `elsewhere`."""

    def group(self, name: str) -> Group | None:
        """Return the operations of a resource."""
        return next((group for group in self.groups if group.name == name), None)

    @property
    def guide_sections(self) -> list[Section]:
        return [one for one in self.sections if not one.page]

    def search(self, query: str) -> list[Found]:
        """Return what has all words of a query, endpoints first; at most 40 results."""
        words = query[:MOST_SEARCHED].casefold().split()
        if not words:
            return []
        every = (
            found
            for text, found in self._searched()
            if all(word in text.casefold() for word in words)
        )
        return list(islice(every, MOST_FOUND))

    def _searched(self) -> Iterator[tuple[str, Found]]:
        """Yield everything that can be found, with the text that is searched."""
        for group in self.groups:
            for one in group.operations:
                title, url = f"{one.method} {one.path}", f"{group.url}#{one.name}"
                keys = " ".join(field.name for field in one.parameters)
                text = f"{title} {one.name} {one.summary} {one.text} {keys}"
                yield text, Found(title, url, one.summary)
        for part in self.sections:
            url = f"{page_url(part.page)}#{part.anchor}"
            yield f"{part.title} {part.words}", Found(part.title, url, "")
        for error in self.errors:
            url = f"{page_url(ERRORS)}#error-{error.code}"
            text = strip_tags(error.advice)
            yield f"{error.code} {error.status} {text}", Found(error.code, url, text)
        for shape in self.components:
            keys = ", ".join(field.name for field in shape.fields)
            url = f"{page_url(SHAPES)}#shape-{shape.name}"
            yield f"{shape.name} {shape.text} {keys}", Found(shape.name, url, keys)


def page_url(page: str) -> str:
    """Return the address of a page of the documentation; "" is the first one."""
    return reverse("api_docs_page", args=[page]) if page else reverse("api_docs")


@lru_cache(16)
def documentation(language: str) -> Documentation:
    """Return the pages in one of the site's languages; generated once in a process."""
    written = json.loads(schema(JSON_SCHEMA))
    shapes = written["components"]["schemas"]
    groups: dict[str, list[Operation]] = {}
    for path, item in written["paths"].items():
        for method in METHODS:
            if method in item:
                operation = item[method]
                groups.setdefault(operation["tags"][0], []).append(
                    _operation(path, method, operation, shapes)
                )
    guide, elsewhere = _document("api.md"), _document("elsewhere.md")
    return Documentation(
        _text(written["info"]["description"]),
        _with_anchors(guide),
        tuple(
            ErrorCode(code, status, _text(ADVICE[code]))
            for code, status in sorted(statuses().items())
        ),
        tuple(Group(name, tuple(found)) for name, found in sorted(groups.items())),
        tuple(_component(name, shape) for name, shape in shapes.items()),
        _with_anchors(elsewhere),
        _with_anchors(_changes()),
        (*_sections(guide, ""), *_sections(elsewhere, ELSEWHERE)),
    )


def _document(name: str) -> str:
    """Return a document without its title, since the page has one, and with the site's address."""
    _title, _end, text = (DOCS / name).read_text("utf-8").partition("\n")
    return text.replace("https://tavola.example", settings.SITE_URL)


def _changes() -> str:
    """Return what the changelog says to programmers, with a heading for each version."""
    found = []
    for version in (DOCS.parent / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]:
        title, *parts = version.split("\n### ")
        name = title.partition("\n")[0].strip("[]")
        for part in parts:
            audience, _end, text = part.partition("\n")
            if audience == FOR_PROGRAMS:
                found.append(f"## {name}\n{text}")
    return "\n".join(found)


def _with_anchors(text: str) -> SafeString:
    """Render a document whose headings can be linked."""
    tokens = _markdown.parse(text)
    for heading, words in _headings(tokens):
        heading.attrSet("id", slugify(words))
    return SafeString(_markdown.renderer.render(tokens, _markdown.options, {}))


def _sections(text: str, page: str) -> Iterator[Section]:
    """Yield the parts of a document that have a heading."""
    for part in text.split("\n## ")[1:]:
        title, _end, words = part.partition("\n")
        yield Section(title, page, slugify(title), words)


def program(code: str) -> SafeString:
    """Return code with a button that copies it."""
    return format_html(_PROGRAM, code=code, copy=gettext("Copy"), copied=gettext("Copied"))


def _fence(
    _renderer: RendererHTML, tokens: Sequence[Token], index: int, *_rest: object
) -> SafeString:
    return program(tokens[index].content)


_markdown.add_render_rule("fence", _fence)


def _headings(tokens: list[Token]) -> Iterator[tuple[Token, str]]:
    for heading, inside in pairwise(tokens):
        if heading.type == "heading_open":
            yield heading, inside.content


def _operation(path: str, method: str, operation: Json, shapes: Mapping[str, Json]) -> Operation:
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
        program(_call(path, method, operation, shapes)),
        tuple(Answer(status, _answer(one), _example(one, shapes)) for status, one in good.items()),
        tuple(
            (status, one["description"].partition(": ")[2].split(", "))
            for status, one in answers.items()
            if status not in good
        ),
    )


def _example(answer: Json, shapes: Mapping[str, Json]) -> str:
    """Return an example of an answer's JSON; "" for another kind of answer."""
    content = answer.get("content", {}).get(PLAIN, {})
    if not content.get("schema"):
        return ""
    made = example_of(content["schema"], shapes)
    return json.dumps(made, indent=2, ensure_ascii=False)


def _call(path: str, method: str, operation: Json, shapes: Mapping[str, Json]) -> str:
    """Return the call of an endpoint by curl, with examples for its path and its body."""
    words = ["curl"]
    if method != "get":
        words.append(f"-X {method.upper()}")
    if operation["security"] and {} not in operation["security"]:
        words.append('-H "Authorization: Bearer $KEY"')
    body = operation.get("requestBody", {}).get("content", {}).get(PLAIN, {})
    if body:
        made = request_of(body.get("schema", {}), shapes)
        words.append(f"--json {shlex.quote(json.dumps(made, ensure_ascii=False))}")
    for one in operation.get("parameters", ()):
        value = str(example_of(one["schema"], shapes, one["name"]))
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", value)
        elif one["in"] == "query" and one.get("required"):
            path += f"?{one['name']}={value}"
    words.append(f'"{settings.SITE_URL}{path}"')
    return " ".join(words)


def _scope(security: list[dict[str, list[str]]]) -> str:
    return next((roles[0] for one in security for roles in one.values() if roles), "")


def _answer(answer: Json) -> SafeString:
    contents = answer.get("content", {})
    shown = ((kind, _type(one.get("schema", {}))) for kind, one in contents.items())
    return format_html_join(
        ", ", "{}{}", ((t, "" if kind == PLAIN else f" ({kind})") for kind, t in shown)
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
        return format_html('<a href="{}#shape-{}">{}</a>', page_url(SHAPES), name, name)
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
