"""The games of the package: every title that has a `core.py`."""

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


@cache
def _cores() -> dict[str, Core]:
    """Every core by its slug, in the order of the alphabet."""
    found: dict[str, Core] = {}
    for module in iter_modules(titles.__path__, f"{titles.__name__}."):
        if module.ispkg and find_spec(f"{module.name}.core") is not None:
            core: Core = import_module(f"{module.name}.core").CORE
            found[core.game.slug] = core
    return dict(sorted(found.items()))


RULES: RulesByVersion = {
    (rules.game.slug, rules.game.rules): rules for core in _cores().values() for rules in core.rules
}
"""The rules of every game by slug and version, as records are read with them."""


def slugs() -> list[str]:
    """Every game by its slug."""
    return list(_cores())


def core_of(slug: str) -> Core:
    """The core of a game; BadRecord for an unknown one."""
    core = _cores().get(slug)
    if core is None:
        raise BadRecord("There is no game “{game}” here.", game=slug)
    return core


def game(slug: str) -> Game:
    """What a game is called, how many play it and what can be agreed; BadRecord."""
    return core_of(slug).game


def newest(slug: str) -> type[Position]:
    """The newest rules of a game; BadRecord."""
    return core_of(slug).newest


def bot_levels(slug: str) -> list[str]:
    """The levels a game's bots play at, the weakest first; BadRecord."""
    return [bot.level for bot in core_of(slug).bots]


def bot(slug: str, level: str) -> Bot:
    """The bot of a game at a level; BadRecord."""
    for known in core_of(slug).bots:
        if known.level == level:
            return known
    raise BadRecord("No bot plays {game} at level “{level}”.", game=slug, level=level)


def referee() -> Referee:
    """The referee of all these games."""
    judges = {name: own for core in _cores().values() for name, own in core.judges.items()}
    return Referee(slugs(), RULES, newest, judges)
