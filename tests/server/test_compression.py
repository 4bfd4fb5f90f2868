"""Pages are compressed for whoever asked for them, and for nobody who could learn from it."""

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
def test_a_page_that_a_person_asked_for_is_compressed(table: Any, step: str) -> None:
    client, path = table
    plain = client.get(path)
    packed = client.get(path, headers={**OURS, "Sec-Fetch-Site": step})
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 2
    assert b'id="table"' in gzip.decompress(packed.content)
    lengths = {len(client.get(path, headers=OURS).content) for _ in range(12)}
    assert len(lengths) > 1, "a length by chance hides how well it was compressed"


@pytest.mark.parametrize("step", ["cross-site", "same-site", ""])
def test_nothing_that_another_site_asked_for(table: Any, step: str) -> None:
    client, path = table
    assert encoding(client, path, **{"Sec-Fetch-Site": step}) == ""


def test_neither_parts_of_pages_nor_what_programs_read(table: Any) -> None:
    client, path = table
    assert encoding(client, path) == "gzip"
    assert encoding(client, path, **{"HX-Request": "true"}) == ""
    assert encoding(client, f"/api/v1{path}") == ""
    assert encoding(client, "/worker.js") == ""
    answer = client.post("/i18n/setlang/", {"language": "de", "next": path}, headers=OURS)
    assert "Content-Encoding" not in answer
