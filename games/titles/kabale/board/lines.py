"""The effects of Kabale und Hiebe in words."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards.lines import Facts, Line, LineWriter, Names, PlainLine
from games.boards.words import list_words, score_words
from games.titles.kabale.board.faces import card_name, goal_name, shown


def _words(facts: Facts, names: Names) -> dict[str, object]:
    """Return the words that sentences use, from the facts given; columns count from 1."""
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
        goals = [goal_name(*goal) for goal in facts["goals"]]
        # These are the goals after the swap: the traitor's column had the second one.
        words |= {"goals": list_words(goals), "one": goals[-1], "other": goals[0]}
    if "scores" in facts:
        words["scores"] = score_words(names, facts["scores"])
    return words


def _describe_explored(facts: Facts, names: Names) -> Line:
    seat, at, to = facts["seat"], facts["column"], facts["to"]
    text = _("{name}’s explorer walks on to column {column}.")
    if at == to:
        text = _("{name}’s explorer finds no other open column and stays in column {column}.")
    return Line(text.format(name=names[seat], column=to + 1), seat, "explorer")


def describe_awarded(facts: Facts, names: Names) -> Line:
    """Describe which seat takes the goal, and with what."""
    winner, goal = facts["winner"], goal_name(*facts["goal"])
    link = f"#scene-{facts['column']}"
    if winner is None:
        return Line(_("No one takes {goal}.").format(goal=goal), None, "trash", True, link=link)
    words = {"name": names[winner], "goal": goal}
    if any(step["kind"] == "prince-squire" for step in facts["steps"]):
        text = _("{name} takes {goal} with prince and squire.")
    else:
        others = sorted(total for seat, total in facts["sums"].items() if int(seat) != winner)
        words["sum"] = shown(facts["sums"][str(winner)])
        words["others"] = list_words([shown(total) for total in reversed(others)])
        text = _by_sum(facts) if others else _("{name} takes {goal} with {sum}, unopposed.")
    return Line(text.format(**words), winner, facts["goal"][0], True, link=link)


def _by_sum(facts: Facts) -> str:
    """Return the sentence on a goal taken by the sum, with the reason if it was not the highest."""
    steps = {step["kind"]: step for step in facts["steps"]}
    if "beggar" in steps:
        if steps["sum"]["by"]:
            return _("{name} takes {goal} with {sum} against {others}: farther from the goal.")
        return _("{name} takes {goal} with {sum} against {others}: a beggar is here.")
    if steps["sum"]["by"]:
        return _("{name} takes {goal} with {sum} against {others}: nearer to the goal.")
    return _("{name} takes {goal} with {sum} against {others}.")


_plain = partial(PlainLine, _words)
_own_card = _plain(gettext_lazy("It’s your own card: {card}."), "{card}")
# "drew" has no line: it follows from every card placed, and the stacks show it.
LINE_WRITERS: dict[str, LineWriter] = {
    "placed": _plain(gettext_lazy("{name} lays a card in column {column}."), "cards"),
    "placed-own": _own_card,
    "uncovered": _plain(gettext_lazy("Uncovered in column {column}: {name}’s {card}."), "{card}"),
    "explored": _describe_explored,
    "explorer-stays": _plain(
        gettext_lazy("{name}’s explorer has walked far enough and stays in column {column}."),
        "explorer",
    ),
    "assassinated": _plain(
        gettext_lazy("{name}’s assassin strikes: {victim}’s {card} goes to the discards."),
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
    "swapped": _plain(gettext_lazy("{name}’s traitor swaps {one} with {other}."), "traitor", True),
    "swap-declined": _plain(gettext_lazy("{name} leaves the goals where they are."), "traitor"),
    "reshuffled": _plain(
        ngettext_lazy(
            "{name} shuffles {count} discarded card into a new stack.",
            "{name} shuffles {count} discarded cards into a new stack.",
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
    "goals-opened": _plain(gettext_lazy("Round {round} is played for {goals}."), "flag", True),
    "round-begins": _plain(gettext_lazy("{name} begins."), "play"),
    "over": _plain(gettext_lazy("The last curtain falls: {scores}."), "trophy", True),
}
