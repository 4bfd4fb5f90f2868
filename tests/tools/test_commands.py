"""After `make setup` every command works, or names the line that installs what it needs."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("accounts", "bench", "config", "core", "games")
NEEDING_MORE = (
    "bench/management/commands/bench_events.py",
    "bench/management/commands/bench_load.py",
    "bench/phone.py",
    "bench/weight.py",
    "games/site/browser.py",
    "games/site/pictures.py",
)
"""What imports it only after it has asked for it; see `games/requirements.py`."""
FOR_TESTS = "games/engine/testing/"
"""The base of the tests of games: only `checkgame` imports it, and requires pytest first."""

HIDING = """
import json, runpy, sys

class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

hidden = set(json.loads(sys.argv.pop(1)))
sys.meta_path.insert(0, Hiding())
"""
EACH_COMMAND = """
import django
django.setup()
from django.core.management import load_command_class
for name, app in json.loads(sys.argv[1]).items():
    load_command_class(app, name).create_parser("manage.py", name).format_help()
    print(name)
"""
MANAGE = "runpy.run_path('manage.py', run_name='__main__')"


def ours() -> dict[str, str]:
    """Return our commands, each with its app."""
    places = {app.name: Path(app.path) for app in apps.get_app_configs()}
    return {
        name: str(app)
        for name, app in get_commands().items()
        if str(app) in places and places[str(app)].is_relative_to(ROOT / str(app).split(".")[0])
    }


def listed(file: str) -> set[str]:
    """Return the packages of a requirements file."""
    return set(re.findall(r"^([\w.-]+)==", (ROOT / file).read_text("utf-8").lower(), re.MULTILINE))


@pytest.fixture(scope="module")
def hidden() -> set[str]:
    """Return the modules that `make setup` does not install, and our tests."""
    more = listed("requirements-dev.txt") - listed("requirements.txt")
    found = {"tests"}
    for module, packages in packages_distributions().items():
        if {re.sub(r"[-_.]+", "-", package).lower() for package in packages} <= more:
            found.add(module)
    assert {"pytest", "httpx"} <= found
    assert "django" not in found
    return found


def after_setup(
    hidden: set[str], script: str, *args: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a script as if these modules were not installed."""
    known = {"DJANGO_SETTINGS_MODULE": "config.settings", **os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-c", HIDING + script, json.dumps(sorted(hidden)), *args],
        cwd=ROOT,
        env=known,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def test_every_command_works_after_setup(hidden: set[str]) -> None:
    commands = ours()
    assert {"serve", "worker", "referee", "bench_load", "makemessages"} <= set(commands)
    done = after_setup(hidden, EACH_COMMAND, json.dumps(commands))
    assert (done.stdout.split(), done.stderr) == (list(commands), "")


@pytest.mark.parametrize("command", [["bench_load"], ["checkgame", "babel"]])
def test_command_names_missing_modules_in_one_line(
    hidden: set[str], command: list[str], tmp_path: Path
) -> None:
    done = after_setup(hidden, MANAGE, *command, TAVOLA_VAR=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "make setup-dev" in done.stderr


def test_missing_gettext_is_reported_with_its_package(tmp_path: Path) -> None:
    done = after_setup(set(), MANAGE, "makemessages", "-l", "de", PATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "apt-get install gettext" in done.stderr


def test_only_listed_files_import_packages_missing_after_setup(hidden: set[str]) -> None:
    found = dict(imports())
    assert {path for path in found if found[path] & hidden} == set(NEEDING_MORE)
    used = {path for path in found if "games.engine.testing" in found[path]}
    assert used == {"games/titles/checking.py"}


def imports() -> Iterator[tuple[str, set[str]]]:
    """Yield our files but those for tests, with their imports, except those only for types."""
    for file in sorted(file for folder in SOURCES for file in (ROOT / folder).rglob("*.py")):
        path = str(file.relative_to(ROOT))
        if not path.startswith(FOR_TESTS):
            named = set(_imported(ast.parse(file.read_text("utf-8"))))
            yield path, named | {name.partition(".")[0] for name in named}


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from _imported(child)
