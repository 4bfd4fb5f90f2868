"""The wheel `tavola-games`: its contents, and that it works without dependencies."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from games.engine.referee import Requested, judge
from games.titles.registry import ALL_RULES, slugs, titles
from tests.games.engine.test_referee import GAME, REFUSED_MOVE, REFUSED_RECORD
from tests.helpers.golden import FOLDER
from tools.build_wheel import build, gather, leads_out, moved

RECORDS = sorted(FOLDER.glob("tables/*.jsonl"))

PLAY = """
import json, sys
from tavola_games import bot_levels, game, play, slugs
loaded = {name.partition(".")[0] for name in sys.modules}
assert loaded.isdisjoint(("core", "games", "django")), loaded
for slug in slugs():
    print(slug, json.dumps(play(slug, [bot_levels(slug)[0]] * game(slug).seats[0], seed=5)))
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("from games.engine.chance import Chance", "from tavola_games.engine.chance import Chance"),
        ("    from games.titles.x.y import Z", "    from tavola_games.titles.x.y import Z"),
        ("from games import titles", "from tavola_games import titles"),
        ("import games.engine.chance", "import tavola_games.engine.chance"),
        (
            "from core.refusals import Refusal as R",
            "from tavola_games.refusals import Refusal as R",
        ),
        ("from gamesmanship import x", "from gamesmanship import x"),
        ("    from the games of others", "    from the games of others"),
    ],
)
def test_only_imports_are_rewritten(line: str, expected: str) -> None:
    assert moved(f"{line}\n") == f"{expected}\n"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("x = 1; from games.engine import chance", ["games.engine"]),
        ("import os, games.engine", ["games.engine"]),
        ('files("games.titles.x.rules")', ["games.titles.x.rules"]),
        ('say("games.")', []),
        ("from tavola_games.engine import chance", []),
    ],
)
def test_imports_that_leave_package_are_found(source: str, names: list[str]) -> None:
    assert leads_out(source) == names


def test_wheel_has_every_title_without_boards(tmp_path: Path) -> None:
    gather(tmp_path)
    found = {path.parent.name for path in tmp_path.glob("tavola_games/titles/*/core.py")}
    assert found == set(slugs())
    used = "import sys; from tavola_games.pettingzoo import env; env(sys.argv[1]).reset()"
    check = f"{used}; assert not {{'core', 'games', 'django'}} & set(sys.modules)"
    _run([sys.executable, "-c", check, slugs()[0]], tmp_path, b"")
    boards = [path for path in tmp_path.rglob("*.py") if "board" in path.parts]
    assert not boards
    assert (tmp_path / "tavola_games/py.typed").exists()


def test_package_has_same_rules_bots_and_judges_as_site() -> None:
    from tavola_games.catalogue import RULES, core_of

    assert dict(RULES) == dict(ALL_RULES)
    for title in titles():
        core = core_of(title.slug)
        assert (core.bots, core.judges) == (title.bots, title.judges)


def test_wheel_installs_without_dependencies_and_plays_every_game(tmp_path: Path) -> None:
    wheel = build(tmp_path / "wheel")
    with zipfile.ZipFile(wheel) as opened:
        metadata = opened.read("tavola_games-0.1.0.dist-info/METADATA").decode()
        assert "tavola_games/py.typed" in opened.namelist()
        # Whenever it is built, the same sources give the same bytes.
        assert {one.date_time for one in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert not [line for line in metadata.splitlines() if line == "Requires-Dist: django"]
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    assert all("extra ==" in line for line in needed)

    fresh = tmp_path / "fresh"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(fresh)], check=True)
    python, command = fresh / "bin/python", fresh / "bin/tavola-referee"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    offline = ["install", "--quiet", "--no-index", "--no-deps", str(wheel)]
    subprocess.run([*pip, *offline], check=True)

    missing = subprocess.run(
        [str(python), "-Ic", "import django"], capture_output=True, check=False
    )
    assert b"ModuleNotFoundError" in missing.stderr

    played = _run([str(python), "-Ic", PLAY], tmp_path, b"")
    games = dict(line.split(" ", 1) for line in played.decode().splitlines())
    assert set(games) == set(slugs())

    texts = [
        *(line.encode() for path in RECORDS for line in path.read_text("utf-8").splitlines()),
        *(json.dumps(record).encode() for record in (GAME, REFUSED_MOVE, REFUSED_RECORD)),
        *(record.encode() for record in games.values()),
    ]
    asked = [str(command), "--lines", "--legal", "--verify", "-"]
    answers = _run(asked, tmp_path, b"\n".join(texts), status=1).splitlines()
    for text, answer in zip(texts, answers, strict=True):
        here = judge(text, ALL_RULES, Requested(legal=True, verify=True))
        assert json.loads(answer) == json.loads(json.dumps(here))
    for record in games.values():
        answer = _run([str(command)], tmp_path, record.encode())
        assert json.loads(answer)["outcome"] is not None


def _run(command: list[str], folder: Path, text: bytes, status: int = 0) -> bytes:
    done = subprocess.run(command, input=text, cwd=folder, capture_output=True, check=False)
    assert (done.stderr, done.returncode) == (b"", status)
    return done.stdout
