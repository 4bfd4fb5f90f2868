"""The workbench: a maker plays all seats, sets up positions, and keeps the game as rules change."""

from __future__ import annotations

import json
import os
import re
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import autoreload
from pytest_django import Settings

from games.engine.replay import replay
from games.matches.models import Match
from games.titles.positions import prepared_positions
from games.titles.registry import bot_levels
from games.workbench import bench
from games.workbench.management.commands import playgame
from tests.helpers.pages import assert_clean_page

SLUG = "condottiere"
SERVED = pytest.mark.urls("games.workbench.root_urls")
PAGE = f"/playgame/{SLUG}/"


@pytest.fixture(autouse=True)
def var(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


@SERVED
@pytest.mark.django_db
def test_maker_plays_every_seat_without_account() -> None:
    client = Client()
    bench.begin(SLUG, 2, bytes(32))
    for moves in range(4):
        page = client.get(PAGE)
        assert_clean_page(page)
        table = page.context["table"]
        assert table.seat == bench.bench_of(SLUG).acting
        move = json.dumps(table.moves[0].dump())
        assert client.post(f"{PAGE}move/", {"move": move}).status_code == 302
        assert len(bench.bench_of(SLUG).record.moves) == moves + 1
    acting = bench.bench_of(SLUG).acting
    assert acting is not None
    other = 1 - acting
    for asked, seat in ((f"{other}", other), ("public", None), ("99", acting)):
        table = client.get(PAGE, {"seat": asked}).context["table"]
        assert table.seat == seat
        assert dict(table.view) == dict(bench.bench_of(SLUG).position.view(seat))
    # The other seat has nothing to decide, and the board says so.
    refused = client.post(f"{PAGE}move/?seat={other}", {"move": move})
    assert refused.status_code == 409
    assert refused.context["table"].refusal["code"] == "not-your-turn"
    client.post(f"{PAGE}act/", {"act": "back"})
    assert len(bench.bench_of(SLUG).record.moves) == 3
    client.post(f"{PAGE}act/", {"act": "random"})
    assert len(bench.bench_of(SLUG).record.moves) == 4
    client.post(f"{PAGE}act/", {"act": "end"})
    assert bench.bench_of(SLUG).position.outcome() is not None
    end = client.get(PAGE)
    assert_clean_page(end)
    assert end.context["table"].over
    # Its match is not stored: there is a replay, and nothing to review or to prove.
    result = end.content.decode().split('id="result"')[1].split("</section>")[0]
    assert re.findall(r'href="(/[^"]+/)"', result) == [f"{PAGE}replay/"]
    assert "review-form" not in result
    last = len(bench.bench_of(SLUG).record.moves)
    replayed = client.get(f"{PAGE}replay/", {"step": last})
    assert_clean_page(replayed)
    assert not re.findall(r'"/matches/\w+/[^"]*"', replayed.content.decode())
    position = bench.bench_of(SLUG).position
    assert dict(replayed.context["table"].view).items() >= dict(position.dump()).items()
    before = client.get(f"{PAGE}replay/", {"step": 0, "view": 1}).context["table"]
    assert dict(before.view) == dict(bench.bench_of(SLUG).record.start().view(1))
    ahead = client.get(f"{PAGE}replay/", {"step": "0", "part": "steps"}).content.decode()
    assert ahead.count("<template data-step") == min(16, last + 1)
    assert client.post(f"{PAGE}act/", {"act": "random"}).status_code == 302
    assert client.post(f"{PAGE}act/", {"act": "new", "seats": "3"}).status_code == 302
    assert bench.bench_of(SLUG).position.seats == 3
    assert client.post(f"{PAGE}act/", {"act": "new", "seats": "77"}).status_code == 400
    assert client.get("/playgame/chess/").status_code == 404
    assert not Match.objects.exists()


@SERVED
@pytest.mark.django_db
def test_bots_play_seats() -> None:
    client = Client()
    bench.begin("babel", 2, bytes(32))
    act = "/playgame/babel/act/"
    client.post(act, {"act": "bot"})
    moved = bench.bench_of("babel")
    assert [move["seat"] for move in moved.record.moves] == [0]
    acting = moved.acting
    assert acting is not None
    level = bot_levels("babel")[0]
    client.post(act, {"act": "bots", f"bot-{1 - acting}": level, f"bot-{acting}": "unknown"})
    assert bench.bench_of("babel").bots == {1 - acting: level}
    mine = client.get("/playgame/babel/").context["table"]
    assert mine.seat == acting
    for _ in range(3):
        table = client.get("/playgame/babel/").context["table"]
        client.post("/playgame/babel/move/", {"move": json.dumps(table.moves[0].dump())})
        assert bench.bench_of("babel").acting == acting
    made = bench.bench_of("babel").record.moves
    client.post(act, {"act": "back"})
    left = bench.bench_of("babel").record.moves
    assert made[: len(left)] == left
    assert made[len(left)]["seat"] == acting
    assert all(move["seat"] != acting for move in made[len(left) + 1 :])
    client.post(act, {"act": "bots", "bot-0": level, "bot-1": level})
    assert bench.bench_of("babel").position.outcome() is not None
    client.post(act, {"act": "new", "seats": "2"})
    assert bench.bench_of("babel").position.outcome() is not None


@SERVED
@pytest.mark.django_db
def test_position_and_record_are_set_up_from_json() -> None:
    prepared = prepared_positions(SLUG)[0]
    reached = replay(prepared.record).position
    client = Client()
    record = json.dumps(prepared.record.dump())
    assert client.post(f"{PAGE}act/", {"act": "put", "json": record}).status_code == 302
    assert bench.bench_of(SLUG).position.dump() == reached.dump()
    given = client.get(PAGE).context["position"]
    assert client.post(f"{PAGE}act/", {"act": "put", "json": given}).status_code == 302
    assert bench.bench_of(SLUG).position.dump() == reached.dump()
    assert bench.bench_of(SLUG).record.moves == []
    other = json.dumps({**prepared.record.dump(), "game": "babel", "seats": 2, "options": {}})
    for wrong in ("", "[]", '{"city": 5}', other):
        refused = client.post(f"{PAGE}act/", {"act": "put", "json": wrong})
        assert refused.status_code in (400, 409)
        assert refused.context["table"].refusal["reason"]
    assert bench.bench_of(SLUG).position.dump() == reached.dump()


def test_moves_that_changed_rules_refuse_are_left_out() -> None:
    kept = bench.play_at_random(bench.begin(SLUG, 2), 3)
    file = bench._file(SLUG)
    stored = json.loads(file.read_text())
    file.write_text(json.dumps({**stored, "moves": [*stored["moves"], {"seat": 0, "type": "fly"}]}))
    shown = bench.bench_of(SLUG)
    assert shown.dropped is not None
    assert shown.position.dump() == kept.position.dump()
    file.write_text(json.dumps({**stored, "position": {"hands": 5}}))
    assert bench.bench_of(SLUG).dropped is not None
    assert bench.bench_of(SLUG).dropped is None


@SERVED
@pytest.mark.django_db
def test_gallery_shows_pieces_with_the_code_that_draws_them() -> None:
    page = Client().get(f"{PAGE}pieces/")
    assert page.status_code == 200
    shown = page.content.decode()
    exhibits = [one for _name, several in page.context["exhibits"] for one in several]
    for one in exhibits:
        scope: dict[str, Any] = {}
        exec(f"from games.workbench.gallery import *\n{one.code}", scope)
        assert scope[one.name].fget(None) == one.piece
        assert f"{{% piece board.{one.name} %}}" in shown
    assert len(re.findall('class="die', shown)) >= 20
    assert f'href="{PAGE}pieces/"' in Client().get(PAGE).content.decode()


@SERVED
@pytest.mark.django_db
def test_stamp_changes_with_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("games.workbench.views.folder_of", lambda slug: tmp_path)
    sheet = tmp_path / "board.css"
    sheet.write_text("")
    before = Client().get(f"{PAGE}stamp/").content
    assert Client().get(f"{PAGE}stamp/").content == before
    os.utime(sheet, ns=(2**62, 2**62))
    assert Client().get(f"{PAGE}stamp/").content != before


def test_ordinary_site_has_no_workbench() -> None:
    with pytest.raises(NoReverseMatch):
        reverse("workbench", args=[SLUG])


def test_playgame_serves_this_machine_only(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[dict[str, str]] = []
    called: list[tuple[object, ...]] = []

    def exec_again(program: str, line: list[str], environment: dict[str, str]) -> None:
        assert line == [program, *sys.argv]
        begun.append(environment)
        raise SystemExit

    monkeypatch.setattr(os, "execve", exec_again)
    monkeypatch.setattr(playgame, "call_command", lambda *args, **more: called.append(args))
    monkeypatch.setattr(playgame, "build_files_outside", lambda: called.append(("build",)))
    monkeypatch.setattr(autoreload.file_changed, "disconnect", lambda *args, **more: True)
    for name in ("DEBUG", "EXTRA_TITLES", "PYTHONPATH"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit):
        call_command("playgame", "mine", folder=tmp_path, stdout=StringIO())
    needed = {"DEBUG": "yes", "EXTRA_TITLES": "mine", "PYTHONPATH": str(tmp_path)}
    assert needed.items() <= begun[0].items()
    for name, value in needed.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(CommandError, match="no game “mine”"):
        call_command("playgame", "mine", folder=tmp_path, stdout=StringIO())
    out = StringIO()
    settings.ROOT_URLCONF = settings.ROOT_URLCONF
    monkeypatch.delenv(autoreload.DJANGO_AUTORELOAD_ENV, raising=False)
    call_command("playgame", SLUG, port=8100, stdout=out)
    assert called == [("build",), ("migrate",), ("runserver", "127.0.0.1:8100")]
    assert f"http://127.0.0.1:8100/playgame/{SLUG}/" in out.getvalue()
