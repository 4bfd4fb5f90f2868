"""Who may import whom: the pure packages stay pure, and people know nothing of games."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

PURE = {
    "games/engine": ["games.engine"],
    "games/rules": ["games.engine", "games.rules"],
    "games/bots": ["games.engine", "games.rules", "games.bots"],
    "games/boards": ["games.boards"],
    "games/rating": ["games.rating"],
}
"""Folder → the packages of this house it may import, besides the standard library."""


def imported_by(source: str, path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything a file imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(source, str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = absolute(node, path)
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and is_import_call(node.func):
            yield node.lineno, name_asked_for(node)


def absolute(node: ast.ImportFrom, path: Path) -> str:
    """The module of a from-import, a relative one resolved."""
    if not node.level:
        return node.module or ""
    package = path.relative_to(ROOT).parts[: -node.level]
    return ".".join([*package, *filter(None, [node.module])])


def is_import_call(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in ("import_module", "__import__")


def name_asked_for(call: ast.Call) -> str:
    """What import_module is asked for; “?” if it is not written out, which is never allowed."""
    argument = call.args[0] if call.args else None
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return "?"


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def is_standard(name: str) -> bool:
    return name.split(".")[0] in sys.stdlib_module_names


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports_of(folder: str) -> Iterator[tuple[str, str]]:
    """Where and what, for every import in a folder."""
    for path in files(folder):
        for line, name in imported_by(path.read_text("utf-8"), path):
            yield f"{path.relative_to(ROOT)}:{line}", name


@pytest.mark.parametrize("folder", PURE)
def test_pure_packages_import_the_standard_library_and_each_other_downwards(folder: str) -> None:
    offences = [
        f"{where} imports {name}"
        for where, name in imports_of(folder)
        if not is_standard(name) and not any(is_within(name, pkg) for pkg in PURE[folder])
    ]
    assert offences == []


def test_accounts_never_import_games() -> None:
    assert files("accounts")
    offences = [
        f"{where} imports {name}"
        for where, name in imports_of("accounts")
        if is_within(name, "games") or name == "?"
    ]
    assert offences == []


def test_whoever_watches_knows_no_game() -> None:
    assert files("watch")
    offences = [
        f"{where} imports {name}"
        for where, name in imports_of("watch")
        if any(is_within(name, pkg) for pkg in ("games", "accounts", "config")) or name == "?"
    ]
    assert offences == []


def test_the_package_around_the_pure_ones_imports_nothing() -> None:
    path = ROOT / "games" / "__init__.py"
    assert list(imported_by(path.read_text("utf-8"), path)) == []


def test_the_pure_packages_load_without_django() -> None:
    """Every module of them, in a fresh interpreter."""
    modules = [module_name(path) for folder in PURE for path in files(folder)]
    script = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'django', 'accounts'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout.strip()) == ("", "[]")


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import django.db, os", ["django.db", "os"]),
        ("from django import db", ["django.db"]),
        ("def f():\n from games.models import Match", ["games.models.Match"]),
        ("if False:\n from ..models import Match", ["games.models.Match"]),
        ("from . import position", ["games.rules.position"]),
        ("import importlib\nimportlib.import_module('games.live')", ["importlib", "games.live"]),
        ("__import__(name)", ["?"]),
    ],
)
def test_imports_are_found_wherever_they_hide(source: str, found: list[str]) -> None:
    path = ROOT / "games" / "rules" / "example.py"
    assert [name for _, name in imported_by(source, path)] == found
