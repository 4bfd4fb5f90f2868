"""`checkgame --pictures` shows a game's positions, and names what is wrong with their pages."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from games.site import pictures
from games.site.management.commands.checkgame import FAILED, OK, pictured
from games.titles import registry
from tests.helpers.imports import importable
from tests.helpers.requirements import CHROMIUM, require

pytestmark = pytest.mark.django_db
WIDE = """{% load i18n tavola static %}
<section id="board"><p class="counts">Counts</p></section>
"""
BOARD = """from games.boards.board import Board, BoardTable
from {slug}.rules.position import {name}


class OwnBoard(Board):
    game = {name}.game
    table = BoardTable
"""


@pytest.fixture
def game(tmp_path: Path) -> Iterator[str]:
    """Install a game whose board is too wide for a phone, with a script that fails."""
    slug = "widegame"
    call_command("startgame", slug, name="Wide", into=tmp_path, stdout=StringIO())
    own = tmp_path / slug
    (own / "board.py").write_text(BOARD.format(slug=slug, name=slug.title()), "utf-8")
    title = (own / "title.py").read_text("utf-8")
    title = title.replace(
        "TITLE = Title(", f"from {slug}.board import OwnBoard\n\nTITLE = Title(board=OwnBoard, "
    )
    (own / "title.py").write_text(title, "utf-8")
    static, templates = own / "static/games" / slug, own / "templates/games" / slug
    static.mkdir(parents=True)
    templates.mkdir(parents=True)
    script = f'<script src="{{% static "games/{slug}/own.js" %}}" defer></script>'
    (templates / "_board.html").write_text(WIDE + script, "utf-8")
    (static / "board.css").write_text(".counts { inline-size: 450px; }", "utf-8")
    (static / "own.js").write_text("never.there();", "utf-8")
    caches = (registry._looked_up, registry._rules_by_version)
    for cached in caches:
        cached.cache_clear()
    installed = [*settings.INSTALLED_APPS, slug]
    with importable(tmp_path), override_settings(INSTALLED_APPS=installed):
        yield slug
    for cached in caches:
        cached.cache_clear()


def test_pictures_are_written_and_faults_of_pages_named(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require(CHROMIUM)
    folder, title = tmp_path / "pictures", registry.title_of(game)
    of_random_match = pictures.positions_to_show(title)
    assert [position.name for position in of_random_match] == ["deal", "middle", "end"]
    monkeypatch.setattr(pictures, "positions_to_show", lambda _title: of_random_match[:1])
    _begun, *found = pictured(title, folder)
    said = dict(one.details.rsplit("\n", 1) for one in found if one.mark == FAILED)
    assert said.pop("script error: never is not defined") == "deal (phone), deal (desk)"
    assert {*said.values()} == {"deal (phone)"}
    page, element = said
    assert page.endswith("pixels wide, the window 390")
    assert "p.counts “Counts” reaches" in element
    assert found[-1].mark == OK
    taken = [*folder.rglob("*.png")]
    assert len(taken) == 4
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in taken)
