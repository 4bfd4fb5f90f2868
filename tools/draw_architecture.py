"""Fill the parts of docs/architecture.md that come from the code: code, packages, tables.

A part stands between two comments and is replaced:

    <!-- drawn: code games/matches/services/execute.py execute -->
    <!-- end -->

`python -m tools.draw_architecture` writes the page. A test compares it with the code.
"""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections.abc import Callable, Iterable
from graphlib import TopologicalSorter
from pathlib import Path
from textwrap import dedent

import django
import grimp
from django.apps import AppConfig, apps
from django.db.models import Field, Model

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
PART = re.compile(r"(<!-- drawn: (\w+)([^\n]*) -->\n).*?(<!-- end -->)", re.DOTALL)
GROUPS = ("core", "games")
"""Root packages that are drawn as their subpackages."""
ON_TOP = {"bench", "config", "games.api_urls", "games.routing", "games.urls", "tavola_games"}
"""Packages on top of all others; they are left out of the drawing."""


def code(path: str, name: str) -> str:
    """Return the source of a function, a class or a method (`Class.method`), without docstrings."""
    source = (ROOT / path).read_text("utf-8")
    node: ast.AST = ast.parse(source)
    for part in name.split("."):
        node = next(child for child in ast.walk(node) if getattr(child, "name", None) == part)
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    decorated = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    skipped = {line for part in ast.walk(node) for line in _docstring_lines(part)}
    assert node.end_lineno is not None
    kept = [
        line
        for number, line in enumerate(source.splitlines(), start=1)
        if decorated <= number <= node.end_lineno and number not in skipped
    ]
    text = re.sub(r":\n\n+", ":\n", dedent("\n".join(kept)))
    return f"```python\n{text}\n```\n"


def _docstring_lines(node: ast.AST) -> range:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return range(0)
    first = node.body[0]
    if ast.get_docstring(node) is None or first.end_lineno is None:
        return range(0)
    return range(first.lineno, first.end_lineno + 1)


def packages() -> str:
    """Return the packages as a Mermaid diagram: an arrow for each import that no path implies."""
    imports = package_imports()
    below: dict[str, set[str]] = {}
    for package in TopologicalSorter(imports).static_order():
        direct = imports[package]
        below[package] = direct.union(*(below[other] for other in direct))
    arrows = sorted(
        (package, other)
        for package, direct in imports.items()
        for other in direct
        if not any(other in below[third] for third in direct)
    )
    lines = [f"    {package} --> {other}" for package, other in arrows]
    return "\n".join(["```mermaid", "flowchart TD", *lines, "```", ""])


def purposes() -> str:
    """Return the packages as a Markdown table with their docstrings, those on top first."""
    imports = package_imports()
    levels: dict[str, int] = {}
    for package in TopologicalSorter(imports).static_order():
        levels[package] = 1 + max((levels[other] for other in imports[package]), default=0)
    lines = ["| package | what it is for |", "|---|---|"]
    for package in sorted(levels, key=lambda each: (-levels[each], each)):
        lines.append(f"| `{package}` | {_purpose_of(package)} |")
    return "\n".join([*lines, ""])


def _purpose_of(package: str) -> str:
    path = ROOT.joinpath(*package.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    return docstring.split("\n\n")[0].replace("\n", " ")


def package_imports() -> dict[str, set[str]]:
    """Return each package with the packages that it imports, also for types only."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    graph = grimp.build_graph(
        *settings["tool"]["importlinter"]["root_packages"],
        exclude_type_checking_imports=False,
        cache_dir=None,
    )
    imports: dict[str, set[str]] = {}
    for module in graph.modules:
        package = _package_of(module)
        if package in ON_TOP or package in GROUPS:
            continue
        found = imports.setdefault(package, set())
        for imported in graph.find_modules_directly_imported_by(module):
            other = _package_of(imported)
            if other != package and other not in ON_TOP:
                found.add(other)
    return imports


def _package_of(module: str) -> str:
    parts = module.split(".")
    return ".".join(parts[: 2 if parts[0] in GROUPS else 1])


def relations() -> str:
    """Return the references between tables as a Mermaid diagram, without those to users."""
    from accounts.models import User

    lines = []
    for model in _models():
        for field, target in _references(model):
            if target is not User:
                left = "|o" if field.null else "||"
                right = "o|" if field.one_to_one else "o{"
                names = target.__name__, model.__name__, field.name
                lines.append("    {} {}--{} {} : {}".format(names[0], left, right, *names[1:]))
    return "\n".join(["```mermaid", "erDiagram", *lines, "```", ""])


def tables() -> str:
    """Return all tables as a Markdown table: app, model, purpose, references."""
    lines = ["| app | model | what a row is | refers to |", "|---|---|---|---|"]
    for model in _models():
        purpose = (model.__doc__ or "").split("\n\n")[0].replace("\n", " ").strip()
        targets = ", ".join(dict.fromkeys(each.__name__ for _field, each in _references(model)))
        label = model._meta.app_label
        lines.append(f"| `{label}` | `{model.__name__}` | {purpose} | {targets or '–'} |")
    return "\n".join([*lines, ""])


def _models() -> list[type[Model]]:
    return [model for app in _own_apps() for model in app.get_models()]


def _own_apps() -> Iterable[AppConfig]:
    environment = ROOT / ".venv"
    for app in apps.get_app_configs():
        path = Path(app.path)
        if path.is_relative_to(ROOT) and not path.is_relative_to(environment):
            yield app


def _references(model: type[Model]) -> list[tuple[Field[object, object], type[Model]]]:
    return [
        (field, field.related_model)
        for field in model._meta.fields
        if isinstance(field.related_model, type)
    ]


PARTS: dict[str, Callable[..., str]] = {
    "code": code,
    "packages": packages,
    "purposes": purposes,
    "relations": relations,
    "tables": tables,
}


def filled(page: str) -> str:
    """Return the page with every part drawn again."""

    def draw(part: re.Match[str]) -> str:
        return part[1] + PARTS[part[2]](*part[3].split()) + part[4]

    return PART.sub(draw, page)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
