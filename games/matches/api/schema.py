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


def add_games(result: Json, **_unused: Any) -> Json:
    """Postprocessing for drf-spectacular: states and events of a match, discriminated by game."""
    schemas = result["components"]["schemas"]
    for name in ("State", "Event"):
        schemas[f"Any{name}"] = schemas.pop(name)
    games = [GameSchema(title) for title in titles()]
    for name, describe in (("State", GameSchema.state), ("Event", GameSchema.event)):
        own = {game.slug: game.component(name, describe(game)) for game in games}
        mapping = {slug: reference["$ref"] for slug, reference in own.items()}
        schemas[name] = {
            "oneOf": list(own.values()),
            "discriminator": {"propertyName": "game", "mapping": mapping},
        }
    for game in games:
        schemas.update(game.components)
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

    def state(self) -> Json:
        """A match of this game, as one viewer may see it."""
        view = OBJECT if self._shapes is None else self.schema(self._shapes.view)
        return self._of("AnyState", view=view, moves=_list_of(self._move()))

    def event(self) -> Json:
        """An event of a match of this game, as far as one viewer knows of it."""
        return self._of("AnyEvent", move=self._move(), happenings=_list_of(self._happening()))

    def _of(self, general: str, **properties: Json) -> Json:
        """What `general` says of any game, with more of this one."""
        own = {"game": {"type": "string", "enum": [self.slug]}, **properties}
        return {
            "allOf": [
                _reference(general),
                {"type": "object", "properties": own, "required": ["game"]},
            ]
        }

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


def _list_of(item: Json) -> Json:
    return {"type": "array", "items": item}


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
