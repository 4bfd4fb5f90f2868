"""Build the wheel `tavola-games`: `python tools/build_wheel.py [FOLDER]`, var/wheel by default.

The sources stay in the site's folders, and are copied into one package. There `games.engine` is
`tavola_games.engine`, and `core.refusals` is `tavola_games.refusals`
(docs/decisions/0043-wheel.md). The build changes only the names after `from` and `import`. It stops
if anything else in a module would lead out of the package.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "tavola_games"
TITLE_PARTS = ("__init__.py", "core.py", "arrays.py", "rules", "bots")
"""The parts of a title with a `core.py` that need only Python."""
DATA = (".py", ".json", ".typed")
IMPORT = re.compile(r"^(\s*(?:from|import) )(games|core\.refusals)\b(\.|(?= ))", re.MULTILINE)
MOVED = {"games": f"{PACKAGE}.", "core.refusals": f"{PACKAGE}.refusals"}
OURS = ("core", "games")
SAME_BYTES = {"SOURCE_DATE_EPOCH": "315532800", "PYTHONDONTWRITEBYTECODE": "1"}
"""Makes the wheel reproducible: all times in it are the first that a zip can hold."""


def sources() -> Iterator[tuple[Path, Path]]:
    """Yield each file of the package, and its place in it."""
    for path in _files(ROOT / PACKAGE):
        yield path, path.relative_to(ROOT / PACKAGE)
    yield ROOT / "core/refusals/__init__.py", Path("refusals/__init__.py")
    # The tests of the contract need pytest.
    for path in _files(ROOT / "games/engine"):
        if "testing" not in path.relative_to(ROOT / "games/engine").parts:
            yield path, path.relative_to(ROOT / "games")
    yield ROOT / "games/titles/__init__.py", Path("titles/__init__.py")
    for core in sorted((ROOT / "games/titles").glob("*/core.py")):
        for part in TITLE_PARTS:
            for path in _files(core.parent / part):
                yield path, path.relative_to(ROOT / "games")


def _files(path: Path) -> list[Path]:
    found = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [one for one in found if one.is_file() and one.suffix in DATA]


def moved(source: str) -> str:
    """Return the source of a module as it is in the package."""
    return IMPORT.sub(_moved_name, source)


def _moved_name(found: re.Match[str]) -> str:
    before, name, after = found.groups()
    if name == "games":
        # `from games import titles` has no dot after the name.
        return f"{before}{MOVED[name] if after else PACKAGE}"
    return f"{before}{MOVED[name]}{after}"


def leads_out(source: str) -> list[str]:
    """Return the imports and strings that still name a module of the repository."""
    found = []
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value] if re.fullmatch(r"(core|games)\.[\w.]+", node.value) else []
        found += [name for name in names if name.partition(".")[0] in OURS]
    return found


def gather(folder: Path) -> None:
    """Copy the sources of the wheel into a folder."""
    for path, place in sources():
        target = folder / PACKAGE / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".py":
            shutil.copyfile(path, target)
            continue
        source = moved(path.read_text("utf-8"))
        if wrong := leads_out(source):
            raise SystemExit(f"{path.relative_to(ROOT)} names {', '.join(wrong)}.")
        target.write_text(source, "utf-8")
    shutil.copyfile(ROOT / PACKAGE / "pyproject.toml", folder / "pyproject.toml")
    site = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (folder / "VERSION").write_text(site["project"]["version"], "utf-8")
    shutil.copyfile(ROOT / "docs/package.md", folder / "README.md")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")


def build(target: Path) -> Path:
    """Build the wheel into a folder, without downloads, and return its path."""
    with tempfile.TemporaryDirectory() as name:
        gathered = Path(name) / "gathered"
        gather(gathered)
        made = Path(name) / "made"
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
        offline = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(made)]
        command = [*pip, *offline, str(gathered)]
        subprocess.run(command, check=True, env={**os.environ, **SAME_BYTES})  # noqa: S603
        (wheel,) = made.glob("*.whl")
        target.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copyfile(wheel, target / wheel.name))


if __name__ == "__main__":
    parser = ArgumentParser(description="Build the wheel of the package tavola-games.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "var/wheel")
    print(build(parser.parse_args().folder))  # noqa: T201
