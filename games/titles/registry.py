"""The games of this site: every installed app with a module `title.py`.

A game from elsewhere that cannot be loaded is left out (games/engine/outside.py). Every
version of a game's rules stays registered, so that old records replay as they were played.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path

from django.apps import AppConfig, apps
from django.conf import settings
from django.utils.module_loading import module_has_submodule
from django.utils.translation import gettext as _

from games.engine.bots import Bot
from games.engine.contract import Game, Position
from games.engine.judge import Judge
from games.engine.outside import why
from games.engine.refusals import BadRecord, noted
from games.engine.review import Reviewer
from games.titles.contract import CharacterWords, Found, Title

logger = logging.getLogger(__name__)
MOST_LISTED = 12
"""The most games that the refusal of an unknown one lists."""
SCOUTED = 12
"""The tries of a slow bot are divided by this where it only proposes moves."""


@cache
def _looked_up() -> tuple[dict[str, Found], dict[str, str]]:
    """Return every title by slug, in list order; and why games from outside are left out."""
    outside = {package: name for name, package in settings.OUTSIDE_TITLES.packages.items()}
    found, broken = list[Found](), dict(settings.OUTSIDE_TITLES.broken)
    for app in apps.get_app_configs():
        if app.name in outside:
            name = outside[app.name]
            try:
                found.append(_from_outside(app, name))
            except Exception as error:
                broken[name] = f"{error}" if isinstance(error, _Unfit) else why(error)
        elif app.module is not None and module_has_submodule(app.module, "title"):
            try:
                found.append(Found(import_module(f"{app.name}.title").TITLE, Path(app.path)))
            except Exception as error:
                if app.name not in settings.EXTRA_TITLES:
                    raise
                broken[app.name.rpartition(".")[2]] = why(error)
    for name, reason in broken.items():
        logger.error("The game “%s” is left out. %s", name, reason)
    found.sort(key=lambda one: (one.title.place, one.title.slug))
    return {one.title.slug: one for one in found}, broken


class _Unfit(Exception):
    """A package from outside is no game for this site; the reason is a sentence."""


def _from_outside(app: AppConfig, name: str) -> Found:
    if app.module is None or not module_has_submodule(app.module, "title"):
        raise _Unfit(f"“{app.name}” has no module “title”.")
    title = getattr(import_module(f"{app.name}.title"), "TITLE", None)
    if not isinstance(title, Title):
        raise _Unfit(f"“{app.name}.title” has no TITLE.")
    if title.slug != name:
        raise _Unfit(f"Its entry point is called “{name}”, and its slug is “{title.slug}”.")
    return Found(title, Path(app.path))


def _found() -> dict[str, Found]:
    """Return every title by slug, in list order."""
    return _looked_up()[0]


def broken_titles() -> dict[str, str]:
    """Return why games from elsewhere are left out, by name: a sentence for each."""
    return _looked_up()[1]


def titles() -> list[Title]:
    """Return every title, in list order."""
    return [one.title for one in _found().values()]


def title_of(slug: str) -> Title:
    """Return the title of a game.

    Raises:
        BadRecord: This site does not have the game.
    """
    known = _found().get(slug)
    if known is None:
        if not 0 < len(_found()) <= MOST_LISTED:
            raise BadRecord("There is no game “{game}” here.", game=slug)
        words = noted("There is no game “{game}” here. Choose one of these: {games}.")
        raise BadRecord(words, game=slug, games=", ".join(_found()))
    return known.title


def folder_of(slug: str) -> Path:
    """Return the folder of a game's app."""
    return _found()[slug].folder


@cache
def styles_of_titles() -> tuple[tuple[str, str], ...]:
    """Return the slug and style sheet, a path for `{% static %}`, of titles that have one."""
    sheets = [(slug, f"games/{slug}/title.css", one.folder) for slug, one in _found().items()]
    return tuple((slug, sheet) for slug, sheet, at in sheets if (at / "static" / sheet).exists())


class RulesByVersion(Mapping[tuple[str, int], type[Position]]):
    """The rules of every game by slug and version, for reading records."""

    def __getitem__(self, key: tuple[str, int]) -> type[Position]:
        return _rules_by_version()[key]

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(_rules_by_version())

    def __len__(self) -> int:
        return len(_rules_by_version())


@cache
def _rules_by_version() -> dict[tuple[str, int], type[Position]]:
    return {(r.game.slug, r.game.rules): r for title in titles() for r in title.rules}


ALL_RULES = RulesByVersion()


def newest(slug: str) -> type[Position]:
    """Return the newest rules of a game.

        newest(slug).game.seats

    Raises:
        BadRecord: This site does not have the game.
    """
    return title_of(slug).newest


