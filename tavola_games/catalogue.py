"""The games of the package: every title with a `core.py`, and the installed games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from games import titles
from games.engine.bots import Bot
from games.engine.contract import Game, Position
from games.engine.core import Core
from games.engine.record import RulesByVersion
from games.engine.referee_command import Referee
from games.engine.refusals import BadRecord
from tavola_games.outside import outside_cores


@cache
def _own_cores() -> dict[str, Core]:
    """Return the cores of this project's games by slug."""
    found: dict[str, Core] = {}
    for module in iter_modules(titles.__path__, f"{titles.__name__}."):
        if module.ispkg and find_spec(f"{module.name}.core") is not None:
            core: Core = import_module(f"{module.name}.core").CORE
            found[core.game.slug] = core
    return found


@cache
def _outside_cores() -> tuple[dict[str, Core], dict[str, str]]:
    return outside_cores(_own_cores())


@cache
def _cores() -> dict[str, Core]:
    """Return every core by slug, in alphabetical order."""
    return dict(sorted((_own_cores() | _outside_cores()[0]).items()))


RULES: RulesByVersion = {
    (rules.game.slug, rules.game.rules): rules for core in _cores().values() for rules in core.rules
}
"""The rules of every game by slug and version, for reading records."""


def slugs() -> list[str]:
    """Return the slugs of all games."""
    return list(_cores())


def broken_games() -> dict[str, str]:
    """Return why installed games are left out, by the names of their entry points."""
    return dict(_outside_cores()[1])


def core_of(slug: str) -> Core:
    """Return the core of a game.

    Raises:
        BadRecord: The package does not have the game.
    """
    core = _cores().get(slug)
    if core is None:
        raise BadRecord("There is no game “{game}” here.", game=slug)
    return core


def game(slug: str) -> Game:
    """Return the name, the seats and the options of a game.

    Raises:
        BadRecord: The package does not have the game.
    """
    return core_of(slug).game


def newest(slug: str) -> type[Position]:
    """Return the newest rules of a game.

    Raises:
        BadRecord: The package does not have the game.
    """
    return core_of(slug).newest


def bot_levels(slug: str) -> list[str]:
    """Return the levels of a game's bots, the weakest first.

    Raises:
        BadRecord: The package does not have the game.
    """
    return [bot.level for bot in core_of(slug).bots]


def bot(slug: str, level: str) -> Bot:
    """Return the bot of a game at a level.

    Raises:
        BadRecord: There is no such game or level.
    """
    for known in core_of(slug).bots:
        if known.level == level:
            return known
    raise BadRecord("No bot plays {game} at level “{level}”.", game=slug, level=level)


def referee() -> Referee:
    """Return the referee for all these games."""
    judges = {name: own for core in _cores().values() for name, own in core.judges.items()}
    return Referee(slugs(), RULES, newest, judges)
