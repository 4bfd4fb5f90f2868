"""The happenings of Kharnage in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.lines import Line
from games.boards.words import list_words
from games.engine.contract import Happening
from games.titles.kharnage.board.faces import card_name
from games.titles.kharnage.board.words import ATTACKS
from games.titles.kharnage.rules.cardset import built_in
from games.titles.kharnage.rules.table import ROUNDS

Facts = Mapping[str, Any]
Names = Sequence[str]


def _card(id: str) -> str:
    return card_name(built_in(), id)


def _initiative(id: str) -> str:
    strategy = built_in().strategies.get(id)
    return id if strategy is None else str(strategy.initiative)


def _planned(facts: Facts, names: Names) -> Line:
    text = _("You plan {initiative}.").format(initiative=_initiative(facts["strategy"]))
    return Line(text, facts["seat"], "unit")


def _plan_laid(facts: Facts, names: Names) -> Line:
    return Line(_("{name} has a plan.").format(name=names[facts["seat"]]), facts["seat"], "check")


def _revealed(facts: Facts, names: Names) -> Line:
    plans = [
        f"{names[seat]} {_initiative(plan)}"
        for seat, plan in enumerate(facts["plans"])
        if plan is not None
    ]
    return Line(
        _("The plans are shown: {plans}.").format(plans=", ".join(plans)), None, "eye", True
    )


def _turn(facts: Facts, names: Names) -> Line:
    text = _("{name} acts, with {initiative}.")
    initiative = _initiative(facts["strategy"])
    seat = facts["seat"]
    return Line(text.format(name=names[seat], initiative=initiative), seat, "unit", True)


def _flag(facts: Facts, names: Names) -> Line:
    pile, seat = facts["pile"], facts["seat"]
    text = ngettext("{name} has {n} card on the pile.", "{name} has {n} cards on the pile.", pile)
    return Line(text.format(name=names[seat], n=pile), seat, "deck")


def _general(facts: Facts, names: Names) -> Line:
    text = _("{name} sends {card}.")
    seat = facts["seat"]
    return Line(text.format(name=names[seat], card=_card(facts["card"])), seat, "general")


def _deployed(facts: Facts, names: Names) -> Line:
    seat, ids = facts["seat"], facts["cards"]
    kinds = ((_card(id), ids.count(id)) for id in dict.fromkeys(ids))
    cards = list_words([f"{n} × {name}" if n > 1 else name for name, n in kinds])
    text = (
        _("Their other pieces come along: {cards}.")
        if facts["fetched"]
        else _("{name} deploys {cards}.")
    )
    return Line(text.format(name=names[seat], cards=cards), seat, "reinforce")


def _surprise(facts: Facts, names: Names) -> Line:
    text = _("{card} surprises everybody: {kind} {strength}.")
    kind = ATTACKS[facts["icon"].removeprefix("surprise-")]
    words = {"card": _card(facts["card"]), "kind": kind, "strength": facts["strength"]}
    return Line(text.format(**words), facts["seat"], "surprise")


def _throw(facts: Facts, names: Names) -> Line:
    text = _("{name} throws a {card}.") if facts["do"] else _("{name} keeps the {card}.")
    seat = facts["seat"]
    return Line(text.format(name=names[seat], card=_card(facts["card"])), seat, "throw")


def _web(facts: Facts, names: Names) -> Line:
    seat, target = facts["seat"], facts["target"]
    if target is None:
        return Line(_("{name} keeps the web.").format(name=names[seat]), seat, "web")
    words = {"name": names[seat], "other": names[target], "card": _card(facts["card"])}
    return Line(_("{name} webs {card} of {other}.").format(**words), seat, "web")


def _target(facts: Facts, names: Names) -> Line:
    seat, kind, strength = facts["seat"], facts["kind"], facts["strength"]
    words = {"name": names[seat], "kind": ATTACKS[kind], "strength": strength}
    words["others"] = list_words([names[other] for other in facts["seats"]])
    if not facts["seats"]:
        text = _("{name} forgoes an attack: {kind} {strength}.")
    elif len(facts["seats"]) == 1:
        text = _("{name} attacks {others}: {kind} {strength}.")
    else:
        text = _("{name} attacks {others}: {kind}, {strength} each.")
    return Line(text.format(**words), seat, kind, True)


def _destroyed(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    words = {"name": names[seat], "other": names[facts["target"]], "card": _card(facts["card"])}
    return Line(_("{name} destroys {card} of {other}.").format(**words), seat, "fallen")


def _stopped(facts: Facts, names: Names) -> Line:
    seat, left = facts["seat"], facts["left"]
    text = ngettext(
        "{name} lets {other} be, with {n} strength left.",
        "{name} lets {other} be, with {n} strength left.",
        left,
    )
    words = {"name": names[seat], "other": names[facts["target"]], "n": left}
    return Line(text.format(**words), seat, "passed")


def _kharnage(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    words = {"name": names[seat], "other": names[facts["target"]]}
    text = _("KHARNAGE! Of the army of {other} nothing stands. A token for {name}.")
    return Line(text.format(**words), seat, "carnage", True)


def _cheer_asked(facts: Facts, names: Names) -> Line:
    others = list_words([names[seat] for seat in facts["seats"]])
    return Line(_("Now cheer, {others}.").format(others=others), None, "cheer")


def _cheered(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    if facts["cheers"]:
        return Line(_("{name} cheers.").format(name=names[seat]), seat, "cheer")
    if facts["lost"]:
        text = _("{name} stays silent and loses a kharnage token.")
    else:
        text = _("{name} stays silent, with no token to lose.")
    return Line(text.format(name=names[seat]), seat, "silent", facts["lost"])


def _scored(facts: Facts, names: Names) -> Line:
    scored = [
        _("{name} {points} for {n}").format(name=names[seat], points=points, n=fallen)
        for seat, (fallen, points) in enumerate(
            zip(facts["destroyed"], facts["points"], strict=True)
        )
    ]
    text = _("Round {round} scores, for the cards destroyed: {scores}.")
    return Line(text.format(round=facts["round"], scores=", ".join(scored)), None, "trophy", True)


def _round(facts: Facts, names: Names) -> Line:
    text = _("Round {n} of {last}. Everybody plans anew.")
    return Line(text.format(n=facts["round"], last=ROUNDS), None, "hill", True)


def _over(facts: Facts, names: Names) -> Line:
    scores = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(facts["scores"]))
    return Line(_("The hill is quiet: {scores}.").format(scores=scores), None, "hill", True)


LINE_WRITERS: dict[str, Callable[[Facts, Names], Line]] = {
    "planned": _planned,
    "plan-laid": _plan_laid,
    "revealed": _revealed,
    "turn": _turn,
    "flag": _flag,
    "general": _general,
    "deployed": _deployed,
    "surprise": _surprise,
    "throw": _throw,
    "web": _web,
    "target": _target,
    "destroyed": _destroyed,
    "stopped": _stopped,
    "kharnage": _kharnage,
    "cheer-asked": _cheer_asked,
    "cheered": _cheered,
    "scored": _scored,
    "round": _round,
    "over": _over,
}


def digest(told: Iterable[Happening]) -> list[Happening]:
    """What belongs together as one: a row of flags, a pile unfolding, my plan being laid."""
    short: list[Happening] = []
    for happening in told:
        kind, facts, to = happening
        before = short[-1] if short else None
        if kind == "deployed":
            facts = {"seat": facts["seat"], "cards": [facts["card"]], "fetched": facts["fetched"]}
        if before is not None and before.facts.get("seat") == facts.get("seat"):
            if kind == before.kind == "flag":
                short.pop()
            elif kind == before.kind == "deployed" and before.facts["fetched"] == facts["fetched"]:
                facts["cards"] = short.pop().facts["cards"] + facts["cards"]
            elif (before.kind, kind) == ("planned", "plan-laid"):
                continue
        short.append(Happening(kind, facts, to))
    return short
