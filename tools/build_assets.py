"""Build emblems, fonts and browser code from node_modules into static/built."""

import json
import re
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from string import ascii_letters, digits, punctuation
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

import resvg_py
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from tools.outlines import rounded

ROOT = Path(__file__).resolve().parent.parent
EMBLEMS = ROOT / "tools" / "emblems.txt"
ICONS = ROOT / "tools" / "icons.txt"
MODULES = ROOT / "node_modules"
BUILT = ROOT / "static" / "built"
# Shown on the tab's icon while a table waits; its edge makes it visible on any tab bar.
DOT = '<circle cx="392" cy="120" r="104" fill="#d9480f" stroke="#fff" stroke-width="24"/>'

# Pictures of the site's emblem, for home screens and notifications, which cannot show SVG.
GREEN, CREAM, WHITE = "#2c5f47", "#f7f2e8", "#fff"
FIELD = 512
"""The width and height of the field on which emblems are drawn."""
SQUARE = "M0 0h512v512h-512z"
ROUNDED = (
    "M112 0h288a112 112 0 0 1 112 112v288a112 112 0 0 1-112 112h-288"
    "a112 112 0 0 1-112-112v-288a112 112 0 0 1 112-112z"
)

DRAWN = ("own", "line")
"""Emblems that are drawn for this site."""
LINE = (
    'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" '
    'stroke-linejoin="round"'
)

FONTS = "@fontsource-variable"
COPIES = {
    "idiomorph-ext.min.js": "idiomorph/dist/idiomorph-ext.min.js",
    "swagger-ui.js": "swagger-ui-dist/swagger-ui-bundle.js",
    "swagger-ui.css": "swagger-ui-dist/swagger-ui.css",
}
# Names a file that is not served, which would stop `collectstatic`.
SOURCE_MAP = re.compile(r"\s*(//|/\*)# sourceMappingURL=.*\s*\Z")
Axes = dict[str, float | tuple[int, int]]
# Only the axes that the stylesheets use: each further one adds kilobytes to every page.
TITLE_AXES: Axes = {"SOFT": 70, "WONK": 0, "opsz": 36, "wght": 640}
TEXT_AXES: Axes = {"wght": (400, 700)}
FONT_FILES = {
    "fraunces.woff2": ("fraunces/files/fraunces-latin-full-normal.woff2", TITLE_AXES),
    "fraunces-ext.woff2": ("fraunces/files/fraunces-latin-ext-full-normal.woff2", TITLE_AXES),
    "inter.woff2": ("inter/files/inter-latin-wght-normal.woff2", TEXT_AXES),
    "inter-ext.woff2": ("inter/files/inter-latin-ext-wght-normal.woff2", TEXT_AXES),
}
FEATURES = ["liga", "tnum", "rvrn"]
WITH_VARIATIONS = 0x00010003
"""The version of a table of glyph definitions that says how kerning changes with the weight."""
# Only these letters and signs are kerned: pairs of others are rare.
KERNED = ascii_letters + digits + punctuation + " ÄÖÜäöüß–“”„’…"
PACKAGES = [
    "@iconify-json/game-icons",
    "@fontsource-variable/fraunces",
    "@fontsource-variable/inter",
    "@fontsource-variable/noto-sans-kr",
    "idiomorph",
    "swagger-ui-dist",
]
CREDITED = ("name", "version", "license", "homepage")


class Emblem(NamedTuple):
    name: str
    icon: str  # its name in game-icons, or "own" or "line" if it is drawn for this site
    rest: str = ""  # its author, or the SVG path of our own


class Icon(NamedTuple):
    name: str
    meaning: str
    path: str  # its lines, on a grid of 20


def read_icons() -> list[Icon]:
    """Return the icons of the interface, each with its only meaning."""
    lines = ICONS.read_text("utf-8").splitlines()
    return [Icon(*line.split(" | ")) for line in lines if line and not line.startswith("#")]


def lists() -> list[Path]:
    """Return the list of the site's emblems, and those of the games that have one."""
    folders = sorted((ROOT / "games" / "titles").iterdir())
    return [EMBLEMS, *(path for folder in folders if (path := folder / "emblems.txt").exists())]


def read_lists() -> dict[str, list[Emblem]]:
    """Return the emblems of each sprite, by its name; of several with one name, only the first.

    A table loads the site's sprite and that of its game.
    """
    seen: set[str] = set()
    sprites: dict[str, list[Emblem]] = {}
    for path in lists():
        sprite_name = "emblems" if path == EMBLEMS else f"emblems-{path.parent.name}"
        icons = read_icons() if path == EMBLEMS else []
        seen.update(icon.name for icon in icons)
        drawn = [Emblem(icon.name, "line", icon.path) for icon in icons]
        sprites[sprite_name] = drawn + read_emblems(path, seen)
    return sprites


def read_emblems(path: Path, seen: set[str]) -> list[Emblem]:
    """Return the emblems of a list whose names are not in `seen`, and add their names to it."""
    emblems = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        if line.strip() and not line.startswith("#"):
            name, icon, *rest = line.strip().split(maxsplit=2)
            if name not in seen:
                seen.add(name)
                emblems.append(Emblem(name, icon, *rest))
    return emblems


def body(
    emblem: Emblem, icons: dict[str, dict[str, str]], aliases: dict[str, dict[str, str]]
) -> str:
    if emblem.icon == "line":
        return f"<path {LINE} d={quoteattr(emblem.rest)}/>"
    if emblem.icon == "own":
        return f'<path fill="currentColor" fill-rule="evenodd" d={quoteattr(emblem.rest)}/>'
    icon = icons.get(emblem.icon) or icons.get(aliases.get(emblem.icon, {}).get("parent", ""))
    if icon is None:
        raise SystemExit(
            f"tools/emblems.txt: game-icons has no “{emblem.icon}” (for {emblem.name})"
        )
    return icon["body"]


