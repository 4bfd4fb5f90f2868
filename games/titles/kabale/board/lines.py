"""The happenings of Kabale und Hiebe in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.lines import Line
from games.boards.words import list_words
from games.titles.kabale.board.faces import card_name, goal_name, shown

Facts = Mapping[str, Any]
Names = Sequence[str]


def _column(at: int) -> int:
    """Columns as people count them."""
    return at + 1


def _tell_placed(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = _("{name} lays a card in column {column}.")
    return Line(text.format(name=names[seat], column=_column(facts["column"])), seat, "cards")


def _tell_placed_own(facts: Facts, names: Names) -> Line:
    card = facts["card"]
    return Line(_("It is your card {card}.").format(card=card_name(card)), facts["seat"], card)


def _tell_uncovered(facts: Facts, names: Names) -> Line:
    seat, card = facts["seat"], facts["card"]
    text = _("Uncovered in column {column}: {card} of {name}.")
    return Line(
        text.format(column=_column(facts["column"]), card=card_name(card), name=names[seat]),
        seat,
        card,
    )


def _tell_explored(facts: Facts, names: Names) -> Line:
    seat, at, to = facts["seat"], facts["column"], facts["to"]
    text = _("The explorer of {name} walks on to column {column}.")
    if at == to:
        text = _("The explorer of {name} finds no other column open and stays in column {column}.")
    return Line(text.format(name=names[seat], column=_column(to)), seat, "explorer")


def _tell_explorer_stays(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = _("The explorer of {name} has walked far enough and stays in column {column}.")
    return Line(text.format(name=names[seat], column=_column(facts["column"])), seat, "explorer")


def _tell_assassinated(facts: Facts, names: Names) -> Line:
    by = facts["by"]
    text = _("The assassin of {name} strikes: {card} of {victim} goes to the discards.")
    card, victim = card_name(facts["card"]), names[facts["seat"]]
    return Line(text.format(name=names[by], card=card, victim=victim), by, "assassin", True)


def _tell_storm(facts: Facts, names: Names) -> Line:
    text = _("A storm closes column {column}.")
    return Line(text.format(column=_column(facts["column"])), facts["seat"], "storm", True)


def _tell_cloak_asked(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = _("{name} may hide a card under the cloak.")
    return Line(text.format(name=names[seat]), seat, "cloak", True)


def _tell_hid(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = _("{name} hides a card under the cloak in column {column}.")
    return Line(text.format(name=names[seat], column=_column(facts["column"])), seat, "cloak")


def _tell_cloak_declined(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    return Line(_("{name} hides nothing under the cloak.").format(name=names[seat]), seat, "cloak")


def _tell_swap_asked(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = _("{name} may swap the goal of column {column} with another.")
    return Line(
        text.format(name=names[seat], column=_column(facts["column"])), seat, "traitor", True
    )


def _tell_swapped(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    here, there = facts["goals"]
    text = _("The traitor of {name} swaps {one} with {other}.")
    # `goals` are as they lie afterwards: his own column was about the other one.
    return Line(
        text.format(name=names[seat], one=goal_name(there), other=goal_name(here)),
        seat,
        "traitor",
        True,
    )


def _tell_swap_declined(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    return Line(_("{name} leaves the goals as they are.").format(name=names[seat]), seat, "traitor")


def _tell_reshuffled(facts: Facts, names: Names) -> Line:
    seat, count = facts["seat"], facts["count"]
    text = ngettext(
        "{name} shuffles the discards: {count} card makes the new stack.",
        "{name} shuffles the discards: {count} cards make the new stack.",
        count,
    )
    return Line(text.format(name=names[seat], count=count), seat, "deck")


def _tell_drew_own(facts: Facts, names: Names) -> Line:
    card = facts["card"]
    return Line(_("You draw {card}.").format(card=card_name(card)), facts["seat"], "deck")


def _tell_round_ended(facts: Facts, names: Names) -> Line:
    text = _("Round {round} is over: all cards are turned up.").format(round=facts["round"])
    return Line(text, None, "kabale", True, link="#show")


def _tell_awarded(facts: Facts, names: Names) -> Line:
    winner, goal = facts["winner"], goal_name(facts["goal"])
    link = f"#scene-{facts['column']}"
    if winner is None:
        return Line(_("Nobody takes {goal}.").format(goal=goal), None, "trash", True, link=link)
    if _by_marriage(facts):
        text = _("{name} takes {goal} with prince and squire.").format(
            name=names[winner], goal=goal
        )
    else:
        others = sorted((total for s, total in facts["sums"].items() if int(s) != winner))
        own = shown(facts["sums"][str(winner)])
        if others:
            text = _("{name} takes {goal} with {sum} against {others}.")
        else:
            text = _("{name} takes {goal} with {sum}, unopposed.")
        against = list_words([shown(total) for total in reversed(others)])
        text = text.format(name=names[winner], goal=goal, sum=own, others=against)
    return Line(text, winner, facts["goal"][0], True, link=link)


def _by_marriage(facts: Facts) -> bool:
    """Whether prince and squire took the goal, whatever the sums."""
    return any(step["kind"] == "prince-squire" for step in facts["steps"])


def _tell_opened(facts: Facts, names: Names) -> Line:
    goals = list_words([goal_name(goal) for goal in facts["goals"]])
    text = _("Round {round} is about {goals}.")
    return Line(text.format(round=facts["round"], goals=goals), None, "flag", True)


def _tell_begins(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    return Line(_("{name} begins.").format(name=names[seat]), seat, "play")


def _tell_over(facts: Facts, names: Names) -> Line:
    scores = [f"{name} {facts['scores'][seat]}" for seat, name in enumerate(names)]
    text = _("The last curtain falls: {scores}.")
    return Line(text.format(scores=", ".join(scores)), None, "trophy", True)


# That somebody "drew" follows from every card laid, and the stacks show it: it has no line.
LINE_WRITERS: Mapping[str, Callable[[Facts, Names], Line]] = {
    "placed": _tell_placed,
    "placed-own": _tell_placed_own,
    "uncovered": _tell_uncovered,
    "explored": _tell_explored,
    "explorer-stays": _tell_explorer_stays,
    "assassinated": _tell_assassinated,
    "storm": _tell_storm,
    "cloak-asked": _tell_cloak_asked,
    "hid": _tell_hid,
    "hid-own": _tell_placed_own,
    "cloak-declined": _tell_cloak_declined,
    "swap-asked": _tell_swap_asked,
    "swapped": _tell_swapped,
    "swap-declined": _tell_swap_declined,
    "reshuffled": _tell_reshuffled,
    "drew-own": _tell_drew_own,
    "round-ended": _tell_round_ended,
    "awarded": _tell_awarded,
    "goals-opened": _tell_opened,
    "round-begins": _tell_begins,
    "over": _tell_over,
}
