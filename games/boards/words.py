"""Words on screen: levels of bots, lists, and whatever JSON of a game has no words of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.boards.lines import Names
from games.engine.contract import Move

NOTHING = "–"
NAMES_A_SEAT = frozenset(
    ("dealer", "leader", "opponent", "owner", "player", "seat", "target", "turn", "winner")
)
"""Keys whose number is a seat, shown by the player's name."""
NAMES_SEATS = frozenset(f"{key}s" for key in NAMES_A_SEAT) | {"turn", "leader"}
"""Keys whose list of numbers is one of seats."""
LEVEL_NAMES = {
    "easy": gettext_lazy("easy bot"),
    "normal": gettext_lazy("normal bot"),
    "hard": gettext_lazy("hard bot"),
    "expert": gettext_lazy("expert bot"),
}
LEVEL_DESCRIPTIONS = {
    "easy": gettext_lazy("Plays on impulse, but nothing silly: for your first games."),
    "normal": gettext_lazy("Has a plan and is quick about it: for an evening among friends."),
    "hard": gettext_lazy(
        "Remembers what it has seen and thinks ahead: for those who know the game."
    ),
    "expert": gettext_lazy("Thinks as far ahead as it can: the strongest there is here."),
}


def level_name(level: str) -> str:
    """A bot by how well it plays; a level that only one game knows, by its own word."""
    if level in LEVEL_NAMES:
        return str(LEVEL_NAMES[level])
    return _("bot “{level}”").format(level=level.replace("_", " "))


def bot_words(level: str, character: str = "") -> str:
    """“normal bot, careful”: a bot by its level and the word for its character, if it has one."""
    return f"{level_name(level)}, {character}" if character else level_name(level)


def level_description(level: str) -> str:
    """A sentence about how a bot plays and for whom it is; none of a level only one game knows."""
    return str(LEVEL_DESCRIPTIONS.get(level, ""))


def signed(change: int) -> str:
    """A number that something changes by, with its sign."""
    if change == 0:
        return "±0"
    return f"+{change}" if change > 0 else f"−{-change}"


def list_words(words: list[str]) -> str:
    """“a, b and c”."""
    if len(words) < 2:
        return "".join(words)
    return pgettext("a list: all but the last, the last", "{first} and {last}").format(
        first=", ".join(words[:-1]), last=words[-1]
    )


def score_words(names: Names, scores: Iterable[int]) -> str:
    """“Anna 7, Ben 5”."""
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=False))


def name_words(name: str) -> str:
    """“group_needed” → “Group needed”."""
    words = _spaced(name)
    return words[:1].upper() + words[1:]


def value_words(value: Any, names: Names = ()) -> str:
    """Any JSON as a few words."""
    if value is None or value == [] or value == {} or value == "":
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(value_words(one, names) for one in value)
    if isinstance(value, dict):
        return _object_words(value, names)
    return str(value).replace("_", " ")


def _object_words(value: dict[str, Any], names: Names) -> str:
    """“Anna: 13” for one thing of somebody’s, else each by its name."""
    fields = dict(value)
    whose = ""
    if len(fields) > 1 and _is_seat(fields.get("seat"), names):
        whose = f"{names[fields.pop('seat')]}: "
        if len(fields) == 1:
            return whose + "".join(field_words(key, one, names) for key, one in fields.items())
    return whose + ", ".join(
        f"{_spaced(key)} {field_words(key, one, names)}" for key, one in fields.items()
    )


def field_words(name: str, value: Any, names: Names = ()) -> str:
    """The same where its key is known: a number that is a seat becomes the player's name."""
    if name in NAMES_A_SEAT and _is_seat(value, names):
        return str(names[value])
    if name in NAMES_SEATS and isinstance(value, list) and all(_is_seat(v, names) for v in value):
        return ", ".join(names[seat] for seat in value) or NOTHING
    return value_words(value, names)


def list_of_words(name: str, value: Any, names: Names = ()) -> tuple[str, ...]:
    """The entries of a list, each in words; nothing for whatever is no list."""
    if not isinstance(value, list):
        return ()
    if name in NAMES_SEATS:
        return tuple(field_words(name, [one], names) for one in value)
    return tuple(value_words(one, names) for one in value)


def move_fields(move: Move, names: Names = (), skip: int = 0) -> list[str]:
    """The fields of a move in words, but the first few; a single one needs no name."""
    data = move.dump()
    data.pop("type")
    fields = list(data.items())[skip:]
    if len(fields) == 1:
        return [field_words(name, value, names) for name, value in fields]
    return [f"{_spaced(name)} {field_words(name, value, names)}" for name, value in fields]


def move_words(move: Move, names: Names = ()) -> str:
    """A move by its type and its fields: “Play card guard, target Anna”."""
    return f"{name_words(move.type)} {', '.join(move_fields(move, names))}".strip()


def _spaced(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").strip()


def _is_seat(value: Any, names: Names) -> bool:
    return type(value) is int and 0 <= value < len(names)