def slugs() -> list[str]:
    """Return the slugs of all games, in list order."""
    return list(_found())


def is_installed(slug: str) -> bool:
    """Return whether this site has a game."""
    return slug in _found()


def game_of(slug: str) -> Game:
    """Return a game as pages name it; one that is not installed has a name saying so."""
    if is_installed(slug):
        return title_of(slug).game
    return Game(slug, _("A game that isn’t installed here"), range(1, 100))


def all_games() -> list[Game]:
    """Return every game with its newest rules and as pages name it, in list order."""
    return [title.game for title in titles()]


def bot_levels(slug: str, seats: int | None = None) -> list[str]:
    """Return the levels of a game's bots, the weakest first; empty for an unknown game.

    Args:
        slug: The game.
        seats: Leaves out levels that are not offered at this number of seats; None: at any.
    """
    known = _found().get(slug)
    if known is None:
        return []
    levels, offered = [bot.level for bot in known.title.bots], known.title.level_seats
    return [one for one in levels if seats is None or seats in offered.get(one, (seats,))]


def characters_of(slug: str, level: str = "") -> list[str]:
    """Return the characters of a game's bots at a level, or at any; empty for an unknown game."""
    known = _found().get(slug)
    found = {} if known is None else known.title.characters
    return [name for name, bots in found.items() if not level or _at(bots, level)]


def character_words(slug: str, character: str) -> CharacterWords:
    """Return the texts of a character; by default they are made from its name."""
    known = _found().get(slug)
    words = {} if known is None else known.title.character_words
    return words.get(character) or CharacterWords(character.replace("_", " "))


def bot_for(slug: str, level: str, character: str = "") -> Bot:
    """Return the bot of a game.

    Args:
        slug: The game, which must be installed.
        level: The bot's level.
        character: The bot's character; "" for none.

    Raises:
        KeyError: The game has no such bot.
    """
    title = _found()[slug].title
    found = _at(title.characters.get(character, ()) if character else title.bots, level)
    if found is None:
        raise KeyError(f"no {character} bot plays {slug} at level {level}".replace("  ", " "))
    return found


def bots_from(slug: str, level: str, character: str = "") -> list[Bot]:
    """Return the bot of a game at a level and all weaker ones, the strongest first.

    Levels that have the character play with it. If the game does not have the level, only the
    weakest bot is returned.
    """
    title = _found()[slug].title
    number = next((number for number, bot in enumerate(title.bots) if bot.level == level), 0)
    own = title.characters.get(character, ())
    return [_at(own, bot.level) or bot for bot in reversed(title.bots[: number + 1])]


def _at(bots: Iterable[Bot], level: str) -> Bot | None:
    """Return the bot that plays at a level."""
    return next((bot for bot in bots if bot.level == level), None)


def slow_levels() -> list[tuple[str, str]]:
    """Return the games and levels whose bots think in separate processes."""
    return [(title.slug, bot.level) for title in titles() for bot in title.bots if bot.slow]


@cache
def bot_names() -> tuple[str, ...]:
    """Return names for bots at any table."""
    return tuple(name for title in titles() for name in title.bot_names) or ("Bot",)


def _quick(title: Title) -> Sequence[Bot]:
    """Return the quick bots of a game, the weakest first; all if there are none."""
    return [bot for bot in title.bots if not bot.slow] or title.bots


def judge_of(slug: str) -> Judge:
    """Return the judge of a game's decisions, which plays on with the best of its quick bots."""
    title = _found()[slug].title
    return Judge(title.playing_on or _quick(title)[-1], title.evaluator)


def reviewer_of(slug: str) -> Reviewer:
    """Return the reviewer of a game's matches; the adviser and the strongest quick bot advise.

    Its judge is content with less than the one of puzzles and hints, as a match has many decisions.
    """
    judge = replace(judge_of(slug), fewest=8, most=32, narrow=0.07)
    quick = _quick(_found()[slug].title)
    return Reviewer(judge, tuple(dict.fromkeys((scout_of(slug), quick[-1]))))


def adviser_of(slug: str) -> Bot:
    """Return the bot whose moves hints, reviews and puzzles propose."""
    title = _found()[slug].title
    return title.adviser or title.bots[-1]


def scout_of(slug: str) -> Bot:
    """Return the adviser where it only proposes candidates: a slow one thinks less."""
    adviser = adviser_of(slug)
    tries = getattr(adviser, "tries", None)
    if not adviser.slow or tries is None:
        return adviser
    quicker: Callable[..., Bot] = type(adviser)
    return quicker(tries=max(2, tries // SCOUTED))


def examiner_of(slug: str) -> Bot:
    """Return the deepest bot of a game."""
    title = _found()[slug].title
    return title.examiner or title.bots[-1]
