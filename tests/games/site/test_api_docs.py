"""The documentation of the API: a complete page that agrees with the schema."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.matches.api.schema_view import JSON_SCHEMA, schema
from games.site.api_docs import documentation
from games.site.api_errors import statuses
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _drawn_anew() -> None:
    documentation.cache_clear()


def test_docs_page_names_every_endpoint_and_has_no_dead_links(client: Client) -> None:
    answer = client.get("/api/v1/docs/")
    page = assert_clean_page(answer)
    text = answer.content.decode()
    written = json.loads(schema("en", JSON_SCHEMA))
    for path, item in written["paths"].items():
        assert f"<code>{path}</code>" in text
        for operation in item.values():
            assert f'id="{operation["operationId"]}"' in text
    inner = set(re.findall(r'href="#([\w.-]+)"', text))
    assert inner <= {*page.ids, "main"}
    assert "shape-BabelView" in inner


def api_routes() -> list[URLPattern]:
    """Return the routes of the API."""
    (under,) = (one for one in get_resolver().url_patterns if str(one.pattern) == "api/v1/")
    assert isinstance(under, URLResolver)
    return [one for one in under.url_patterns if isinstance(one, URLPattern)]


def test_schema_is_openapi_3_1_and_lists_every_endpoint() -> None:
    written = json.loads(schema("en", JSON_SCHEMA))
    assert written["openapi"] == "3.1.0"
    assert "nullable" not in json.dumps(written)
    named = {path.removeprefix("/api/v1/") for path in written["paths"]}
    known = {re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern)) for one in api_routes()}
    assert named == known - {"schema/", "docs/"}
    security = written["components"]["securitySchemes"]["token"]
    assert security == {"type": "http", "scheme": "bearer"}


def test_every_write_endpoint_has_scope() -> None:
    views = [getattr(one.callback, "view_class", None) for one in api_routes()]
    writing = [view for view in views if view and {"post", "put", "delete"} & set(dir(view))]
    assert len(writing) > 15
    assert all(view.scope for view in writing)


def test_effects_are_listed_by_kind() -> None:
    shapes = {one.name: one for one in documentation("en").components}
    fields = {field.name: str(field.type) for field in shapes["KabaleEffect"].fields}
    assert "shape-KabaleAwarded" in fields["awarded"]
    assert shapes["KabaleEffect"].type is None


def test_no_endpoint_description_mentions_base_classes() -> None:
    for group in documentation("en").groups:
        for operation in group.operations:
            assert "Base of" not in operation.text, operation.name


def test_api_page_documents_feeds_embeds_and_signatures() -> None:
    elsewhere = documentation("en").elsewhere
    for address in ("webhook-signature", "matches.atom", "/embed/matches/", "now.png"):
        assert address in elsewhere
    assert "<table>" in elsewhere
    assert "&lt;iframe" in elsewhere, "the embed code is escaped"


def test_guide_has_runnable_programs_and_page_lists_every_code(client: Client) -> None:
    text = client.get("/api/v1/docs/").content.decode()
    for code in statuses():
        assert f'id="error-{code}"' in text
    guide = (settings.BASE_DIR / "docs/api.md").read_text("utf-8")
    for program in re.findall(r"```python\n(.*?)```", guide, re.S):
        compile(program, "docs/api.md", "exec")
    for number in (settings.WRITES_A_MINUTE, settings.TOKEN_READS_A_MINUTE):
        assert f"| {number:,} a minute |" in guide
    assert f"| {settings.SOCKETS_A_PERSON} each |" in guide
    assert settings.SITE_URL in text


def test_every_endpoint_lists_codes_that_can_come() -> None:
    operations = {one.name: one for group in documentation("en").groups for one in group.operations}
    move = dict(operations["move"].refusals)
    assert {"stale", "not-your-turn", "illegal-move"} <= set(move["409"].split(", "))
    assert "unsupported-media-type" not in str(operations["games"].refusals)
