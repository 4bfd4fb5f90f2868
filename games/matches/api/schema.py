"""The OpenAPI schema of each game: what its title declares as shapes, else plain objects."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from types import UnionType
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
BY_GAME = {
    "State": ("view", "moves"),
    "Moves": ("moves",),
    "Hint": ("move",),
    "Event": ("move", "happenings"),
    "Course": ("view", "moves"),
    "Puzzle": ("view", "moves", "happenings"),
}
"""What a game has of its own in the shapes of the API, by their names."""


def add_games(result: Json, **_unused: Any) -> Json:
    """Postprocessing for drf-spectacular: what differs from game to game, discriminated by it."""
    schemas = result["components"]["schemas"]
    general = {name: schemas.pop(name) for name in BY_GAME}
    schemas |= {f"Any{name}": schema for name, schema in general.items()}
    own: dict[str, dict[str, Json]] = {name: {} for name in BY_GAME}
    for title in titles():
        game = GameSchema(title)
        for name, properties in BY_GAME.items():
            own[name][game.slug] = game.component(name, game.of(name, *properties))
        schemas.update(game.components)
    for name, games in own.items():
        mapping = {slug: reference["$ref"] for slug, reference in games.items()}
        schemas[name] = {
            "oneOf": list(games.values()),
            "discriminator": {"propertyName": "game", "mapping": mapping},
        }
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


class GameSchema:
    """The schema components of one game, named after it."""

    def __init__(self, title: Title) -> None:
        self.components: dict[str, Json] = {}
        self.slug = title.slug
        self._shapes = title.shapes
        self._prefix = title.slug.title().replace("-", "").replace("_", "")

    def of(self, name: str, *properties: str) -> Json:
        """What is said of any game by this name, with these properties as this game has them."""
        typed = {"game": {"type": "string", "enum": [self.slug]}}
        typed |= {key: getattr(self, f"_{key}")() for key in properties}
        own = {"type": "object", "properties": typed, "required": ["game"]}
        return {"allOf": [_reference(f"Any{name}"), own]}

    def _view(self) -> Json:
        return OBJECT if self._shapes is None else self.schema(self._shapes.view)

    def _moves(self) -> Json:
        return {"type": "array", "items": self._move()}

    def _happenings(self) -> Json:
        return {"type": "array", "items": self._happening()}

    def _move(self) -> Json:
        if self._shapes is None:
            return OBJECT
        return self.component("Move", self.schema(self._shapes.move))

    def _happening(self) -> Json:
        """What a move brought about: each kind with its facts."""
        if self._shapes is None or not self._shapes.happenings:
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
            for kind, facts in self._shapes.happenings.items()
        ]
        return self.component("Happening", {"oneOf": kinds})

    def component(self, name: str, schema: Json) -> Json:
        """Add a component; a reference to it."""
        self.components[self._prefix + name] = schema
        return _reference(self._prefix + name)

    def schema(self, hint: Any) -> Json:
        """The schema of a type that JSON has."""
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
        # In JSON whole numbers are numbers too: it would be both.
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
    """The string literals below the keys of a TypedDict, read from the source, by key."""
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