def lean(body: str) -> str:
    """Round the outlines of an emblem to whole steps where that is shorter."""
    return re.sub(r' d="([^"]+)"', lambda d: f' d="{min(d[1], rounded(d[1]), key=len)}"', body)


def sprite(emblems: list[Emblem], modules: Path = MODULES) -> str:
    found: dict[str, dict[str, Any]] = {"icons": {}}
    if any(emblem.icon not in DRAWN for emblem in emblems):
        found = json.loads((modules / "@iconify-json/game-icons/icons.json").read_text("utf-8"))
    symbols = []
    for emblem in emblems:
        drawn = body(emblem, found["icons"], found.get("aliases", {}))
        side, drawn = (20, drawn) if emblem.icon == "line" else (512, lean(drawn))
        box = f'viewBox="0 0 {side} {side}"'
        symbols.append(f'<symbol id="emblem-{emblem.name}" {box}>{drawn}</symbol>')
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])


def credits_of(emblems: Iterable[Emblem]) -> list[dict[str, str]]:
    """Return the emblems with their authors, for the page of credits."""
    return [
        {"name": one.name, "icon": one.icon, "author": "" if one.icon in DRAWN else one.rest}
        for one in emblems
    ]


def own_outline(emblems: list[Emblem]) -> str:
    (path,) = (emblem.rest for emblem in emblems if emblem.name == "tavola")
    return path


def icon(outline: str, mark: str = "") -> str:
    """Return the icon for browser tabs: the site's emblem in green."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
        "<style>path{fill:#2c5f47}@media (prefers-color-scheme:dark){path{fill:#93cdaa}}</style>"
        f'<path fill-rule="evenodd" d={quoteattr(outline)}/>{mark}</svg>\n'
    )


def pictures(outline: str) -> dict[str, bytes]:
    """Return the emblem for home screens and notifications, by file name.

    Devices show at least a circle of four fifths of a maskable icon. A badge is white on
    transparent ground.
    """

    def drawn(size: int, ground: str, share: float, colour: str = CREAM) -> bytes:
        at = (FIELD - FIELD * share) / 2
        return resvg_py.svg_to_bytes(
            svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {FIELD} {FIELD}">'
            f'<path fill="{GREEN}" d="{ground}"/>'
            f'<path fill="{colour}" fill-rule="evenodd" d={quoteattr(outline)} '
            f'transform="translate({at} {at}) scale({share})"/></svg>',
            width=size,
            skip_system_fonts=True,
        )

    return {
        "icon-192.png": drawn(192, ROUNDED, 0.72),
        "icon-512.png": drawn(512, ROUNDED, 0.72),
        "icon-maskable-512.png": drawn(512, SQUARE, 0.54),
        "apple-touch-icon.png": drawn(180, SQUARE, 0.66),
        "badge.png": drawn(96, "", 0.92, WHITE),
    }


def lean_font(source: Path, axes: Axes) -> bytes:
    """Cut a font down to these axes and the features that pages use, with all its characters."""
    font, kerned = TTFont(source), TTFont(source)
    # Cutting first leaves less to instantiate.
    cut_down(font, font.getBestCmap(), FEATURES)
    cut_down(kerned, map(ord, KERNED), [*FEATURES, "kern"])
    for one in (font, kerned):
        instancer.instantiateVariableFont(one, axes, inplace=True)
    if "GPOS" in kerned:
        font["GPOS"] = kerned["GPOS"]
        if "GDEF" in kerned and (varied := kerned["GDEF"].table).Version >= WITH_VARIATIONS:
            font["GDEF"].table.VarStore = varied.VarStore
            font["GDEF"].table.Version = WITH_VARIATIONS
    font.flavor, written = "woff2", BytesIO()
    font.save(written)
    return written.getvalue()


def cut_down(font: TTFont, letters: Iterable[int], features: list[str]) -> None:
    """Remove from a font what these letters do not need."""
    options = subset.Options(layout_features=features, hinting=False, glyph_names=True)
    # Copyright, family, style, and the name that resvg wants; browsers need none.
    options.name_IDs = [0, 1, 2, 6]
    options.drop_tables += ["STAT", "gasp"]
    cut = subset.Subsetter(options)
    cut.populate(unicodes=letters)
    cut.subset(font)


def build(target: Path = BUILT, modules: Path = MODULES) -> None:
    sprites = read_lists()
    outline = own_outline(sprites["emblems"])
    target.mkdir(parents=True, exist_ok=True)
    for name, emblems in sprites.items():
        (target / f"{name}.svg").write_text(sprite(emblems, modules), "utf-8")
    (target / "icon.svg").write_text(icon(outline), "utf-8")
    (target / "icon-turn.svg").write_text(icon(outline, DOT), "utf-8")
    for name, picture in pictures(outline).items():
        (target / name).write_bytes(picture)
    for name, source in COPIES.items():
        code = SOURCE_MAP.sub("\n", (modules / source).read_text("utf-8"))
        (target / name).write_text(code, "utf-8")
    for name, (source, axes) in FONT_FILES.items():
        (target / name).write_bytes(lean_font(modules / FONTS / source, axes))
    packages = [
        json.loads((modules / name / "package.json").read_text("utf-8")) for name in PACKAGES
    ]
    credits = {
        "emblems": [one for emblems in sprites.values() for one in credits_of(emblems)],
        "packages": [{key: str(one.get(key, "")) for key in CREDITED} for one in packages],
    }
    (target / "credits.json").write_text(json.dumps(credits, indent=1), "utf-8")
    (target / ".ready").touch()


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
