"""The wheel `tavola-games`: its contents, and that it works without dependencies."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from core.version import VERSION
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


OUTSIDE = Path(__file__).resolve().parents[2] / "examples/games"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
INSTALL = ("install", "--quiet", "--no-index", "--no-deps")
PLAY_OUTSIDE = """
import json, pickle, sys
from tavola_games import bot, bot_levels, broken_games, catalogue, play, slugs
assert not broken_games(), broken_games()
games = sys.modules["games"]
assert not hasattr(games, "__file__"), games.__file__
import games.engine.contract, tavola_games.engine.contract
assert games.engine.contract is tavola_games.engine.contract
assert tavola_games.engine.contract.__spec__.name == "tavola_games.engine.contract"
for slug in sys.argv[1:]:
    assert slug in slugs()
    for level in bot_levels(slug):
        assert type(pickle.loads(pickle.dumps(bot(slug, level)))) is type(bot(slug, level))
    least, *_, most = catalogue.game(slug).seats
    for seats in (least, most):
        levels = (bot_levels(slug) * seats)[:seats]
        print(json.dumps(play(slug, levels, seed=seats)))
"""
ENVIRONMENTS = """
import sys
import gymnasium
from tavola_games.pettingzoo import env
for slug in sys.argv[1:]:
    seat = gymnasium.make(f"tavola_games.gymnasium:tavola/{slug}-v1")
    _, info = seat.reset(seed=1)
    ended = False
    while not ended:
        _, reward, ended, _, info = seat.step(info["action_mask"].argmax())
    assert "illegal" not in info
    table = env(slug, seed=1)
    table.reset()
    for agent in table.agent_iter():
        observation, _, over, _, _ = table.last()
        table.step(None if over else observation["action_mask"].argmax())
    assert not table.agents
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment without any package."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return folder / "bin/python"


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


def test_wheel_installs_without_dependencies_and_plays_every_game(
    tmp_path: Path, wheel: Path, fresh: Path
) -> None:
    with zipfile.ZipFile(wheel) as opened:
        metadata = opened.read(f"tavola_games-{VERSION}.dist-info/METADATA").decode()
        assert "tavola_games/py.typed" in opened.namelist()
        # Whenever it is built, the same sources give the same bytes.
        assert {one.date_time for one in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert not [line for line in metadata.splitlines() if line == "Requires-Dist: django"]
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    assert all("extra ==" in line for line in needed)

    python, command = fresh, fresh.with_name("tavola-referee")
    subprocess.run([*PIP, "--python", str(python), *INSTALL, str(wheel)], check=True)

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


def test_example_games_are_installed_and_played_by_wheel(
    tmp_path: Path, wheel: Path, fresh: Path
) -> None:
    slugs = sorted(path.parent.name for path in OUTSIDE.glob("*/pyproject.toml"))
    assert slugs
    # setuptools builds next to the sources.
    shutil.copytree(OUTSIDE, tmp_path / "sources")
    sources = [str(tmp_path / "sources" / slug) for slug in slugs]
    installed = tmp_path / "installed"
    command = [*PIP, *INSTALL, "--no-build-isolation", "--target", str(installed), str(wheel)]
    subprocess.run([*command, *sources], check=True)
    records = _run([str(fresh), "-c", PLAY_OUTSIDE, *slugs], installed, b"").splitlines()
    assert len(records) == 2 * len(slugs)
    judged = [str(fresh), "-m", "tavola_games", "--lines", "-"]
    for answer in _run(judged, installed, b"\n".join(records)).splitlines():
        assert json.loads(answer)["outcome"] is not None
    _run([sys.executable, "-c", ENVIRONMENTS, *slugs], installed, b"")


def _run(command: list[str], folder: Path, text: bytes, status: int = 0) -> bytes:
    done = subprocess.run(command, input=text, cwd=folder, capture_output=True, check=False)
    assert (done.stderr, done.returncode) == (b"", status)
    return done.stdout
