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
from tests.helpers.programs import refusal

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
    assert "Accept" in as_json["Vary"].split(", ")
    schema = json.loads(as_json.content)
    assert yaml.safe_load(as_yaml.content) == schema
    assert schema == json.loads(json.dumps(generated_schema()))
    for query, accept, answer in (
        ("format=json", "*/*", as_json),
        ("format=yaml", JSON, as_yaml),
        ("", "text/html", as_yaml),
    ):
        chosen = client.get(f"/api/v1/schema/?{query}", headers={"Accept": accept})
        assert (chosen.status_code, chosen.content) == (200, answer.content)


@pytest.mark.parametrize("guide", ["README.md", "docs/api.md", "docs/bots.md"])
def test_guides_name_schema_as_json(guide: str) -> None:
    assert "/schema/?format=json`" in (settings.BASE_DIR / guide).read_text("utf-8")


def test_unchanged_schema_is_not_sent_again_to_pages_of_other_sites(client: Client) -> None:
    first = client.get("/api/v1/schema/")
    again = client.get("/api/v1/schema/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    ("method", "query", "expected"),
    [
        ("post", "", (405, "wrong-method")),
        ("get", "format=xml", (400, "bad-body")),
        ("get", "version=1", (400, "bad-body")),
    ],
)
def test_schema_refuses_in_the_format_of_the_api(
    client: Client, method: str, query: str, expected: tuple[int, str]
) -> None:
    answer = getattr(client, method)(f"/api/v1/schema/?{query}", headers={"Accept": "*/*"})
    assert refusal(answer) == expected


def test_schema_is_served_to_invalid_token(client: Client) -> None:
    answer = client.get("/api/v1/schema/", headers={"Authorization": "Bearer x"})
    assert answer.status_code == 200


def test_requests_in_all_languages_generate_schema_once(generated: list[str]) -> None:
    """Words name some of its types, so that these would differ by language."""
    answers = {
        Client().get("/api/v1/schema/", headers={"Accept-Language": language}).content
        for language in ("de", "en", "xx", "de")
    }
    assert len(answers) == 1
    assert generated == ["generated"]


def test_simultaneous_schema_requests_are_answered(generated: list[str]) -> None:
    """Right after a start; two threads that generate it disturb each other, and one fails."""
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: schema(JSON), range(8)))
    assert len(set(answers)) == 1
    assert len(generated) == 1
