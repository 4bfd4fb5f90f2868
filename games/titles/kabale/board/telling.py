"""The steps of an award in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.titles.kabale.board.faces import goal_name

Facts = Mapping[str, Any]
Names = Sequence[str]


def tell_cards(cards: Sequence[object]) -> str:
    """The opening of a scene."""
    if not cards:
        return _("No card lies here.")
    count = len(cards)
    return ngettext(
        "One card lies here.",
        "{count} cards lie here, the first nearest to the goal.",
        count,
    ).format(count=count)


def tell_beat(step: Facts, award: Facts, names: Names) -> str:
    """One step: who acts, and what comes of it."""
    return _BEATS[step["kind"]](step, award, names)


def _owner(index: int, award: Facts, names: Names) -> str:
    """Whose a card of the column is."""
    name: str = names[award["cards"][index]["seat"]]
    return name


def _musketeers(step: Facts, award: Facts, names: Names) -> str:
    return _("The musketeers silence every other ability: only printed numbers count.")


def _wizard(step: Facts, award: Facts, names: Names) -> str:
    if len(step["by"]) > 1:
        return _("{count} wizards stand in each other’s way: none of them acts.").format(
            count=len(step["by"])
        )
    if not step["removed"]:
        return _("The wizard finds no card of 10 or more.")
    return _("The wizard removes every card of 10 or more.")


def _witch(step: Facts, award: Facts, names: Names) -> str:
    if len(step["by"]) > 1:
        return _("{count} witches stand in each other’s way: none of them acts.").format(
            count=len(step["by"])
        )
    if not step["removed"]:
        return _("The witch finds no other card of 9 or less.")
    return _("The witch removes every other card of 9 or less.")


def _prince(step: Facts, award: Facts, names: Names) -> str:
    name = _owner(step["by"][0], award, names)
    couples = {award["cards"][index]["seat"] for index in step["by"]}
    if len(couples) > 1:
        text = _("Several have prince and squire here: those of {name} are nearest to the goal.")
    else:
        text = _("{name} has prince and squire here. That beats everything else.")
    return text.format(name=name)


def _hermit(step: Facts, award: Facts, names: Names) -> str:
    text = _("The hermit of {name} wants to be alone: 1 less for every other card.")
    return text.format(name=_owner(step["by"][0], award, names))


def _giant(step: Facts, award: Facts, names: Names) -> str:
    text = _("The little giant of {name} likes company: 3 more for every other card.")
    return text.format(name=_owner(step["by"][0], award, names))


def _romeo(step: Facts, award: Facts, names: Names) -> str:
    text = _("The Romeo of {name} has found his Juliet and counts 15.")
    return text.format(name=_owner(step["by"][0], award, names))


def _dragon(step: Facts, award: Facts, names: Names) -> str:
    name = _owner(step["by"][0], award, names)
    if not step["changed"]:
        return _("The dragon of {name} finds nobody else’s card to burn.").format(name=name)
    return _("The dragon of {name} breathes fire: 2 less for every card of others.").format(
        name=name
    )


def _double(step: Facts, award: Facts, names: Names) -> str:
    if all(change["after"] is None for change in step["changed"]):
        return _("The double has nothing behind it to copy, and no number.")
    return _("A double takes the number of the card behind it.")


def _beggar(step: Facts, award: Facts, names: Names) -> str:
    return _("A beggar is here: the lowest sum wins.")


def _sum(step: Facts, award: Facts, names: Names) -> str:
    if not award["sums"]:
        return _("Nobody takes part.")
    beggar = any(other["kind"] == "beggar" for other in award["steps"])
    if step["by"]:
        if beggar:
            text = _("Equal sums: {name} has the card farthest from the goal.")
        else:
            text = _("Equal sums: {name} has the card nearest to the goal.")
        return text.format(name=names[award["winner"]])
    if len(award["sums"]) == 1:
        return _("Nobody else takes part.")
    return _("The lowest sum takes the goal.") if beggar else _("The highest sum takes the goal.")


_BEATS: Mapping[str, Callable[[Facts, Facts, Names], str]] = {
    "musketeers": _musketeers,
    "wizard": _wizard,
    "witch": _witch,
    "prince-squire": _prince,
    "hermit": _hermit,
    "giant": _giant,
    "romeo": _romeo,
    "dragon": _dragon,
    "double": _double,
    "beggar": _beggar,
    "sum": _sum,
}


def tell_winner(award: Facts, names: Names) -> str:
    """Who takes the goal."""
    goal, winner = goal_name(award["goal"]), award["winner"]
    if winner is None:
        return _("{goal} leaves the game.").format(goal=goal)
    return _("{name} takes {goal}.").format(name=names[winner], goal=goal)
