"""The first load of a table, computed from its page; `bench` measures it in a browser."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders

from bench.weight import FIRST_BUDGET
from core.server.static_files import OWN_FOLDERS, REMARKS, lean
from games.titles.registry import titles
from tests.helpers.matches import people, signed_in, started

HEAD = 330
"""Bytes of the head of an answer, about."""
LOADED = re.compile(
    r'<(?:link rel="(?:stylesheet|preload)" href|script src|use href)="/static/([^"#]+)'
)


def weight(name: str) -> int:
    """Return the number of bytes of a static file as the site sends it."""
    found = finders.find(name)
    assert isinstance(found, str), name
    data, (folder, *_), suffix = Path(found).read_bytes(), Path(name).parts, Path(name).suffix
    if suffix == ".woff2":
        return len(data)
    if folder in OWN_FOLDERS and suffix in REMARKS:
        data = lean(data.decode(), suffix).encode()
    return len(brotli.compress(data))


@pytest.mark.django_db
@pytest.mark.parametrize("slug", [title.slug for title in titles()])
def test_first_load_of_table_is_within_budget(slug: str) -> None:
    anna, ben = people("Anna", "Ben")
    match = started(anna, ben, game=slug)
    page = signed_in(anna).get(match.get_absolute_url()).content
    files = set(LOADED.findall(page.decode()))
    assert len(files) > 20, "the page names what it loads"
    whole = sum(HEAD + weight(name) for name in files) + HEAD + len(gzip.compress(page, 6))
    assert whole / 1000 <= FIRST_BUDGET, f"{slug}: {whole / 1000:.1f} kB"
