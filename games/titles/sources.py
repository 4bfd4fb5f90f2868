"""Where something is in the source of a title: the file and the line that a report names."""

from __future__ import annotations

import ast
import inspect
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.engine.contract import Move, Position


@dataclass(frozen=True)
class Place:
    """A line in a file of a title."""

    file: Path
    line: int

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.name}:{self.line}"


def folder_of_rules(rules: type[Position]) -> Path:
    """Return the folder with the modules of the rules."""
    return Path(inspect.getfile(rules)).parent


def last_place(error: BaseException, folder: Path) -> Place | None:
    """Return the innermost line of a traceback in this folder or below."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_relative_to(folder) and frame.lineno is not None:
            return Place(file, frame.lineno)
    return None


def place_of(folder: Path, name: str) -> Place | None:
    """Return the line of the function of this name, or of the first call of this class."""
    for file, node in _nodes(folder):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return Place(file, node.lineno)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            return Place(file, node.lineno)
    return None


def effect_place(folder: Path, kind: str) -> Place | None:
    """Return the line at which an effect of this kind is made."""
    for file, node in _nodes(folder):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        first = node.args[0]
        if node.func.id == "Effect" and isinstance(first, ast.Constant) and first.value == kind:
            return Place(file, node.lineno)
    return None


def move_place(rules: type[Position], move: Move) -> Place | None:
    """Return the line of the function that carries out a move."""
    play = getattr(rules, "plays", {}).get(type(move))
    code = getattr(play, "__code__", None)
    return None if code is None else Place(Path(code.co_filename), code.co_firstlineno)


def class_place(what: type) -> Place:
    """Return the line at which a class begins."""
    return Place(Path(inspect.getfile(what)), inspect.getsourcelines(what)[1])


def foreign_imports(folder: Path, package: str) -> list[str]:
    """Return each import of a folder that rules must not have: its place and its module.

    Args:
        folder: The folder with the modules of the rules.
        package: The package of the title, whose own modules rules may import.
    """
    return [
        f"{Place(file, node.lineno)} imports {module}"
        for file, node in _nodes(folder)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for module in _imported(node)
        if module.partition(".")[0] not in sys.stdlib_module_names
        and not f"{module}.".startswith(("games.engine.", f"{package}."))
    ]


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the modules of an import; none for a relative one."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if node.module and not node.level else []


def _nodes(folder: Path) -> Iterator[tuple[Path, ast.AST]]:
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(_parsed(file, file.stat().st_mtime_ns)):
            yield file, node


@cache
def _parsed(file: Path, changed: int) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))
