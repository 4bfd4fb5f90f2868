"""The happenings of Kabale und Hiebe in words."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards.lines import Facts, Line, LineWriter, Names, PlainLine
from games.boards.words import list_words, score_words
from games.titles.kabale.board.faces import card_name, goal_name, shown


def _words(facts: Facts, names: Names) -> dict[str, Any]:
    """What the sentences name, of the facts that are there; columns as people count them."""
    words = dict(facts)
    if "seat" in facts:
        words["name"] = names[facts["seat"]]
    if "column" in facts:
        words["column"] = facts["column"] + 1
    if "card" in facts:
        words["card"] = card_name(facts["card"])
    if "by" in facts:
        words |= {"name": names[facts["by"]], "victim": names[facts["seat"]]}
    if "goals" in facts:
        goals = [goal_name(goal) for goal in facts["goals"]]
        # After a swap: his own column was about the other one before.
        words |= {"goals": list_words(goals), "one": goals[-1], "other": goals[0]}
    if "scores" in facts:
        words["scores"] = score_words(names, facts["scores"])
    return words


def _describe_explored(facts: Facts, names: Names) -> Line:
    seat, at, to = facts["seat"], facts["column"], facts["to"]
    text = _("The explorer of {name} walks on to column {column}.")
    if at == to:
        text = _("The explorer of {name} finds no other column open and stays in column {column}.")
    return Line(text.format(name=names[seat], column=to + 1), seat, "explorer")


def describe_awarded(facts: Facts, names: Names) -> Line:
    """Who takes which goal, and with what."""
    winner, goal = facts["winner"], goal_name(facts["goal"])
    link = f"#scene-{facts['column']}"
    if winner is None:
        return Line(_("Nobody takes {goal}.").format(goal=goal), None, "trash", True, link=link)
    words = {"name": names[winner], "goal": goal}
    if any(step["kind"] == "prince-squire" for step in facts["steps"]):
        text = _("{name} takes {goal} with prince and squire.")
    else:
        others = sorted(total for seat, total in facts["sums"].items() if int(seat) != winner)
        words["sum"] = shown(facts["sums"][str(winner)])
        words["others"] = list_words([shown(total) for total in reversed(others)])
        if others:
            text = _("{name} takes {goal} with {sum} against {others}.")
        else:
            text = _("{name} takes {goal} with {sum}, unopposed.")
    return Line(text.format(**words), winner, facts["goal"][0], True, link=link)


_plain = partial(PlainLine, _words)
_own_card = _plain(gettext_lazy("It is your card {card}."), "{card}")
# That somebody "drew" follows from every card placed, and the stacks show it: it has no line.
LINE_WRITERS: dict[str, LineWriter] = {
    "placed": _plain(gettext_lazy("{name} lays a card in column {column}."), "cards"),
    "placed-own": _own_card,
    "uncovered": _plain(gettext_lazy("Uncovered in column {column}: {card} of {name}."), "{card}"),
    "explored": _describe_explored,
    "explorer-stays": _plain(
        gettext_lazy("The explorer of {name} has walked far enough and stays in column {column}."),
        "explorer",
    ),
    "assassinated": _plain(
        gettext_lazy("The assassin of {name} strikes: {card} of {victim} goes to the discards."),
        "assassin",
        True,
        seat="by",
    ),
    "storm": _plain(gettext_lazy("A storm closes column {column}."), "storm", True),
    "cloak-asked": _plain(gettext_lazy("{name} may hide a card under the cloak."), "cloak", True),
    "hid": _plain(gettext_lazy("{name} hides a card under the cloak in column {column}."), "cloak"),
    "hid-own": _own_card,
    "cloak-declined": _plain(gettext_lazy("{name} hides nothing under the cloak."), "cloak"),
    "swap-asked": _plain(
        gettext_lazy("{name} may swap the goal of column {column} with another."), "traitor", True
    ),
    "swapped": _plain(
        gettext_lazy("The traitor of {name} swaps {one} with {other}."), "traitor", True
    ),
    "swap-declined": _plain(gettext_lazy("{name} leaves the goals as they are."), "traitor"),
    "reshuffled": _plain(
        ngettext_lazy(
            "{name} shuffles the discards: {count} card makes the new stack.",
            "{name} shuffles the discards: {count} cards make the new stack.",
            "count",
        ),
        "deck",
    ),
    "drew-own": _plain(gettext_lazy("You draw {card}."), "deck"),
    "round-ended": _plain(
        gettext_lazy("Round {round} is over: all cards are turned up."),
        "kabale",
        True,
        link="#show",
    ),
    "awarded": describe_awarded,
    "goals-opened": _plain(gettext_lazy("Round {round} is about {goals}."), "flag", True),
    "round-begins": _plain(gettext_lazy("{name} begins."), "play"),
    "over": _plain(gettext_lazy("The last curtain falls: {scores}."), "trophy", True),
}
