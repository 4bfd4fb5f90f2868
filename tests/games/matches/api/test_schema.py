"""The parts of the API schema that describe games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, NotRequired, TypedDict

import pytest
from jsonschema import Draft202012Validator, ValidationError

from games.engine.contract import Json
from games.engine.testing.tables import tables_of
from games.matches.api import schema
from games.matches.api.schema import GameSchema
from games.titles.contract import Shapes, Title
from games.titles.registry import title_of, titles
from tests.helpers.openapi import generated_schema, new_schema
from tests.helpers.tables import random_game, seed_bytes, through_json

TITLE = title_of("babel")


class Base(TypedDict):
    seat: int
    """Whose it is."""


class Inner(Base):
    """Something inside."""

    name: NotRequired[str]
    """What it is called,

    if it is called anything.
    """


class Outer(TypedDict):
    """Something outside."""

    kind: Literal["one", "two"]
    inner: Inner
    """The inside."""
    perhaps: Inner | None
    number: int | None
    mixed: list[str | int]
    by_name: dict[str, bool]
    anything: Any


class Travel(TypedDict):
    type: Literal["travel"]


class Stay(TypedDict):
    type: Literal["stay"]


@pytest.fixture
def written() -> Json:
    return components(generated_schema())


def components(schema: Json) -> Json:
    found: Json = schema["components"]["schemas"]
    return found


def ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def test_typed_dict_becomes_component_with_described_keys() -> None:
    game = GameSchema(TITLE)
    assert game.schema(Outer) == ref("BabelOuter")
    assert game.components["BabelInner"] == {
        "type": "object",
        "properties": {
            "seat": {"type": "integer", "description": "Whose it is."},
            "name": {
                "type": "string",
                "description": "What it is called,\n\nif it is called anything.",
            },
        },
        "additionalProperties": False,
        "required": ["seat"],
        "description": "Something inside.",
    }
    assert game.components["BabelOuter"]["properties"] == {
        "kind": {"type": "string", "enum": ["one", "two"]},
        "inner": {**ref("BabelInner"), "description": "The inside."},
        "perhaps": {"oneOf": [ref("BabelInner"), {"type": "null"}]},
        "number": {"type": ["integer", "null"]},
        "mixed": {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "integer"}]}},
        "by_name": {"type": "object", "additionalProperties": {"type": "boolean"}},
        "anything": {},
    }


def test_state_schema_is_discriminated_by_game(written: Json) -> None:
    mapping = written["State"]["discriminator"]["mapping"]
    assert mapping.keys() == {title.slug for title in titles()}
    assert written["State"]["oneOf"] == [{"$ref": name} for name in mapping.values()]
    everyone, own = written["KabaleState"]["allOf"]
    assert everyone == ref("AnyState")
    assert own["properties"] == {
        "game": {"type": "string", "enum": ["kabale"]},
        "view": ref("KabaleView"),
        "moves": {"type": "array", "items": ref("KabaleMove")},
    }


def test_event_schema_is_discriminated_by_game(written: Json) -> None:
    mapping = written["Event"]["discriminator"]["mapping"]
    assert mapping.keys() == {title.slug for title in titles()}
    assert "null in moves of other seats" in written["AnyEvent"]["description"]
    everyone, own = written["KabaleEvent"]["allOf"]
    assert everyone == ref("AnyEvent")
    assert own["properties"]["move"] == ref("KabaleMove")
    assert own["properties"]["effects"] == {"type": "array", "items": ref("KabaleEffect")}


@pytest.mark.parametrize("title", titles(), ids=lambda title: title.slug)
def test_messages_of_random_games_match_schema(written: Json, title: Title) -> None:
    """To everybody at the table, and to those who look on."""
    event = {"$ref": "#/components/schemas/Event", "components": {"schemas": written}}
    validator = Draft202012Validator(event)
    table = min(tables_of(title.rules[-1]), key=lambda table: table.seats)
    kinds = set()
    for number, turn in enumerate(random_game(table, seed_bytes(1)), 1):
        effects = turn.position.clone().play(turn.seat, turn.move, turn.fresh_chance())
        new = [one for one in effects if one.kind not in kinds]
        kinds |= {one.kind for one in effects}
        for viewer in (None, *range(table.seats)) if new else ():
            known = [one for one in effects if one.known_to(viewer)]
            message = {
                "game": title.slug,
                "number": number,
                "kind": "move",
                "seat": turn.seat if turn.seat == viewer else None,
                "effects": [{"kind": one.kind, "facts": one.facts} for one in known],
            }
            if turn.seat == viewer:
                message["move"] = turn.move.dump()
            validator.validate(through_json(message))
    assert kinds
    for wrong in ({"kind": "eaten", "facts": {}}, {"kind": max(kinds), "facts": {"more": 1}}):
        with pytest.raises(ValidationError):
            validator.validate({**through_json(message), "effects": [wrong]})


def test_reads_of_json_describe_etag() -> None:
    for path, item in generated_schema()["paths"].items():
        for method, operation in item.items():
            answers, parameters = operation["responses"], operation.get("parameters", ())
            has_etag = method == "get" and "application/json" in answers["200"]["content"]
            assert ("304" in answers) == has_etag, path
            assert any(one["name"] == "If-None-Match" for one in parameters) == has_etag, path
            assert ("headers" in answers.get("200", {})) == has_etag, path


def test_delete_has_a_body_only_if_it_takes_one() -> None:
    paths = generated_schema()["paths"]
    league = paths["/api/v1/leagues/{league_id}/"]["delete"]
    (content,) = league["requestBody"]["content"].values()
    assert content["schema"]["$ref"].endswith("/Reason")
    assert "required" not in league["requestBody"]
    registration = paths["/api/v1/leagues/{league_id}/registration/"]["delete"]
    assert "requestBody" not in registration


def test_every_referenced_component_exists(written: Json) -> None:
    assert references(written) <= {f"#/components/schemas/{name}" for name in written}


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    if isinstance(value, list):
        return set().union(*map(references, value))
    return set()


@pytest.mark.parametrize("game", ["Babel", "Condottiere", "Kabale", "Kharnage"])
def test_every_view_key_is_described(written: Json, game: str) -> None:
    assert all(key["description"] for key in written[f"{game}View"]["properties"].values())
    assert all(key["$ref"] in references(written) for key in written[f"{game}Move"]["oneOf"])


def test_title_without_shapes_gets_plain_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(TITLE, shapes=None)
    monkeypatch.setattr(schema, "titles", lambda: [bare])
    written = components(new_schema())
    _, own = written["BabelState"]["allOf"]
    plain = {"type": "object", "additionalProperties": True}
    assert own["properties"]["view"] == plain
    assert own["properties"]["moves"] == {"type": "array", "items": plain}
    assert "BabelView" not in written


def test_single_move_type_is_referenced_directly(monkeypatch: pytest.MonkeyPatch) -> None:
    one = replace(TITLE, shapes=Shapes(Outer, Outer, Travel))
    two = replace(TITLE, shapes=Shapes(Outer, Outer, Travel | Stay))
    monkeypatch.setattr(schema, "titles", lambda: [one])
    assert components(new_schema())["BabelMove"] == ref("BabelTravel")
    monkeypatch.setattr(schema, "titles", lambda: [two])
    assert components(new_schema())["BabelMove"] == {
        "oneOf": [ref("BabelTravel"), ref("BabelStay")]
    }
