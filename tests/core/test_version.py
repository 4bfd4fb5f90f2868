"""The version of the site, which pages and programs show."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from core.version import VERSION, commit
from games.matches.api.schema_view import JSON_SCHEMA, schema

pytestmark = pytest.mark.django_db


def test_credits_and_api_show_the_version(client: Client) -> None:
    assert f"Tavola {VERSION}" in client.get("/credits/").content.decode()
    assert client.get("/api/v1/").json() == {"version": VERSION}
    assert json.loads(schema(JSON_SCHEMA))["info"]["version"] == VERSION


def test_commit_is_that_of_the_tree() -> None:
    git = shutil.which("git")
    head = ""
    if git is not None:
        ask = [git, "-C", str(settings.BASE_DIR), "rev-parse", "HEAD"]
        head = subprocess.run(ask, capture_output=True, text=True).stdout.strip()
    named = commit().removesuffix("-dirty")
    assert head.startswith(named)
    assert bool(named) == bool(head), "without git, or outside of a repository, there is none"


def test_image_names_the_commit_it_was_built_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "COMMIT").write_text("0123456789ab\n")
    monkeypatch.setattr("core.version._ROOT", tmp_path)
    assert commit.__wrapped__() == "0123456789ab"


def test_changelog_begins_with_this_version() -> None:
    text = (settings.BASE_DIR / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## \[([^]]+)\]", text, re.MULTILINE)
    assert next(one for one in versions if one != "Unreleased") == VERSION
