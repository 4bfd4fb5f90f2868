"""Words for the screen: bot levels, lists, and JSON for which a game has no words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from core.labels import name_words, spaced
from core.languages.forms import NameList
from games.boards.lines import Names
from games.engine.contract import Move

NOTHING = "–"
NAMES_A_SEAT = frozenset(
    ("dealer", "leader", "opponent", "owner", "player", "seat", "target", "turn", "winner")
)
"""Keys whose number is a seat and is shown as the player's name."""
NAMES_SEATS = frozenset(f"{key}s" for key in NAMES_A_SEAT) | {"turn", "leader"}
"""Keys whose list of numbers is a list of seats."""
# The weakest first; a game has some of them.
LEVEL_NAMES = {
    "easy": gettext_lazy("easy bot"),
    "novice": gettext_lazy("novice bot"),
    "casual": gettext_lazy("casual bot"),
    "normal": gettext_lazy("normal bot"),
    "hard": gettext_lazy("hard bot"),
    "expert": gettext_lazy("expert bot"),
}
LEVEL_DESCRIPTIONS = {
    "easy": gettext_lazy("Plays on impulse, but never foolishly: for your first games."),
    "novice": gettext_lazy("Knows what each move is good for, one at a time: for your first wins."),
    "casual": gettext_lazy("Makes good moves, but without a plan: to get to know a game."),
    "normal": gettext_lazy("Has a plan and plays fast: for an evening with friends."),
    "hard": gettext_lazy("Remembers what it has seen and thinks ahead: for experienced players."),
    "expert": gettext_lazy("Thinks as far ahead as it can: the strongest bot on this site."),
}


def level_name(level: str) -> str:
    """Return the name of a bot level; a level that only one game has keeps its own word."""
    if level in LEVEL_NAMES:
        return str(LEVEL_NAMES[level])
    return _("bot “{level}”").format(level=level.replace("_", " "))


def sorted_levels(levels: Iterable[str]) -> list[str]:
    """Return each level once, the weakest first; levels that only one game has come last."""
    known, found = list(LEVEL_NAMES), dict.fromkeys(levels)
    return sorted(found, key=lambda level: known.index(level) if level in known else len(known))


def bot_words(level: str, character: str = "") -> str:
    """Return a bot's level and character: “normal bot, careful”."""
    return f"{level_name(level)}, {character}" if character else level_name(level)


def labelled(name: object, value: object) -> str:
    """Return a name with its value: “Cheering: by hand”."""
    return pgettext("a name and its value", "{name}: {value}").format(name=name, value=value)


def level_description(level: str) -> str:
    """Return a sentence about how a level plays; empty for levels that only one game has."""
    return str(LEVEL_DESCRIPTIONS.get(level, ""))


def signed(change: int) -> str:
    """Return a change with its sign."""
    if change == 0:
        return "±0"
    return f"+{change}" if change > 0 else f"−{-change}"


def list_words(words: list[str]) -> str:
    """Return a list as in “a, b and c”; a sentence can put its words into their forms."""
    return NameList(words, _joined)


def _joined(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return pgettext("a list: all but the last, the last", "{first} and {last}").format(
        first=", ".join(words[:-1]), last=words[-1]
    )


def score_words(names: Names, scores: Iterable[int]) -> str:
    """Return names with scores: “Anna 7, Ben 5”."""
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=False))


def value_words(value: object, names: Names = ()) -> str:
    """Return any JSON value as a few words."""
    if value is None or value == [] or value == {} or value == "":
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(value_words(one, names) for one in value)
    if isinstance(value, dict):
        return _object_words(value, names)
    return str(value).replace("_", " ")


def _object_words(value: dict[str, object], names: Names) -> str:
    """Return “Anna: 13” for one value of a player, otherwise each value with its name."""
    fields = dict(value)
    whose = ""
    seat = fields.get("seat")
    if len(fields) > 1 and _is_seat(seat, names):
        del fields["seat"]
        whose = f"{names[seat]}: "
        if len(fields) == 1:
            return whose + "".join(field_words(key, one, names) for key, one in fields.items())
    return whose + ", ".join(
        f"{spaced(key)} {field_words(key, one, names)}" for key, one in fields.items()
    )


def field_words(name: str, value: object, names: Names = ()) -> str:
    """Return a value as words; a number that is a seat becomes the player's name."""
    if name in NAMES_A_SEAT and _is_seat(value, names):
        return str(names[value])
    if name in NAMES_SEATS and isinstance(value, list) and all(_is_seat(v, names) for v in value):
        return ", ".join(names[seat] for seat in value) or NOTHING
    return value_words(value, names)


def list_of_words(name: str, value: object, names: Names = ()) -> tuple[str, ...]:
    """Return the items of a list as words; empty if the value is not a list."""
    if not isinstance(value, list):
        return ()
    if name in NAMES_SEATS:
        return tuple(field_words(name, [one], names) for one in value)
    return tuple(value_words(one, names) for one in value)


def move_fields(move: Move, names: Names = (), skip: int = 0) -> list[str]:
    """Return a move's fields in words, without the first `skip`; a single one needs no name."""
    data = move.dump()
    data.pop("type")
    fields = list(data.items())[skip:]
    if len(fields) == 1:
        return [field_words(name, value, names) for name, value in fields]
    return [f"{spaced(name)} {field_words(name, value, names)}" for name, value in fields]


def move_words(move: Move, names: Names = ()) -> str:
    """Return a move's type and fields in words: “Play card guard, target Anna”."""
    return f"{name_words(move.type)} {', '.join(move_fields(move, names))}".strip()


def _is_seat(value: object, names: Names) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < len(names)
