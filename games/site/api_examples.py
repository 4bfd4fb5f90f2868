"""Example values for the documentation of the JSON API, made from its schema."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from games.engine.contract import Json
from games.titles.registry import slugs

REFERENCE = "#/components/schemas/"
DEPTH = 7
"""Levels of an example; below them lists are empty and optional keys are left out."""
AHEAD = 90
"""Days from now to the dates of examples."""
DATES = {"date-time": "%Y-%m-%dT19:30:00Z", "date": "%Y-%m-%d"}
FORMATS = {
    "uri": "https://tavola.example/matches/k7qmwz4dha/",
    "binary": "",
    "email": "anna@example.com",
}
NAMES = {
    **dict.fromkeys(("username", "host", "organiser", "by", "to", "from", "invited"), "anna"),
    **dict.fromkeys(("name", "player"), "Anna"),
    **dict.fromkeys(("id", "match", "match_id", "key"), "k7qmwz4dha"),
    **dict.fromkeys(("tournament", "tournament_id", "event", "event_id"), "m3xvt8rcpe"),
    "club": "thursday",
    "club_slug": "thursday",
    "rival": "saturday",
    **dict.fromkeys(("conversation_key", "deal_id", "league_id"), "k7qmwz4dha"),
    **dict.fromkeys(("team_match_id", "ticket_id"), "k7qmwz4dha"),
    "month": "2026-11",
    "title": "Thursday night",
    "text": "Good luck!",
    "reason": "They agreed.",
    "zone": "Europe/Berlin",
    "turn_token": "17-0-4f1c",
    "nonce": "5b" * 16,
    "nonce_hash": "9c" * 32,
    "code": "stale",
    **dict.fromkeys(("bot", "level"), "easy"),
    "type": "pass",
    "size": "2",
    "character": "any",
    "clock": "live-20",
    "puzzle": "0102a9aadd",
    "theme": "threat",
    "lesson": "first-steps",
    "salt": "6a" * 16,
    "hash": "3d" * 32,
    "language": "en",
}
"""Strings by the name of their key or parameter; others are “…”."""
NUMBERS = {
    "seats": 2,
    "size": 2,
    "rating": 1540,
    "number": 17,
    "places": 16,
    "least": 0,
    "most": 3000,
}
"""Numbers by the name of their key or parameter; others are 1."""

SAID = ("text", "time", "zone")
"""Keys that an example of a request has, of those that are not required."""


def example_of(shape: object, shapes: Mapping[str, Json], name: str = "", depth: int = 0) -> object:
    """Return a value that a shape of the schema allows.

    Args:
        shape: A JSON schema.
        shapes: The named schemas that others refer to.
        name: The name of the key or parameter that has the value.
        depth: The level of the value in the example.
    """
    if not isinstance(shape, dict) or not shape:
        return {}
    if "$ref" in shape:
        return example_of(shapes[shape["$ref"].removeprefix(REFERENCE)], shapes, name, depth)
    for word in ("default", "const", "example"):
        if shape.get(word) not in (None, "", [], {}):
            return shape[word]
    if "enum" in shape:
        return next((value for value in shape["enum"] if value not in ("", None)), None)
    if "allOf" in shape:
        parts = [example_of(one, shapes, name, depth) for one in shape["allOf"]]
        return _together(parts)
    for word in ("oneOf", "anyOf"):
        if word in shape:
            return example_of(_fullest(shape[word]), shapes, name, depth)
    kinds = shape.get("type", "object")
    kind = kinds if isinstance(kinds, str) else next(one for one in kinds if one != "null")
    return _example_of_kind(kind, shape, shapes, name, depth)


def request_of(shape: Json, shapes: Mapping[str, Json]) -> object:
    """Return an example of a request that can be sent as it is: only with keys that it needs."""
    shape = shapes[shape["$ref"].removeprefix(REFERENCE)] if "$ref" in shape else shape
    keys = shape.get("properties", {})
    if not keys and "oneOf" not in shape:
        return {"type": NAMES["type"]}
    needed = shape.get("required") or [key for key in keys if key in SAID]
    return {key: example_of(keys[key], shapes, key, 1) for key in needed}


def _fullest(choices: list[Json]) -> Json:
    return next((one for one in choices if one.get("type") != "null"), choices[0])


def _together(parts: list[object]) -> object:
    whole: Json = {}
    for part in parts:
        if not isinstance(part, dict):
            return part
        whole |= part
    return whole


def _example_of_kind(
    kind: str, shape: Json, shapes: Mapping[str, Json], name: str, depth: int
) -> object:
    match kind:
        case "object":
            return _example_object(shape, shapes, depth)
        case "array":
            return _example_list(shape, shapes, name, depth)
        case "integer" | "number":
            number = NUMBERS.get(name, 1)
            return max(shape.get("minimum", number), min(number, shape.get("maximum", number)))
        case "boolean":
            return False
        case "null":
            return None
    return _example_text(shape, name)


def _example_object(shape: Json, shapes: Mapping[str, Json], depth: int) -> Json:
    required = shape.get("required", ())
    made = {
        key: example_of(one, shapes, key, depth + 1)
        for key, one in shape.get("properties", {}).items()
        if key in required or depth < DEPTH
    }
    others = shape.get("additionalProperties")
    if not made and isinstance(others, dict) and others and depth < DEPTH:
        key = NAMES["username"]
        made[key] = example_of(others, shapes, "", depth + 1)
    return made


def _example_list(shape: Json, shapes: Mapping[str, Json], name: str, depth: int) -> list[object]:
    least = shape.get("minItems", 0)
    if "prefixItems" in shape:
        return [example_of(one, shapes, name, depth + 1) for one in shape["prefixItems"]]
    length = max(least, 1) if depth < DEPTH else least
    single = name if name in NUMBERS else name.removesuffix("s")
    item = example_of(shape.get("items", {}), shapes, single, depth + 1)
    return [item] * length


def _example_text(shape: Json, name: str) -> str:
    if name in ("game", "slug", "channel"):
        return slugs()[0]
    kind = shape.get("format", "")
    if kind in DATES:
        # A request that is copied plans something that has not begun yet.
        days = 0 if name == "played_on" else AHEAD
        return (timezone.now() + timedelta(days)).strftime(DATES[kind])
    text = FORMATS.get(kind) or NAMES.get(name, "…")
    return text[: shape.get("maxLength", len(text))]
