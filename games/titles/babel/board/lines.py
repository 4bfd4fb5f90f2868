"""The happenings of Babel in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.lines import Line
from games.boards.words import list_words
from games.titles.babel.board.faces import a_card, among, card_name, counted, power_name, to
from games.titles.babel.rules.moves import HALVE

Facts = dict[str, Any]
Names = Sequence[str]


def _tell_travelled(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = _("{name} travels {there}.").format(name=names[seat], there=to(facts["to"]))
    return Line(text, seat, "travel")


def _tell_settled(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = _("{name} settles {card} {there}.").format(
        name=names[seat], card=a_card(facts["tribe"]), there=among(facts["site"])
    )
    return Line(text, seat, facts["tribe"])


def _tell_built(facts: Facts, names: Names) -> Line:
    seat, row = facts["seat"], facts["row"]
    if row == seat:
        text = _("{name} builds level {level} {there}.")
    else:
        text = _("{name} builds level {level} {there}, with {other}’s card.")
    words = text.format(
        name=names[seat], level=facts["level"], there=among(facts["site"]), other=names[row]
    )
    return Line(words, seat, "build", True)


def _tell_migrated(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = _("{name} lets three cards migrate {there}: {cards}.").format(
        name=names[seat], there=to(facts["to"]), cards=_words(facts["cards"])
    )
    return Line(text, seat, "migrate")


def _tell_power(facts: Facts, names: Names) -> Line:
    seat, power = facts["seat"], facts["power"]
    words = _POWERS[power](facts).format(
        name=names[seat], other=names[1 - seat], there=among(facts["site"]), **_named(facts)
    )
    return Line(f"{power_name(power)}: {words}", seat, power, True)


def _named(facts: Facts) -> Facts:
    """The facts of a power as its sentence needs them."""
    tribe = facts.get("expelled") or facts.get("bribed")
    return {
        "cards": counted(tribe, facts["count"]) if tribe else "",
        "level": facts.get("level"),
        "levels": list_words([str(level) for level in facts.get("temple", ())]),
        "n": facts.get("due"),
    }


_POWERS: dict[str, Callable[[Facts], str]] = {
    "expel": lambda facts: _("{name} drives {cards} of {other} away {there}."),
    "bribe": lambda facts: _("{name} wins over {cards} of {other} {there}."),
    "steal": lambda facts: _("{name} takes level {level} from {other}’s temple {there}."),
    "skip": lambda facts: _("{name} builds level {level} {there} at one go."),
    "raze": lambda facts: ngettext(
        "{name} pulls down {other}’s temple {there}, level {levels}.",
        "{name} pulls down {other}’s temple {there}, levels {levels}.",
        len(facts["temple"]),
    ),
    HALVE: lambda facts: ngettext(
        "{other} must discard {n} card for {name}.",
        "{other} must discard {n} cards for {name}.",
        facts["due"],
    ),
}


def _tell_discarded(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = _("{name} discards {card}.").format(name=names[seat], card=a_card(facts["tribe"]))
    return Line(text, seat, HALVE)


def _tell_temple_cards(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = ngettext(
        "{name} ends the turn with a new temple card: {levels}.",
        "{name} ends the turn with new temple cards: {levels}.",
        len(facts["cards"]),
    )
    levels = list_words([str(level) for level in facts["cards"]])
    return Line(text.format(name=names[seat], levels=levels), seat, "temple")


def _tell_drew(facts: Facts, names: Names) -> Line:
    seat = facts["seat"]
    text = ngettext(
        "{name} begins a turn and draws {n} tribe card.",
        "{name} begins a turn and draws {n} tribe cards.",
        facts["count"],
    )
    return Line(text.format(name=names[seat], n=facts["count"]), seat, "cards")


def _tell_drew_cards(facts: Facts, names: Names) -> Line:
    if not facts["cards"]:
        return Line(_("There is no tribe card left for you to draw."), facts["seat"], "deck")
    text = _("Your new cards: {cards}.").format(cards=_words(facts["cards"]))
    return Line(text, facts["seat"], "deck")


def _tell_reshuffled(facts: Facts, names: Names) -> Line:
    text = ngettext(
        "The discard pile, {n} card, is shuffled into a new tribe deck.",
        "The discard pile, {n} cards, is shuffled into a new tribe deck.",
        facts["count"],
    )
    return Line(text.format(n=facts["count"]), None, "deck")


def _tell_end_phase(facts: Facts, names: Names) -> Line:
    scores = ", ".join(
        f"{name} {total}" for name, total in zip(names, facts["totals"], strict=True)
    )
    text = _("The end phase begins: {scores}.").format(scores=scores)
    return Line(text, None, "wait", True)


def _tell_over(facts: Facts, names: Names) -> Line:
    scores = ", ".join(
        f"{name} {total}" for name, total in zip(names, facts["scores"], strict=True)
    )
    return Line(_("The last stone is set: {scores}.").format(scores=scores), None, "trophy", True)


def _words(cards: Sequence[str]) -> str:
    return list_words([card_name(card) for card in cards])


LINE_WRITERS = {
    "travelled": _tell_travelled,
    "settled": _tell_settled,
    "built": _tell_built,
    "migrated": _tell_migrated,
    "power": _tell_power,
    "discarded": _tell_discarded,
    "temple-cards": _tell_temple_cards,
    "drew": _tell_drew,
    "drew-cards": _tell_drew_cards,
    "reshuffled": _tell_reshuffled,
    "end-phase": _tell_end_phase,
    "over": _tell_over,
}
