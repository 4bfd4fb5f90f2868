"""The steps of an award in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.boards.lines import Facts, Names
from games.titles.kabale.board.faces import goal_name

_PLAIN = {
    "musketeers": gettext_lazy(
        "The musketeers silence every other ability: only printed numbers count."
    ),
    "hermit": gettext_lazy("The hermit of {name} wants to be alone: 1 less for every other card."),
    "giant": gettext_lazy("The little giant of {name} likes company: 3 more for every other card."),
    "romeo": gettext_lazy("The Romeo of {name} has found his Juliet and counts 15."),
    "beggar": gettext_lazy("A beggar is here: the lowest sum wins."),
}
_REMOVERS = {
    "wizard": (
        gettext_lazy("{count} wizards stand in each other’s way: none of them acts."),
        gettext_lazy("The wizard finds no card of 10 or more."),
        gettext_lazy("The wizard removes every card of 10 or more."),
    ),
    "witch": (
        gettext_lazy("{count} witches stand in each other’s way: none of them acts."),
        gettext_lazy("The witch finds no other card of 9 or less."),
        gettext_lazy("The witch removes every other card of 9 or less."),
    ),
}
"""What is said of several at once, of one that finds nothing, and of one that removes cards."""


def describe_cards(cards: Sequence[object]) -> str:
    """The opening of a scene."""
    if not cards:
        return _("No card lies here.")
    count = len(cards)
    return ngettext(
        "One card lies here.",
        "{count} cards lie here, the first nearest to the goal.",
        count,
    ).format(count=count)


def describe_step(step: Facts, award: Facts, names: Names) -> str:
    """One step: who acts, and what comes of it."""
    by = step["by"]
    owners = [award["cards"][index]["seat"] for index in by]
    match step["kind"]:
        case "wizard" | "witch" as kind:
            many, nothing, some = _REMOVERS[kind]
            text = str(many if len(by) > 1 else some if step["removed"] else nothing)
        case "prince-squire" if len(set(owners)) > 1:
            text = _(
                "Several have prince and squire here: those of {name} are nearest to the goal."
            )
        case "prince-squire":
            text = _("{name} has prince and squire here. That beats everything else.")
        case "dragon" if step["changed"]:
            text = _("The dragon of {name} breathes fire: 2 less for every card of others.")
        case "dragon":
            text = _("The dragon of {name} finds nobody else’s card to burn.")
        case "double" if all(change["after"] is None for change in step["changed"]):
            text = _("The double has nothing behind it to copy, and no number.")
        case "double":
            text = _("A double takes the number of the card behind it.")
        case "sum":
            text = _sum(step, award)
        case kind:
            text = str(_PLAIN[kind])
    return text.format(name=names[owners[0]] if by else "", count=len(by))


def _sum(step: Facts, award: Facts) -> str:
    """Why the winner's sum takes the goal."""
    beggar = any(other["kind"] == "beggar" for other in award["steps"])
    if not award["sums"]:
        return _("Nobody takes part.")
    if step["by"]:
        if beggar:
            return _("Equal sums: {name} has the card farthest from the goal.")
        return _("Equal sums: {name} has the card nearest to the goal.")
    if len(award["sums"]) == 1:
        return _("Nobody else takes part.")
    return _("The lowest sum takes the goal.") if beggar else _("The highest sum takes the goal.")


def describe_winner(award: Facts, names: Names) -> str:
    """Who takes the goal."""
    goal, winner = goal_name(award["goal"]), award["winner"]
    if winner is None:
        return _("{goal} leaves the game.").format(goal=goal)
    return _("{name} takes {goal}.").format(name=names[winner], goal=goal)
