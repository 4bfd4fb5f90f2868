"""The options of a match: those that differ from the standard rules, and those in lists."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from core.labels import name_words
from games.boards.words import labelled, value_words
from games.engine.contract import Json
from games.matches.models import Match
from games.matches.refusals import NotInstalled
from games.titles.contract import OptionWords
from games.titles.registry import ALL_RULES, title_of

SHORT = 100
"""The bytes of JSON up to which an option is in a list of matches."""


@dataclass(frozen=True)
class ChangedOption:
    """An option without its default: in a few words, and the template that shows it in full."""

    words: str
    template: str
    ratable: bool


def changed_options(match: Match) -> list[ChangedOption]:
    """Return the options of a match that differ from the standard rules."""
    rules = ALL_RULES.get((match.game, match.rules))
    if rules is None:
        return []
    known = title_of(match.game).options
    changed = []
    for option in rules.game.changed(match.options):
        words = known.get(option.name) or OptionWords(name_words(option.name))
        value = match.options[option.name]
        changed.append(ChangedOption(_short(words, value), words.template, option.ratable))
    return changed


def listed_options(match: Match) -> Json:
    """Return the short options of a match, and the names of the others, for lists of the API."""
    short = {name: v for name, v in match.options.items() if len(json.dumps(v)) <= SHORT}
    return {
        "options": short,
        "long_options": [name for name in match.options if name not in short],
    }


def options_page(match: Match) -> Json:
    """Return the context of the page that shows a match's options in full.

    Raises:
        NotInstalled: The game, or this version of its rules, is not installed.
    """
    if (match.game, match.rules) not in ALL_RULES:
        raise NotInstalled(match)
    title = title_of(match.game)
    sheet = title.sheet
    return {
        "match": match,
        "game": title.game,
        "options": changed_options(match),
        "sheet": None if sheet is None else sheet(match.options),
    }


def option_words(match: Match) -> list[str]:
    """Return the options of a match that differ from the standard rules, in words."""
    return [option.words for option in changed_options(match)]


def _short(words: OptionWords, value: Any) -> str:
    if words.describe is not None:
        return words.describe(value)
    if isinstance(value, list | dict):
        return str(words.name)
    if value in words.agreed:
        return str(words.agreed[value])
    if value is True:
        return str(words.name)
    if type(value) is int:
        return _("to {points} points").format(points=value)
    return labelled(words.name, words.values.get(value) or value_words(value))
