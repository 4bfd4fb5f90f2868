"""The effects of Kharnage in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from games.boards.lines import Facts, Line, LineWriter, Names, PlainLine
from games.boards.words import list_words, score_words
from games.engine.contract import Effect
from games.titles.kharnage.board.faces import card_name
from games.titles.kharnage.board.words import ATTACKS
from games.titles.kharnage.rules.cardset import built_in
from games.titles.kharnage.rules.table import ROUNDS


def _card(id: str) -> str:
    return card_name(built_in(), id)


def initiative_of(id: str) -> int:
    """Return the initiative of a strategy card; 0 if it is not a built-in card."""
    strategy = built_in().strategies.get(id)
    return 0 if strategy is None else strategy.initiative


def _initiative(id: str) -> str:
    return str(initiative_of(id) or id)


def plans_in_order(facts: Facts, names: Names) -> str:
    """Return the players and their plans in the order in which these are carried out."""
    plans = [(name, plan) for name, plan in zip(names, facts["plans"], strict=False) if plan]
    plans.sort(key=lambda one: initiative_of(one[1]))
    return ", ".join(f"{name} {_initiative(plan)}" for name, plan in plans)


def scores_in_order(facts: Facts, names: Names) -> list[str]:
    """Return in words the points of a round, the most first, with the cards destroyed."""
    scored = zip(facts["points"], facts["destroyed"], names, strict=False)
    return [
        ngettext(
            "{name}: {points} for {n} card destroyed",
            "{name}: {points} for {n} cards destroyed",
            destroyed,
        ).format(
            name=name,
            points=ngettext("{n} point", "{n} points", points).format(n=points),
            n=destroyed,
        )
        for points, destroyed, name in sorted(scored, key=lambda one: -one[0])
    ]


def _words(facts: Facts, names: Names) -> dict[str, object]:
    """Return the words that sentences use, from the facts given."""
    words: dict[str, object] = {"last": ROUNDS, "round": facts.get("round")}
    words["n"] = facts.get("pile", facts.get("left", words["round"]))
    if "seat" in facts:
        words["name"] = names[facts["seat"]]
    if "seats" in facts:
        words["others"] = list_words([names[seat] for seat in facts["seats"]])
    if facts.get("target") is not None:
        words["other"] = names[facts["target"]]
    if isinstance(facts.get("card"), str):
        words["card"] = _card(facts["card"])
    if "strategy" in facts:
        words["initiative"] = _initiative(facts["strategy"])
    if "strength" in facts:
        kind = facts.get("kind") or facts["icon"].removeprefix("surprise-")
        words |= {"strength": facts["strength"], "kind": ATTACKS[kind]}
    if "plans" in facts:
        words["plans"] = plans_in_order(facts, names)
    if "destroyed" in facts:
        words["scores"] = "; ".join(scores_in_order(facts, names))
    if "scores" in facts:
        words["scores"] = score_words(names, facts["scores"])
    return words


def _describe_deployed(facts: Facts, names: Names) -> Line:
    ids = facts["cards"]
    kinds = ((_card(id), ids.count(id)) for id in dict.fromkeys(ids))
    cards = list_words([f"{n} × {name}" if n > 1 else name for name, n in kinds])
    text = _("{name} deploys {cards}.")
    if facts["fetched"]:
        text = _("The other pieces come along: {cards}.")
    return Line(text.format(name=names[facts["seat"]], cards=cards), facts["seat"], "reinforce")


def _describe_throw(facts: Facts, names: Names) -> Line:
    text = _("{name} throws a {card}.") if facts["do"] else _("{name} keeps the {card}.")
    return Line(text.format(**_words(facts, names)), facts["seat"], "throw")


def _describe_web(facts: Facts, names: Names) -> Line:
    text = _("{name} puts a web on {other}’s {card}.")
    if facts["target"] is None:
        text = _("{name} keeps the web.")
    return Line(text.format(**_words(facts, names)), facts["seat"], "web")


def _describe_target(facts: Facts, names: Names) -> Line:
    text = _("{name} attacks {others}: {kind}, {strength} each.")
    if not facts["seats"]:
        text = _("{name} skips an attack: {kind} {strength}.")
    elif len(facts["seats"]) == 1:
        text = _("{name} attacks {others}: {kind} {strength}.")
    return Line(text.format(**_words(facts, names)), facts["seat"], facts["kind"], True)


def _describe_cheered(facts: Facts, names: Names) -> Line:
    name, seat = names[facts["seat"]], facts["seat"]
    if facts["cheers"]:
        return Line(_("{name} cheers.").format(name=name), seat, "cheer")
    text = _("{name} stays silent, with no token to lose.")
    if facts["lost"]:
        text = _("{name} stays silent and loses a kharnage token.")
    return Line(text.format(name=name), seat, "silent", facts["lost"])


_plain = partial(PlainLine, _words)
LINE_WRITERS: dict[str, LineWriter] = {
    "planned": _plain(gettext_lazy("Your plan is {initiative}."), "unit"),
    "plan-laid": _plain(gettext_lazy("{name} has a plan."), "check"),
    "revealed": _plain(gettext_lazy("The plans are shown: {plans}."), "eye", True),
    "turn": _plain(gettext_lazy("{name} acts with {initiative}."), "unit", True),
    "flag": _plain(
        ngettext_lazy("{name} has {n} card on the pile.", "{name} has {n} cards on the pile.", "n"),
        "deck",
    ),
    "general": _plain(gettext_lazy("{name} sends {card}."), "general"),
    "deployed": _describe_deployed,
    "surprise": _plain(gettext_lazy("{card} surprises everyone: {kind} {strength}."), "surprise"),
    "throw": _describe_throw,
    "web": _describe_web,
    "target": _describe_target,
    "destroyed": _plain(gettext_lazy("{name} destroys {other}’s {card}."), "fallen"),
    "withstood": _plain(
        gettext_lazy("{other}’s army holds: no card falls."), "shield", seat="target"
    ),
    "stopped": _plain(
        ngettext_lazy(
            "{name} spares {other}, with {n} strength left.",
            "{name} spares {other}, with {n} strength left.",
            "n",
        ),
        "passed",
    ),
    "kharnage": _plain(
        gettext_lazy("KHARNAGE! Nothing is left of {other}’s army. A token for {name}."),
        "carnage",
        True,
    ),
    "cheer-asked": _plain(gettext_lazy("Now cheer, {others}."), "cheer"),
    "cheered": _describe_cheered,
    "scored": _plain(gettext_lazy("Round {round} is over. {scores}."), "trophy", True),
    "round": _plain(gettext_lazy("Round {n} of {last}. Everyone makes a new plan."), "hill", True),
    "over": _plain(gettext_lazy("The hill is quiet: {scores}."), "hill", True),
}


def condense(effects: Iterable[Effect]) -> list[Effect]:
    """Combine effects that belong together: flags in a row, a deployed pile, one's own plan."""
    short: list[Effect] = []
    for effect in effects:
        kind, facts, to = effect
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
        short.append(Effect(kind, facts, to))
    return short
