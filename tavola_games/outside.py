"""Games of other projects in this package: found by their entry points `tavola.games`.

A game is written once, for the site, where the engine is `games.engine`. In the wheel the engine is
a part of this package, so `answer_to_names` lets the imports of such games find it there. Each
module is loaded once, under its real name; a package `games` of another project stays what it is.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from types import ModuleType

from games import engine
from games.engine.core import Core
from games.engine.outside import games_outside, why

ENGINE = engine.__name__
"""The engine's name here: in the wheel the one of this package."""
SITE = "games"
SITE_ENGINE = ".".join((SITE, "engine"))
"""The engine's name on a site."""
NO_CORE = "“{package}” has no module “core”. Programs need one: CORE = Core(rules=(…,))."


class EngineFinder(MetaPathFinder, Loader):
    """Finds the engine by the name that it has on a site.

    It is asked before all other finders: they would load the modules of the engine again.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == SITE:
            other = PathFinder.find_spec(SITE) is not None
            return None if other else ModuleSpec(name, self, is_package=True)
        return ModuleSpec(name, self) if self._here(name) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        if spec.name == SITE:
            return None
        module = import_module(self._here(spec.name))
        # Importing a module sets this to the spec it was asked for.
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ != SITE:
            module.__spec__ = self._spec

    def _here(self, name: str) -> str:
        """Return the real name of a module of the engine; "" for any other."""
        inside = name == SITE_ENGINE or name.startswith(f"{SITE_ENGINE}.")
        here = ENGINE + name.removeprefix(SITE_ENGINE)
        return here if inside and find_spec(here) is not None else ""


def answer_to_names() -> None:
    """Let games import the engine by the name that it has on a site."""
    if ENGINE != SITE_ENGINE and not any(isinstance(one, EngineFinder) for one in sys.meta_path):
        sys.meta_path.insert(0, EngineFinder())


def outside_cores(taken: Collection[str]) -> tuple[dict[str, Core], dict[str, str]]:
    """Return the cores of the installed games by slug, and why others are left out, by name.

    Args:
        taken: The slugs of the games of this package.
    """
    answer_to_names()
    found = games_outside(taken)
    cores: dict[str, Core] = {}
    for slug, package in found.packages.items():
        try:
            if find_spec(f"{package}.core") is None:
                found.broken[slug] = NO_CORE.format(package=package)
                continue
            core = import_module(f"{package}.core").CORE
            if core.game.slug != slug:
                raise ValueError(f"the slug of its rules is “{core.game.slug}”.")
        except Exception as error:
            found.broken[slug] = why(error)
        else:
            cores[slug] = core
    return cores, found.broken
