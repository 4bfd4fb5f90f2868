"""Build emblems, fonts and browser code from node_modules into static/built."""

import json
import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

ROOT = Path(__file__).resolve().parent.parent
EMBLEMS = ROOT / "tools" / "emblems.txt"
EXTRA_TITLES = [name for name in os.environ.get("EXTRA_TITLES", "").split(",") if name]
"""Packages of games from elsewhere, as in the settings."""
MODULES = ROOT / "node_modules"
BUILT = ROOT / "static" / "built"
# On the tab's icon while a table waits; with an edge, so that it stands out on any bar.
DOT = '<circle cx="392" cy="120" r="104" fill="#d9480f" stroke="#fff" stroke-width="24"/>'

FONTS = "@fontsource-variable"
COPIES = {
    "fraunces.woff2": f"{FONTS}/fraunces/files/fraunces-latin-full-normal.woff2",
    "fraunces-ext.woff2": f"{FONTS}/fraunces/files/fraunces-latin-ext-full-normal.woff2",
    "inter.woff2": f"{FONTS}/inter/files/inter-latin-wght-normal.woff2",
    "inter-ext.woff2": f"{FONTS}/inter/files/inter-latin-ext-wght-normal.woff2",
    "idiomorph-ext.min.js": "idiomorph/dist/idiomorph-ext.min.js",
}
PACKAGES = [
    "@iconify-json/game-icons",
    "@fontsource-variable/fraunces",
    "@fontsource-variable/inter",
    "@fontsource-variable/noto-sans-kr",
    "idiomorph",
]
CREDITED = ("name", "version", "license", "homepage")


class Emblem(NamedTuple):
    name: str
    icon: str  # "own" for those drawn here
    rest: str = ""  # its author, or the path of our own


def lists() -> list[Path]:
    """The site's own list of emblems, and one of each game that brings some."""
    folders = [*sorted((ROOT / "games" / "titles").iterdir()), *map(folder_of, EXTRA_TITLES)]
    return [EMBLEMS, *(path for folder in folders if (path := folder / "emblems.txt").exists())]


def folder_of(package: str) -> Path:
    """The folder of a game from elsewhere."""
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise SystemExit(f"EXTRA_TITLES: there is no package “{package}” on the path of Python")
    return Path(found.submodule_search_locations[0])


def read_lists() -> list[Emblem]:
    """All emblems; of several with one name the first."""
    found: dict[str, Emblem] = {}
    for path in lists():
        for line in path.read_text("utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                name, icon, *rest = line.strip().split(maxsplit=2)
                found.setdefault(name, Emblem(name, icon, *rest))
    return list(found.values())


def body(
    emblem: Emblem, icons: dict[str, dict[str, str]], aliases: dict[str, dict[str, str]]
) -> str:
    if emblem.icon == "own":
        return f'<path fill="currentColor" fill-rule="evenodd" d={quoteattr(emblem.rest)}/>'
    icon = icons.get(emblem.icon) or icons.get(aliases.get(emblem.icon, {}).get("parent", ""))
    if icon is None:
        raise SystemExit(
            f"tools/emblems.txt: game-icons has no “{emblem.icon}” (for {emblem.name})"
        )
    return icon["body"]


def sprite(emblems: list[Emblem], modules: Path) -> str:
    found = json.loads((modules / "@iconify-json/game-icons/icons.json").read_text("utf-8"))
    symbols = [
        f'<symbol id="emblem-{emblem.name}" viewBox="0 0 512 512">'
        f"{body(emblem, found['icons'], found.get('aliases', {}))}</symbol>"
        for emblem in emblems
    ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])


def icon(emblems: list[Emblem], mark: str = "") -> str:
    """The browser tab's icon: the site's own emblem in green."""
    (path,) = (emblem.rest for emblem in emblems if emblem.name == "tavola")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
        "<style>path{fill:#2c5f47}@media (prefers-color-scheme:dark){path{fill:#93cdaa}}</style>"
        f'<path fill-rule="evenodd" d={quoteattr(path)}/>{mark}</svg>\n'
    )


def build(target: Path = BUILT, modules: Path = MODULES) -> None:
    emblems = read_lists()
    target.mkdir(parents=True, exist_ok=True)
    (target / "emblems.svg").write_text(sprite(emblems, modules), "utf-8")
    (target / "icon.svg").write_text(icon(emblems), "utf-8")
    (target / "icon-turn.svg").write_text(icon(emblems, DOT), "utf-8")
    for name, source in COPIES.items():
        shutil.copyfile(modules / source, target / name)
    packages = [
        json.loads((modules / name / "package.json").read_text("utf-8")) for name in PACKAGES
    ]
    credits = {
        "emblems": [
            {"name": e.name, "icon": e.icon, "author": "" if e.icon == "own" else e.rest}
            for e in emblems
        ],
        "packages": [{key: str(one.get(key, "")) for key in CREDITED} for one in packages],
    }
    (target / "credits.json").write_text(json.dumps(credits, indent=1), "utf-8")
    (target / ".ready").touch()


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
