"""The happenings of Condottiere in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.boards.lines import Line
from games.boards.words import list_words
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.faces import card_name, face


def _tell_chosen(facts: dict[str, Any], names: Sequence[str]) -> Line:
    text = _("{name} leads an army against {city}.")
    seat = facts["seat"]
    return Line(text.format(name=names[seat], city=art.NAMES[facts["city"]]), seat, "pawn", True)


def _tell_declined(facts: dict[str, Any], names: Sequence[str]) -> Line:
    seat = facts["seat"]
    return Line(_("{name} passes the pawn on.").format(name=names[seat]), seat, "pawn")


def _tell_played(facts: dict[str, Any], names: Sequence[str]) -> Line:
    seat, card = facts["seat"], facts["card"]
    if "take" in facts:
        text = _("{name} lays a scarecrow and takes back {card}.")
        return Line(text.format(name=names[seat], card=card_name(facts["take"])), seat, card)
    emblem = face(card).emblem
    return Line(
        _("{name} lays {card}.").format(name=names[seat], card=card_name(card)), seat, emblem
    )


def _tell_passed(facts: dict[str, Any], names: Sequence[str]) -> Line:
    seat = facts["seat"]
    return Line(_("{name} passes.").format(name=names[seat]), seat, "passed")


def _tell_battle(facts: dict[str, Any], names: Sequence[str]) -> Line:
    winner, cause = facts["winner"], facts["cause"]
    city = art.NAMES[facts["city"]] if facts["city"] else _("the final battle")
    if winner is not None:
        text = _("{name} takes {city} with {strength}.")
        if facts["owner"] == winner:
            text = _("{name} holds {city} with {strength}.")
        strength = facts["strengths"][winner]
        return Line(
            text.format(name=names[winner], city=city, strength=strength), winner, "crown", True
        )
    if cause == "bishop":
        return Line(
            _("The bishop ends it: nobody takes {city}.").format(city=city), None, "bishop", True
        )
    return Line(
        _("Nobody is strongest: {city} stays as it was.").format(city=city), None, "flag", True
    )


def _tell_answered(facts: dict[str, Any], names: Sequence[str]) -> Line:
    if facts["answer"] == "keep":
        return Line(_("You keep your hand."), facts["seat"], "cards")
    return Line(_("You discard your hand."), facts["seat"], "cards")


def _tell_discarded(facts: dict[str, Any], names: Sequence[str]) -> Line:
    seat = facts["seat"]
    cards = list_words([card_name(card) for card in facts["cards"]])
    return Line(
        _("{name} discards a hand: {cards}.").format(name=names[seat], cards=cards), seat, "cards"
    )


def _tell_dealt(facts: dict[str, Any], names: Sequence[str]) -> Line:
    return Line(_("A new round: the cards are dealt anew."), None, "cards", True)


def _tell_final(facts: dict[str, Any], names: Sequence[str]) -> Line:
    tied = list_words([names[seat] for seat in facts["seats"]])
    return Line(
        _("{names} fight a final battle for Italy.").format(names=tied), None, "crown", True
    )


def _tell_kingdom(facts: dict[str, Any], names: Sequence[str]) -> Line:
    seat = facts["seat"]
    return Line(_("{name} has united a kingdom.").format(name=names[seat]), seat, "crown", True)


def _tell_scored(facts: dict[str, Any], names: Sequence[str]) -> Line:
    scores = [f"{names[seat]} {points}" for seat, points in enumerate(facts["series"])]
    return Line(
        _("The series stands: {scores}.").format(scores=", ".join(scores)), None, "trophy", True
    )


LINE_WRITERS = {
    "chosen": _tell_chosen,
    "declined": _tell_declined,
    "played": _tell_played,
    "passed": _tell_passed,
    "battle-ended": _tell_battle,
    "answered": _tell_answered,
    "discarded": _tell_discarded,
    "dealt": _tell_dealt,
    "final": _tell_final,
    "kingdom": _tell_kingdom,
    "scored": _tell_scored,
}
