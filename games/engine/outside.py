"""Games from other projects that are installed with pip: the entry points `tavola.games`.

    [project.entry-points."tavola.games"]
    mygame = "my_package"

The name is the game's slug and the value is its package, for a site a Django app with a `title.py`,
for programs a package with a `core.py`. An entry point that cannot be used is left out, and named
with its reason, so that everything else still works.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec

GROUP = "tavola.games"
MOST = 50
"""Games from outside that one environment offers."""
WORDS = 200
"""The most characters of an error that are repeated."""
SLUG = re.compile(r"[a-z][a-z0-9]{1,19}")
PACKAGE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
UNWANTED = ("apps", "models", "migrations")
"""Modules with which a package would be more than a game for the site."""


@dataclass(frozen=True)
class Outside:
    """The installed games from outside."""

    packages: dict[str, str] = field(default_factory=dict)
    """The package of each game, by slug in alphabetical order."""
    broken: dict[str, str] = field(default_factory=dict)
    """Why an entry point is left out, by its name: one sentence."""


def games_outside(taken: Collection[str] = ()) -> Outside:
    """Return the games that installed packages offer.

    Args:
        taken: Names that slugs and packages must not have, because others have them.
    """
    found, known = Outside(), set(taken)
    for point in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        name = point.name[:WORDS]
        if reason := _reason_against(point, known, len(found.packages)):
            found.broken.setdefault(name, reason)
        else:
            found.packages[name] = point.value
            known |= {name, point.value.rpartition(".")[2]}
    return found


def importable(packages: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Return the packages that Python imports; and why others are left out, by their last names."""
    found, broken = list[str](), dict[str, str]()
    for package in packages:
        try:
            import_module(package)
        except Exception as error:
            broken[package.rpartition(".")[2]] = why(error)
        else:
            found.append(package)
    return found, broken


def _reason_against(point: EntryPoint, known: Collection[str], count: int) -> str:
    """Return why an entry point cannot be used; "" if it can."""
    name, package = point.name, point.value
    if not SLUG.fullmatch(name):
        return "A name has 2 to 20 lower-case letters and digits, a letter first."
    if not PACKAGE.fullmatch(package):
        return f"“{package[:WORDS]}” isn’t the name of a package."
    if taken := {name, package.rpartition(".")[2]} & {*known}:
        return f"The name “{min(taken)}” is taken."
    if count >= MOST:
        return f"There are {MOST} games from outside already."
    try:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            return f"Python finds no package “{package}”."
        import_module(package)
        for module in UNWANTED:
            if find_spec(f"{package}.{module}") is not None:
                return f"“{package}” has a module “{module}”, and a game must not."
    except Exception as error:
        return why(error)
    return ""


def why(error: Exception) -> str:
    """Return the error of a game in one short sentence."""
    text = " ".join(f"{error}".split())
    return f"It raises {type(error).__name__}: {text}"[:WORDS].rstrip(" .") + "."
