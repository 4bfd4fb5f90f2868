"""The schema is generated once for all requests."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from games.matches.api.schema_view import rendered_schema, schema
from tests.helpers.openapi import generated_schema

pytestmark = pytest.mark.django_db
JSON = "application/vnd.oai.openapi+json"


@pytest.fixture
def generated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record each generation."""
    rendered_schema.cache_clear()
    calls: list[str] = []
    generate: Callable[..., Any] = SchemaGenerator.get_schema

    def note(self: SchemaGenerator, *args: Any, **kwargs: Any) -> Any:
        calls.append("generated")
        return generate(self, *args, **kwargs)

    monkeypatch.setattr(SchemaGenerator, "get_schema", note)
    return calls


def test_schema_is_served_as_yaml_and_json(client: Client) -> None:
    as_yaml = client.get("/api/v1/schema/")
    as_json = client.get("/api/v1/schema/", headers={"Accept": JSON})
    assert as_yaml["Content-Disposition"] == 'inline; filename="Tavola.yaml"'
    schema = json.loads(as_json.content)
    assert yaml.safe_load(as_yaml.content) == schema
    assert schema == json.loads(json.dumps(generated_schema()))


def test_schema_is_served_to_invalid_token(client: Client) -> None:
    answer = client.get("/api/v1/schema/", headers={"Authorization": "Bearer x"})
    assert answer.status_code == 200


def test_repeated_schema_requests_generate_it_once(generated: list[str]) -> None:
    answers = {Client().get("/api/v1/schema/").content for _ in range(5)}
    for query in ("version=1", "version=2", "lang=xx", "lang=en", "lang="):
        answers.add(Client().get(f"/api/v1/schema/?{query}").content)
    assert len(answers) == 1
    assert generated == ["generated"]


def test_unknown_languages_generate_no_further_schema(generated: list[str], client: Client) -> None:
    for number in range(40):
        assert client.get(f"/api/v1/schema/?lang=x{number}").status_code == 200
    assert len(generated) <= len(settings.LANGUAGES)


def test_simultaneous_schema_requests_are_answered(generated: list[str]) -> None:
    """Right after a start; two threads that generate it disturb each other, and one fails."""
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: schema("en", JSON), range(8)))
    assert len(set(answers)) == 1
    assert len(generated) == 1
