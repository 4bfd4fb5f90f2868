"""The games of this site: every installed app that has a `title.py`.

A version of a game's rules stays registered for ever, so that old records replay as they were
played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from django.apps import apps
from django.utils.module_loading import module_has_submodule
from django.utils.translation import gettext as _

from games.engine.bots import Bot
from games.engine.contract import Game, Position
from games.engine.puzzles import Puzzle
from games.engine.refusals import BadRecord
from games.engine.review import Reviewer
from games.titles.contract import CharacterWords, Found, Title


@cache
def _found() -> dict[str, Found]:
    """Every title by its slug, in the order of lists."""
    found = []
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, "title"):
            title: Title = import_module(f"{app.name}.title").TITLE
            found.append(Found(title, Path(app.path)))
    found.sort(key=lambda one: (one.title.place, one.title.slug))
    return {one.title.slug: one for one in found}


def titles() -> list[Title]:
    """Every title, in the order of lists."""
    return [one.title for one in _found().values()]


def title_of(slug: str) -> Title:
    """The title of a game; BadRecord if this site does not have it."""
    known = _found().get(slug)
    if known is None:
        raise BadRecord("There is no game “{game}” here.", game=slug)
    return known.title


def folder_of(slug: str) -> Path:
    """The folder of the app that brings a game."""
    return _found()[slug].folder


@cache
def styles_of_titles() -> tuple[str, ...]:
    """The style sheets of the titles that bring one, as `{% static %}` calls them."""
    sheets = [(f"games/{slug}/title.css", one.folder) for slug, one in _found().items()]
    return tuple(sheet for sheet, folder in sheets if (folder / "static" / sheet).exists())


class RulesByVersion(Mapping[tuple[str, int], type[Position]]):
    """The rules of every game by slug and version, as the engine reads records with them."""

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
    """The newest rules of a game; BadRecord if this site does not have it."""
    slug = title_of(slug).slug
    return ALL_RULES[slug, max(version for known, version in ALL_RULES if known == slug)]


def slugs() -> list[str]:
    """Every game by its slug, in the order of lists."""
    return list(_found())


def is_installed(slug: str) -> bool:
    """Whether this site has a game."""
    return slug in _found()


def game_of(slug: str) -> Game:
    """A game, for lists of what was played; one that is not installed has a name that says so."""
    if is_installed(slug):
        return newest(slug).game
    return Game(slug, _("A game that is not installed here"), range(1, 100))


def all_games() -> list[Game]:
    """Every game in its newest rules, in the order of lists."""
    return [newest(slug).game for slug in _found()]


def bot_levels(slug: str) -> list[str]:
    """The levels a game's bots play at, the weakest first; none for an unknown game."""
    known = _found().get(slug)
    return [bot.level for bot in known.title.bots] if known is not None else []


def characters_of(slug: str, level: str = "") -> list[str]:
    """The characters that a game's bots have at a level, or at any; none for an unknown game."""
    known = _found().get(slug)
    found = {} if known is None else known.title.characters
    return [name for name, bots in found.items() if not level or _at(bots, level)]


def character_words(slug: str, character: str) -> CharacterWords:
    """What a character of a game's bots is called; one that its title has no words for, or has no
    more, by its own name."""
    known = _found().get(slug)
    words = {} if known is None else known.title.character_words
    return words.get(character) or CharacterWords(character.replace("_", " "))


def bot_for(slug: str, level: str, character: str = "") -> Bot:
    """The bot of a game at a level, of a character or of none; KeyError if there is none."""
    title = _found()[slug].title
    found = _at(title.characters.get(character, ()) if character else title.bots, level)
    if found is None:
        raise KeyError(f"no {character} bot plays {slug} at level {level}".replace("  ", " "))
    return found


def bots_from(slug: str, level: str, character: str = "") -> list[Bot]:
    """The bot of a game at a level, and after it all weaker ones, the strongest first.

    Each is of the character, where its level has it. The weakest alone where the game does not
    have that level, or has it no more.
    """
    title = _found()[slug].title
    number = next((number for number, bot in enumerate(title.bots) if bot.level == level), 0)
    own = title.characters.get(character, ())
    return [_at(own, bot.level) or bot for bot in reversed(title.bots[: number + 1])]


def _at(bots: Iterable[Bot], level: str) -> Bot | None:
    """The one that plays at a level."""
    return next((bot for bot in bots if bot.level == level), None)


def slow_levels() -> list[tuple[str, str]]:
    """The games and levels whose bots think in processes of their own."""
    return [(title.slug, bot.level) for title in titles() for bot in title.bots if bot.slow]


@cache
def bot_names() -> tuple[str, ...]:
    """What a bot may be called at a table."""
    return tuple(name for title in titles() for name in title.bot_names) or ("Bot",)


def reviewer_of(slug: str) -> Reviewer:
    """How matches of a game are reviewed: as its title says, or by the best of its quick bots."""
    title = _found()[slug].title
    quick = [bot for bot in title.bots if not bot.slow] or title.bots
    return title.reviewer or Reviewer((title.bots[-1],), near=quick[-1], far=quick[0])


def examiner_of(slug: str) -> Reviewer:
    """Who examines what may become a puzzle: as its title says, or the reviewer."""
    return _found()[slug].title.examiner or reviewer_of(slug)


def puzzle_file(slug: str) -> Path:
    """Where a game's puzzles are, one line of JSON each; a game may have none."""
    return _found()[slug].folder / "puzzles.jsonl"


@cache
def puzzles_of(slug: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by their keys, in the order of these."""
    file = puzzle_file(slug)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {puzzle.key: puzzle for puzzle in map(Puzzle.read, lines)}
