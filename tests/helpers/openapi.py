"""The OpenAPI schema of the JSON API."""

from __future__ import annotations

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from games.engine.contract import Json


def new_schema() -> Json:
    """Generate the schema, which a test may have changed."""
    generator: Any = SchemaGenerator  # Its methods have no types.
    schema: Json = generator().get_schema(public=True)
    return schema


@cache
def generated_schema() -> Json:
    """Return the schema of this site, generated once for all tests that read it."""
    return new_schema()
