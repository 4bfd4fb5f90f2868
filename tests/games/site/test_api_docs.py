"""The documentation of the API: complete pages that agree with the schema."""

from __future__ import annotations

import json
import re
import shlex
from html import unescape
from urllib.parse import urldefrag, urljoin

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from jsonschema import Draft202012Validator

from games.lobby.services import limits
from games.matches.api.schema_view import JSON_SCHEMA, schema
from games.matches.api.streams import MatchStreamQuery
from games.matches.sockets.programs import OF_EVERY_SOCKET
from games.site.api_docs import OTHERS, documentation, page_url
from games.site.api_errors import statuses
from games.site.api_examples import example_of
from tests.helpers.matches import people
from tests.helpers.pages import assert_clean_page
from tests.helpers.tokens import key_for

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True, scope="module")
def _fresh() -> None:
    documentation.cache_clear()


def test_pages_name_every_endpoint_and_have_no_dead_links(client: Client) -> None:
    start = client.get("/api/v1/docs/").content.decode()
    docs = documentation("en")
    pages = ["", *OTHERS, "try/?of=tables", *(group.name for group in docs.groups)]
    ids, links = {}, set()
    for page in pages:
        url = page_url(page) if "?" not in page else f"{page_url('')}{page}"
        ids[url] = assert_clean_page(client.get(url)).ids
        text = client.get(url).content.decode()
        links |= {urljoin(url, href) for href in re.findall(r'href="([^"]*#[\w.-]+)"', text)}
    for link in links:
        url, anchor = urldefrag(link)
        if url in ids:
            assert anchor in {*ids[url], "main"}, link
    assert f"{page_url('shapes')}#shape-BabelView" in links
    written = json.loads(schema(JSON_SCHEMA))
    for path, item in written["paths"].items():
        assert f"{path}</code>" in start
        for operation in item.values():
            assert operation["operationId"] in ids[page_url(operation["tags"][0])]


def test_changes_are_those_for_programmers(client: Client) -> None:
    text = client.get(page_url("changes")).content.decode()
    assert ">Unreleased</h2>" in text
    assert "<code>checkgame</code>" in text
    assert "Players who are drawn" not in text


def test_unknown_page_is_not_found(client: Client) -> None:
    assert client.get("/api/v1/docs/nothing/").status_code == 404


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("moves post", "/api/v1/docs/matches/#move"),
        ("  STALE 409 ", "/api/v1/docs/errors/#error-stale"),
        ("babelview", "/api/v1/docs/shapes/#shape-BabelView"),
        ("webhook-signature", "/api/v1/docs/elsewhere/#webhooks"),
        ("authorization with a websocket", "/api/v1/docs/#from-a-browser"),
        ("nothing has these words", None),
        ("", None),
    ],
)
def test_search_finds_what_has_all_words(client: Client, query: str, first: str | None) -> None:
    found = client.get("/api/v1/docs/", {"q": query}).context["found"]
    assert (found[0].url if found else None) == first


def test_examples_fit_the_schema() -> None:
    written = json.loads(schema(JSON_SCHEMA))
    shapes = written["components"]["schemas"]
    contents = [
        content.get("schema", {})
        for item in written["paths"].values()
        for operation in item.values()
        for one in (operation.get("requestBody", {}), *operation["responses"].values())
        for content in one.get("content", {}).values()
    ]
    assert len(contents) > 300
    for shape in {json.dumps(one): one for one in contents}.values():
        validator = Draft202012Validator({**shape, "components": written["components"]})
        validator.validate(example_of(shape, shapes))


def test_every_call_to_copy_is_one_command_to_the_site() -> None:
    for group in documentation("en").groups:
        for operation in group.operations:
            (code,) = re.findall(r"<code>(.*?)</code>", operation.call, re.S)
            words = shlex.split(unescape(code))
            assert words[0] == "curl"
            assert words[-1].startswith(settings.SITE_URL)
            assert "{" not in words[-1]
            assert "…" not in code


def test_every_call_to_copy_is_understood_by_the_site(client: Client) -> None:
    """At most the club, table or player of the example does not exist."""
    (user,) = people("Bert")
    key = {"Authorization": f"Bearer {key_for(user)}"}
    for group in documentation("en").groups:
        for one in group.operations:
            if group.name == "stream":
                continue
            (code,) = re.findall(r"<code>(.*?)</code>", one.call, re.S)
            words = shlex.split(unescape(code))
            body = words[words.index("--json") + 1] if "--json" in words else ""
            url = words[-1].removeprefix(settings.SITE_URL)
            answer = client.generic(one.method, url, body, "application/json", headers=key)
            assert answer.status_code in (200, 201, 204, 404, 409, 429), (code, answer.content)
            assert b'"not-found"' not in answer.getvalue(), code


def api_routes() -> list[URLPattern]:
    """Return the routes of the API."""
    (under,) = (one for one in get_resolver().url_patterns if str(one.pattern) == "api/v1/")
    assert isinstance(under, URLResolver)
    return [one for one in under.url_patterns if isinstance(one, URLPattern)]


def test_schema_is_openapi_3_1_and_lists_every_endpoint() -> None:
    written = json.loads(schema(JSON_SCHEMA))
    assert written["openapi"] == "3.1.0"
    assert "nullable" not in json.dumps(written)
    named = {path.removeprefix("/api/v1/") for path in written["paths"]}
    known = {re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern)) for one in api_routes()}
    assert named == known - {"schema/", "docs/", "docs/{page}/"}
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


def test_guide_has_limits_and_page_lists_every_code(client: Client) -> None:
    text = client.get("/api/v1/docs/errors/").content.decode()
    for code in statuses():
        assert f'id="error-{code}"' in text
    guide = (settings.BASE_DIR / "docs/api.md").read_text("utf-8")
    for number in (settings.WRITES_A_MINUTE, settings.TOKEN_READS_A_MINUTE):
        assert f"| {number:,} a minute |" in guide
    assert f"| {settings.SOCKETS_A_PERSON} each |" in guide
    assert f"| {limits.OPENED_WITHIN} and {limits.CLOSED_WITHIN} in ten minutes |" in guide
    for option in (*OF_EVERY_SOCKET, *MatchStreamQuery().fields):
        assert f"`?{option}=`" in guide
    assert settings.SITE_URL in client.get("/api/v1/docs/").content.decode()


def test_every_endpoint_lists_codes_that_can_come() -> None:
    operations = {one.name: one for group in documentation("en").groups for one in group.operations}
    move = dict(operations["move"].refusals)
    assert {"stale", "not-your-turn", "illegal-move"} <= set(move["409"])
    assert "unsupported-media-type" not in str(operations["games"].refusals)
    assert "unknown-match" in dict(operations["challenge"].refusals)["404"]
