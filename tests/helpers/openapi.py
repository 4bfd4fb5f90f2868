"""The OpenAPI schema of the JSON API, newly generated."""

from __future__ import annotations

from typing import Any

from drf_spectacular.generators import SchemaGenerator

from games.engine.contract import Json


def generated_schema() -> Json:
    generator: Any = SchemaGenerator  # Its methods have no types.
    schema: Json = generator().get_schema(public=True)
    return schema
