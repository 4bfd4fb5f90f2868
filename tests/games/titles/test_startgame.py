"""`manage.py startgame` writes a playable game, and `checkgame` reports its parts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from games.engine.chance import Chance
from games.site.management.commands import checkgame
from games.titles import checking, positions
from games.titles.management.commands.startgame import KINDS, files_of
from games.titles.registry import titles
from tests.helpers.imports import importable
from tests.helpers.schema import copy_of_migrated

ROOT = Path(__file__).resolve().parents[3]
SLUG = "sixteen"
MOST_LINES = 350
OTHERS = [kind for kind in KINDS if kind != "cards"]

WHOLE_MATCH = """
import re
from datetime import timedelta
from html import unescape
from random import Random
import django
django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS.append("testserver")
from django.test import Client
from accounts.models import User
from games.matches.models import Match
from games.workers import bots, delay
delay.DELAY = timedelta()
anna, rng = Client(), Random(4)
anna.force_login(User.objects.create_user("Anna", "anna@example.org"))
form = {"seats": "3", "public": "yes", "seat_1": "easy", "seat_2": "easy", "clock": "free"}
assert anna.post("/games/sixteen/open/", form).status_code == 302
match = Match.objects.get()
while Match.objects.get().status == "running":
    text = anna.get(match.get_absolute_url()).content.decode()
    moves = re.findall(r'form="move-form" name="move" value="([^"]*)"', text)
    if moves:
        (asked,) = re.findall(r'name="turn_token" value="([^"]*)" form="move-form"', text)
        said = {"move": unescape(rng.choice(moves)), "turn_token": asked}
        assert anna.post(f"/matches/{match.id}/moves/", said).status_code in (200, 302)
    else:
        bots.answer_all_due()
for path in ("", "replay/?step=3", "record.json"):
    assert anna.get(match.get_absolute_url() + path).status_code == 200
for path in ("/", "/games/", "/games/sixteen/"):
    assert "Sixteen Kings" in anna.get(path).content.decode()
print("played", Match.objects.get().status)
from games.site.board_check import board_faults
from games.titles.registry import folder_of, title_of
for slug in ("newcardboard", "newdiceboard", "newmapboard", "newsimuboard"):
    assert board_faults(title_of(slug), folder_of(slug), ["en"]) == [], slug
"""

LESSON_OF_DOCS = """
import re
from pathlib import Path
import django
django.setup()
from games.lessons.checking import lesson_faults
docs = Path("docs/adding-a-game.md").read_text("utf-8")
(block,) = re.findall(r"```python\\n([^`]*FIRST_STEPS = Lesson[^`]*)```", docs)
known = {}
exec(block, known)
print(lesson_faults("sixteen", known["FIRST_STEPS"]))
"""

LEFT_OUT = """
import sys
import django
django.setup()
from django.core.management import CommandError, call_command
from games.titles.registry import slugs
print("wellmade" in slugs(), len(slugs()))
for slug in sys.argv[1:]:
    try:
        call_command("checkgame", slug)
    except CommandError as refused:
        print(refused)
"""


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command of a site with the game in this folder."""
    known = {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))), "EXTRA_TITLES": SLUG}
    given = {"DJANGO_SETTINGS_MODULE": "config.settings", **known, **environment}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=False,
    )


def start(folder: Path, slug: str = SLUG, **options: object) -> str:
    """Begin a game there; what the command says."""
    out = StringIO()
    call_command("startgame", slug, name="Sixteen Kings", into=folder, stdout=out, **options)
    return out.getvalue()


def slug_of(kind: str) -> str:
    return f"new{kind}"


