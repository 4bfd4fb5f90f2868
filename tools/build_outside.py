"""Build what games of other projects need: their sprites, and catalogues of their translations.

`python -m tools.build_outside`: `make setup` runs it, and the site when it starts. The result is in
the folder `outside` of the site's var folder, since installed packages may be read-only. It is
built again only if something changed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from games.engine.outside import games_outside

ROOT = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("TAVOLA_VAR") or ROOT / "var")
DECIDING = ("games/titles/*/emblems.txt", "games/titles/*/locale/*/*/*.po", "tools/*.txt")
"""What else decides what is built: names and messages that the site has are left out."""


def main(target: Path = VAR / "outside", root: Path = ROOT) -> list[str]:
    """Build what is missing or outdated; return what could not be built, in sentences."""
    folders, ready = folders_outside(), target / ".ready"
    state = _state(folders.values(), root)
    if (ready.read_text("utf-8") if ready.exists() else _state((), root)) == state:
        return []
    faults = [*_build_sprites(folders, target), *_build_catalogues(folders.values(), target, root)]
    if not faults:
        _write(ready, state.encode())
    return faults


def folders_outside() -> dict[str, Path]:
    """Return the folders of the games from EXTRA_TITLES and of installed ones, by their name."""
    extra = [name for name in os.environ.get("EXTRA_TITLES", "").split(",") if name]
    found = {}
    for package in dict.fromkeys((*extra, *games_outside().packages.values())):
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise SystemExit(f"EXTRA_TITLES: there is no package “{package}” on the path of Python")
        found[package.rpartition(".")[2]] = Path(spec.submodule_search_locations[0])
    return found


def _state(folders: Iterable[Path], root: Path) -> str:
    """Return the files that decide what is built, with their times and sizes, as text."""
    games = list(folders)
    files = [file for game in games for file in [game / "emblems.txt", *_catalogues(game)]]
    if games:
        files += [file for pattern in DECIDING for file in sorted(root.glob(pattern))]
    known = [(str(file), file.stat()) for file in files if file.exists()]
    return json.dumps([[name, stat.st_mtime_ns, stat.st_size] for name, stat in known])


def _catalogues(game: Path) -> list[Path]:
    return sorted(game.glob("locale/*/LC_MESSAGES/*.po"))


def _build_sprites(folders: Mapping[str, Path], target: Path) -> list[str]:
    from tools.build_assets import credits_of, read_emblems, read_lists, sprite

    sprites = target / "static" / "built"
    for old in sprites.glob("emblems-*.svg"):
        if old.stem.removeprefix("emblems-") not in folders:
            old.unlink()
    seen = {one.name for emblems in read_lists().values() for one in emblems}
    faults, credits = list[str](), list[dict[str, str]]()
    for name, folder in folders.items():
        try:
            emblems = read_emblems(folder / "emblems.txt", seen)
            if emblems:
                _write(sprites / f"emblems-{name}.svg", sprite(emblems).encode())
                credits += credits_of(emblems)
        except (SystemExit, OSError, ValueError, TypeError) as error:
            faults.append(f"The emblems of “{name}” are not built. {error}")
    _write(target / "credits.json", json.dumps(credits, indent=1).encode())
    return faults


def _build_catalogues(games: Iterable[Path], target: Path, root: Path) -> list[str]:
    """Merge the translations of all games to one catalogue a language.

    Messages that the site's games have are left out: theirs are as they were.
    """
    by_language: dict[str, list[Path]] = {}
    for game in games:
        for source in _catalogues(game):
            by_language.setdefault(source.parts[-3], []).append(source)
    faults = []
    for old in target.glob("locale/*/LC_MESSAGES/django.mo"):
        if old.parts[-3] not in by_language:
            old.unlink()
    for language, sources in by_language.items():
        try:
            merged = _merged(sources, root.glob(f"games/titles/*/locale/{language}/*/*.po"))
        except (OSError, ValueError) as error:
            faults.append(f"The translations to “{language}” are not built. {error}")
        else:
            _write(target / "locale" / language / "LC_MESSAGES" / "django.mo", merged)
    return faults


def _merged(sources: Iterable[Path], others: Iterable[Path]) -> bytes:
    import polib

    seen = {_key(entry) for other in others for entry in polib.pofile(str(other))}
    merged = polib.POFile()
    for source in sources:
        catalogue = polib.pofile(str(source))
        merged.metadata = merged.metadata or catalogue.metadata
        for entry in catalogue.translated_entries():
            if _key(entry) not in seen:
                seen.add(_key(entry))
                merged.append(entry)
    found: bytes = merged.to_binary()
    return found


def _key(entry: Any) -> tuple[str, str]:
    return entry.msgctxt or "", entry.msgid


def _write(path: Path, content: bytes) -> None:
    """Replace a file whole: several processes may build at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)


if __name__ == "__main__":
    sys.exit("\n".join(main(*map(Path, sys.argv[1:]))) or 0)
