"""The site as an installed app: manifest, caching, and shared links."""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from pytest_django import Settings

from core.monitoring.release import release
from games.site import pwa
from tests.helpers.languages import LANGUAGES
from tests.helpers.matches import opened, person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
ORIGIN = "https://tavola.example"


@pytest.fixture(autouse=True)
def site_url(settings: Settings) -> None:
    settings.SITE_URL = ORIGIN


def file_at(url: str) -> bytes:
    path = finders.find(url.removeprefix("/static/"))
    assert path, url
    with open(path, "rb") as file:
        return file.read()


def test_manifest_contains_everything_for_installation() -> None:
    response = Client().get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    found = response.json()
    assert (found["name"], found["display"], found["scope"]) == ("Tavola", "standalone", "/")
    assert Client().get(found["start_url"]).status_code == 200
    assert {(one["sizes"], one["purpose"]) for one in found["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in found["icons"]:
        side = int(icon["sizes"].split("x")[0])
        assert struct.unpack(">II", file_at(icon["src"])[16:24]) == (side, side)
    for shortcut in found["shortcuts"]:
        assert signed_in(person("Anna")).get(shortcut["url"]).status_code == 200
    target = found["share_target"]
    assert target["method"] == "GET"
    assert set(target["params"].values()) == {"title", "text", "url"}
    assert Client().get(target["action"]).status_code == 400, "shared nothing"


def test_manifest_uses_language_of_reader() -> None:
    client = Client(headers={"Accept-Language": "de"})
    (shortcut,) = client.get("/manifest.webmanifest").json()["shortcuts"]
    with translation.override("de"):
        assert shortcut["name"] == gettext("Waiting for you")
    assert shortcut["name"] != "Waiting for you"


def test_pages_link_manifest_and_both_theme_colours() -> None:
    page = Client().get("/games/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest"' in page
    tokens = file_at("/static/css/tokens.css").decode()
    (pair,) = re.findall(r"--paper: light-dark\((#\w+), (#\w+)\)", tokens)
    assert pair == tuple(pwa.COLOURS.values())
    for scheme, colour in pwa.COLOURS.items():
        named = f'content="{colour}" media="(prefers-color-scheme: {scheme})"'
        assert f'<meta name="theme-color" {named}' in page


def test_fonts_do_not_block_text() -> None:
    faces = re.findall(r"@font-face \{[^}]*\}", file_at("/static/css/tokens.css").decode())
    assert faces, "no fonts"
    assert all("font-display: swap;" in face for face in faces)
    page = Client().get("/games/").content.decode()
    loaded = re.findall(r'<link [^>]*href="[^"]*\.woff2"[^>]*>', page)
    assert all('rel="preload"' in link for link in loaded)


def worker_of(response: Any) -> dict[str, Any]:
    line = response.content.decode().splitlines()[0]
    return dict(json.loads(line.removeprefix("const site = ").removesuffix(";")))


def test_service_worker_is_served_at_root_and_revalidated() -> None:
    response = Client().get("/worker.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"
    policy = response["Content-Security-Policy"]
    # What it and the manifest fall back on, with nothing else said of either.
    assert "script-src 'self'" in policy
    assert "default-src 'self'" in policy
    assert "worker-src" not in policy
    assert "manifest-src" not in policy


def test_service_worker_caches_only_shared_files() -> None:
    site = worker_of(Client().get("/worker.js"))
    assert site["release"] == release()
    pages = [url for url in site["shell"] if not url.startswith("/static/")]
    assert pages == [site["offline"]] == ["/offline/"]
    for url in {*site["shell"], site["icon"], site["badge"]} - set(pages):
        assert file_at(url)
    mine, nobodys = (
        client.get("/offline/").content for client in (signed_in(person("Anna")), Client())
    )
    assert mine == nobodys
    named = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', nobodys.decode()))
    assert named <= set(site["shell"]), "every file of the offline page is cached"


def test_service_worker_changes_with_release(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Client().get("/worker.js").content
    monkeypatch.setattr(pwa, "release", lambda: "another")
    pwa.worker_script.cache_clear()
    try:
        assert Client().get("/worker.js").content != before
    finally:
        pwa.worker_script.cache_clear()


def test_offline_page_contains_every_language() -> None:
    page = assert_clean_page(Client(headers={"Accept-Language": "de"}).get("/offline/")).text
    in_turn = [(code, "" if code == "de" else " hidden") for code in LANGUAGES]
    assert re.findall(r'<section lang="(\w+)"( hidden)?>', page) == in_turn
    assert re.findall(r'<span lang="(\w+)"( hidden)?>', page) == in_turn


def test_shared_invitation_opens_table() -> None:
    host = person("Anna")
    match = opened(host, public=False)
    path = f"/join/{match.key}/"
    guest = signed_in(person("Berta"))
    shared = guest.get("/share/", {"title": "Tavola", "text": f"Come and play: {ORIGIN}{path}."})
    assert (shared.status_code, shared["Location"]) == (302, path)
    joined = guest.get(shared["Location"])
    assert joined["Location"] == match.get_absolute_url()
    assert guest.get(joined["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"url": "http://testserver/matches/abc/?at=3#log"}, "/matches/abc/?at=3#log"),
        ({"url": "https://elsewhere.example/", "text": f"{ORIGIN}/games/"}, "/games/"),
        ({"text": f"“{ORIGIN}”"}, "/"),
    ],
)
def test_shared_link_opens_its_path(given: dict[str, str], path: str) -> None:
    assert Client().get("/share/", given)["Location"] == path


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"url": "https://elsewhere.example/games/"},
        {"url": f"{ORIGIN}//elsewhere.example/"},
        {"url": f"{ORIGIN}/\\elsewhere.example/"},
        {"url": "https://tavola.example@elsewhere.example/"},
        {"url": "https://[tavola.example/"},
        {"url": "javascript:alert(1)"},
        {"text": "x" * 5000 + f" {ORIGIN}/games/"},
    ],
)
def test_foreign_shared_link_is_refused_without_redirect(given: dict[str, str]) -> None:
    response = Client().get("/share/", given)
    assert response.status_code == 400
    assert "no-link-of-ours" in response.content.decode()
    assert "Location" not in response