def board_of(kind: str) -> str:
    return f"new{kind[:4]}board"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with a game from the scaffold."""
    folder = tmp_path_factory.mktemp("games")
    assert f"EXTRA_TITLES={SLUG}" in start(folder)
    for kind in OTHERS:
        start(folder, slug_of(kind), kind=kind)
    for kind in KINDS:
        start(folder, board_of(kind), kind=kind, board=True)
    with importable(folder):
        yield folder


def test_new_game_is_small(folder: Path) -> None:
    there = (path for path in (folder / SLUG).rglob("*") if path.is_file())
    # What Python compiled of it, when other tests ran first, is none of it.
    files = [path for path in there if not {"__pycache__", ".pytest_cache"} & {*path.parts}]
    text = "".join(path.read_text("utf-8") for path in files)
    assert len(text.splitlines()) <= MOST_LINES
    assert "{{" not in text
    assert len(files) == len(files_of("cards"))


def test_new_game_passes_ruff(folder: Path) -> None:
    for what in (("check",), ("format", "--check")):
        done = run(folder, "-m", "ruff", *what, "--config", "pyproject.toml", str(folder))
        assert done.returncode == 0, done.stdout


def test_new_game_passes_its_tests(folder: Path) -> None:
    command = ("-m", "pytest", "-q", "-n", "0", "-c", "pyproject.toml", str(folder / SLUG))
    done = run(folder, *command, "-p", "no:cacheprovider", EFFORT="quick")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout


@pytest.mark.parametrize("kind", OTHERS)
def test_new_games_of_all_kinds_keep_the_contract(folder: Path, kind: str) -> None:
    package = slug_of(kind)
    title = import_module(f"{package}.title").TITLE
    assert checking.faults(title.newest) == []
    assert checkgame.bot_faults(title) == []
    tests = import_module(f"{package}.tests.test_rules")
    for name, test in vars(tests).items():
        if name.startswith("test_"):
            test()
    assert (folder / package / "docs/rules.md").read_text("utf-8").startswith("# Sixteen Kings")


@pytest.mark.parametrize("kind", KINDS)
def test_added_field_is_in_no_view_of_new_game(tmp_path: Path, kind: str) -> None:
    slug = f"hiding{kind[:4]}"
    start(tmp_path, slug, kind=kind)
    path = tmp_path / slug / "rules" / "position.py"
    first, begin, rest = path.read_text("utf-8").partition("    @classmethod\n    def deal(")
    path.write_text(f"{first}    plots: list[int] = per_seat(0)\n\n{begin}{rest}", "utf-8")
    with importable(tmp_path):
        rules = import_module(f"{slug}.title").TITLE.newest
        position = rules.deal(2, {}, Chance(bytes(32), 0))
    assert "plots" in position.dump()
    for viewer in (None, 0, 1):
        assert "plots" not in position.view(viewer)


@pytest.mark.parametrize("kind", ["dice", "map"])
def test_new_game_without_cards_mentions_none(folder: Path, kind: str) -> None:
    for package in (slug_of(kind), board_of(kind)):
        title = import_module(f"{package}.title").TITLE
        assert "card" not in f"{title.dealing} {title.dealt}"


def test_checkgame_lists_present_and_missing_parts(folder: Path) -> None:
    done = run(folder, "manage.py", "checkgame", SLUG, EFFORT="quick")
    assert done.returncode == 0, done.stdout + done.stderr
    first, *lines = done.stdout.splitlines()
    assert first == "Sixteen Kings (sixteen), rules 1, 2–4 seats"
    marks = {line[10:24].strip(): line[:10].strip() for line in lines}
    assert marks["contract"] == marks["secrecy"] == marks["bots"] == marks["rules page"] == "ok"
    lacking = (
        "styles",
        "figures",
        "spec",
        "pitch",
        "minutes",
        "card preview",
        "emblem",
        "in de",
        "in ko",
    )
    assert {marks[what] for what in lacking} == {"–"}


def test_game_that_does_not_import_is_left_out_in_one_sentence(tmp_path: Path) -> None:
    spoilt = {"illmade": "__init__.py", "illruled": "rules/position.py"}
    start(tmp_path, "wellmade")
    for slug, file in spoilt.items():
        start(tmp_path, slug)
        (tmp_path / slug / file).write_text("turn = = 1\n", "utf-8")
    done = run(tmp_path, "-c", LEFT_OUT, *spoilt, EXTRA_TITLES=",".join((*spoilt, "wellmade")))
    assert done.returncode == 0, done.stderr
    known, *refused = done.stdout.splitlines()
    assert known == f"True {len(titles()) + 1}"
    for slug, refusal in zip(spoilt, refused, strict=True):
        said = f"The game “{slug}” is left out. It raises SyntaxError: invalid syntax ("
        assert said in done.stderr
        assert refusal.startswith(said)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({}, "figures/one.json: there is no template figures/_hands.html"),
        ({"moves": [{"seat": 0, "type": "fly"}]}, "figures/one.json has a move that is not legal"),
        ({"part": 5}, "one.json isn’t a prepared position."),
        ({"seats": 99}, ""),
    ],
    ids=["template", "move", "part", "seats"],
)
def test_checkgame_reports_invalid_figures(
    wrong: dict[str, object], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = titles()[0]
    record = {"format": 1, "game": title.slug, "seats": title.game.seats[0], "moves": []}
    figure = {"about": "Two.", "seat": None, **record, "part": "hands", **wrong}
    monkeypatch.setattr(positions, "folder_of", lambda slug: tmp_path)
    (tmp_path / positions.FIGURES).mkdir()
    (tmp_path / positions.FIGURES / "one.json").write_text(json.dumps(figure))
    found = list(checkgame.judged_figures(title, tmp_path))
    assert {one.mark for one in found} == {checkgame.FAILED}
    assert said in " ".join(one.details for one in found)


def test_lesson_of_docs_suits_new_game(folder: Path) -> None:
    checked = run(folder, "-c", LESSON_OF_DOCS)
    assert checked.stdout.strip() == "[]", checked.stdout + checked.stderr


def test_new_game_plays_whole_match_on_a_site(folder: Path, tmp_path: Path) -> None:
    copy_of_migrated(tmp_path / "tavola.sqlite3")
    site = {"TAVOLA_VAR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    boards = map(board_of, KINDS)
    done = run(folder, "-c", WHOLE_MATCH, EXTRA_TITLES=",".join((SLUG, *boards)), **site)
    assert done.returncode == 0, done.stderr
    assert "played finished" in done.stdout


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("Chess", "lower-case letters"),
        ("x", "2 to 30"),
        ("json", "has a module"),
        ("lambda", "Choose another slug"),
        ("true", "Choose another slug"),
        ("none", "Choose another slug"),
        ("effect", "Choose another slug"),
        ("played", "Choose another slug"),
        (titles()[0].slug, "already"),
    ],
)
def test_startgame_refuses_invalid_name(tmp_path: Path, slug: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        start(tmp_path, slug)
    assert not list(tmp_path.iterdir())


def test_startgame_refuses_name_of_module_that_titles_share() -> None:
    with pytest.raises(CommandError, match="has a module"):
        call_command("startgame", "registry")


def test_startgame_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / SLUG).mkdir()
    with pytest.raises(CommandError, match="already"):
        start(tmp_path)
    assert not list((tmp_path / SLUG).iterdir())


def test_startgame_in_repository_puts_tests_with_the_others(
    tmp_path: Path, settings: Settings
) -> None:
    settings.BASE_DIR = tmp_path
    call_command("startgame", SLUG, stdout=StringIO())
    package = tmp_path / "games" / "titles" / SLUG
    assert "from games.titles.sixteen.rules" in (package / "title.py").read_text("utf-8")
    assert not (package / "tests").exists()
    assert (tmp_path / "tests" / "games" / "titles" / SLUG / "test_rules.py").exists()
