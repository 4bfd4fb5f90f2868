"""The OpenAPI schema of each game: the shapes that its title declares, or plain objects."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Set
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from games.engine.contract import Json
from games.titles.contract import Title
from games.titles.registry import titles

PLAIN = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Any: {},
}
OBJECT = {"type": "object", "additionalProperties": True}
BY_GAME: dict[str, tuple[str, ...]] = {}
"""The shapes of the API that differ by game, each with the properties that differ."""
Serializer = TypeVar("Serializer", bound=type)


def varies_by_game(*properties: str) -> Callable[[Serializer], Serializer]:
    """Declare that these properties of a serializer differ by game, in the schema of the API.

    @varies_by_game("move")
    class HintSerializer(serializers.Serializer[Json]): ...
    """

    def declare(serializer: Serializer) -> Serializer:
        BY_GAME[serializer.__name__.removesuffix("Serializer")] = properties
        return serializer

    return declare


def add_games(result: Json, **_unused: Any) -> Json:
    """Replace each shape in `BY_GAME` by one shape for every game; a hook of drf-spectacular."""
    schemas = result["components"]["schemas"]
    general = {name: schemas.pop(name) for name in BY_GAME}
    schemas |= {f"Any{name}": schema for name, schema in general.items()}
    required = {name: set(general[name].get("required", ())) for name in BY_GAME}
    nullable = {name: _nullable(general[name]) for name in BY_GAME}
    for name, properties in BY_GAME.items():
        # Generators of clients cannot join two types of one property.
        _leave_out(general[name], properties)
    own: dict[str, dict[str, Json]] = {name: {} for name in BY_GAME}
    for title in titles():
        game = GameSchema(title)
        for name, properties in BY_GAME.items():
            shape = game.of(name, properties, required[name], nullable[name])
            own[name][game.slug] = game.component(name, shape)
        schemas.update(game.components)
    for name, games in own.items():
        mapping = {slug: reference["$ref"] for slug, reference in games.items()}
        schemas[name] = {
            "oneOf": list(games.values()),
            "discriminator": {"propertyName": "game", "mapping": mapping},
        }
    result["components"]["schemas"] = schemas
    used = set(_references(result))
    result["components"]["schemas"] = {name: schemas[name] for name in sorted(used & set(schemas))}
    return result


def _references(value: object) -> Iterator[str]:
    """Yield the names of the components that a part of the schema refers to."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def _nullable(schema: Json) -> set[str]:
    """Return the properties that may be null, as their serializer says."""
    return {key for key, one in schema["properties"].items() if "null" in one.get("type", ())}


def _leave_out(schema: Json, properties: tuple[str, ...]) -> None:
    """Remove properties that each game has in its own way."""
    for key in ("game", *properties):
        schema["properties"].pop(key, None)
    if "required" in schema:
        left = [key for key in schema["required"] if key in schema["properties"]]
        schema["required"] = left
        if not left:
            del schema["required"]


def _reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


class GameSchema:
    """The schema components of one game, named after it."""

    def __init__(self, title: Title) -> None:
        self.components: dict[str, Json] = {}
        self.slug = title.slug
        self._shapes = title.shapes
        self._prefix = title.slug.title().replace("-", "").replace("_", "")

    def of(
        self, name: str, properties: tuple[str, ...], required: Set[str], nullable: Set[str]
    ) -> Json:
        """Return the shape of this name, with these properties as this game has them."""
        typed: dict[str, Json] = {"game": {"type": "string", "enum": [self.slug]}}
        for key in properties:
            shape = getattr(self, f"_{key}")()
            typed[key] = _or_null(shape) if key in nullable else shape
        own = {"type": "object", "properties": typed}
        own["required"] = [key for key in typed if key == "game" or key in required]
        return {"allOf": [_reference(f"Any{name}"), own]}

    def _view(self) -> Json:
        return OBJECT if self._shapes is None else self.schema(self._shapes.view)

    def _moves(self) -> Json:
        return {"type": "array", "items": self._move()}

    def _effects(self) -> Json:
        return {"type": "array", "items": self._effect()}

    def _move(self) -> Json:
        if self._shapes is None:
            return OBJECT
        return self.component("Move", self.schema(self._shapes.move))

    def _effect(self) -> Json:
        """Return the schema of an effect: each kind with its facts."""
        if self._shapes is None or not self._shapes.effects:
            return OBJECT
        kinds = [
            {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": [kind]},
                    "facts": self.schema(facts),
                },
                "additionalProperties": False,
                "required": ["kind", "facts"],
            }
            for kind, facts in self._shapes.effects.items()
        ]
        return self.component("Effect", {"oneOf": kinds})

    def component(self, name: str, schema: Json) -> Json:
        """Add a component, and return a reference to it."""
        self.components[self._prefix + name] = schema
        return _reference(self._prefix + name)

    def schema(self, hint: Any) -> Json:
        """Return the schema of a JSON type."""
        if is_typeddict(hint):
            return self._object(hint)
        origin, args = get_origin(hint), get_args(hint)
        if origin is NotRequired:
            return self.schema(args[0])
        if origin is Literal:
            return {**PLAIN[type(args[0])], "enum": list(args)}
        if origin in (Union, UnionType):
            return self._either(args)
        if origin is list:
            return {"type": "array", "items": self.schema(args[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.schema(args[1])}
        return dict(PLAIN[hint])

    def _either(self, hints: tuple[Any, ...]) -> Json:
        # In JSON a whole number is a number too: it would match both.
        left_out = (type(None), int) if float in hints else (type(None),)
        found = [self.schema(hint) for hint in hints if hint not in left_out]
        either = found[0] if len(found) == 1 else {"oneOf": found}
        return either if type(None) not in hints else _or_null(either)

    def _object(self, shape: Any) -> Json:
        hints = get_type_hints(shape, include_extras=True)
        texts = descriptions(shape)
        properties = {
            key: _described(self.schema(hint), texts.get(key)) for key, hint in hints.items()
        }
        schema: Json = {"type": "object", "properties": properties, "additionalProperties": False}
        required = [key for key, hint in hints.items() if get_origin(hint) is not NotRequired]
        if required:
            schema["required"] = required
        return self.component(shape.__name__, _described(schema, inspect.getdoc(shape)))


def _or_null(schema: Json) -> Json:
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"oneOf": [schema, {"type": "null"}]}


def _described(schema: Json, text: str | None) -> Json:
    return schema if text is None else {**schema, "description": text}


def descriptions(shape: Any) -> dict[str, str]:
    """Return the string literals below the keys of a TypedDict, by key, read from the source."""
    classes = _classes(shape.__module__)
    texts: dict[str, str] = {}
    left = [shape.__name__]
    while left:
        node = classes.get(left.pop())
        if node is None:
            continue
        left += [base.id for base in node.bases if isinstance(base, ast.Name)]
        for key, text in pairwise(node.body):
            match key, text:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(literal))),
                ):
                    texts.setdefault(name, inspect.cleandoc(literal))
    return texts


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
