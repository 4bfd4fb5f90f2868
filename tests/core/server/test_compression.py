"""Pages are compressed only if their size cannot reveal a secret to another site."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.test import Client

from tests.helpers.matches import people, signed_in, started

pytestmark = pytest.mark.django_db
OURS = {"Accept-Encoding": "gzip", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def table() -> tuple[Client, str]:
    anna, berta = people("Anna", "Berta")
    return signed_in(anna), started(anna, berta).get_absolute_url()


def encoding(client: Client, path: str, **headers: str) -> str:
    return str(client.get(path, headers={**OURS, **headers}).get("Content-Encoding", ""))


@pytest.mark.parametrize("step", ["same-origin", "none"])
def test_page_requested_by_user_is_compressed_with_random_length(table: Any, step: str) -> None:
    client, path = table
    plain = client.get(path)
    packed = client.get(path, headers={**OURS, "Sec-Fetch-Site": step})
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 2
    assert b'id="table"' in gzip.decompress(packed.content)
    lengths = {len(client.get(path, headers=OURS).content) for _ in range(12)}
    assert len(lengths) > 1, "a random length hides the compression ratio"


@pytest.mark.parametrize("step", ["cross-site", "same-site", ""])
def test_page_requested_by_other_site_is_not_compressed(table: Any, step: str) -> None:
    client, path = table
    assert encoding(client, path, **{"Sec-Fetch-Site": step}) == ""


def test_fragments_api_scripts_and_redirects_are_not_compressed(table: Any) -> None:
    client, path = table
    assert encoding(client, path) == "gzip"
    assert encoding(client, path, **{"HX-Request": "true"}) == ""
    assert encoding(client, f"/api/v1{path}") == ""
    assert encoding(client, "/worker.js") == ""
    answer = client.post("/i18n/setlang/", {"language": "de", "next": path}, headers=OURS)
    assert "Content-Encoding" not in answer
