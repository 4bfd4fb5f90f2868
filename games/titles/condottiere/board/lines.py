"""The log lines of Condottiere."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.lines import Facts, Line, LineWriter, Names, PlainLine
from games.boards.words import list_words, score_words
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.faces import card_name, face


def _words(facts: Facts, names: Names) -> dict[str, str]:
    """Return the words that sentences insert, for the facts that an effect has."""
    words = {}
    if "seat" in facts:
        words["name"] = names[facts["seat"]]
    if "seats" in facts:
        words["names"] = list_words([names[seat] for seat in facts["seats"]])
    if "city" in facts:
        words["city"] = art.NAMES[facts["city"]]
    if "cards" in facts:
        words["cards"] = list_words([card_name(card) for card in facts["cards"]])
    if "series" in facts:
        words["scores"] = score_words(names, facts["series"])
    return words


def _describe_played(facts: Facts, names: Names) -> Line:
    seat, card = facts["seat"], facts["card"]
    if "take" in facts:
        text = _("{name} plays a scarecrow and takes back {card}.")
        return Line(text.format(name=names[seat], card=card_name(facts["take"])), seat, card)
    text = _("{name} plays {card}.").format(name=names[seat], card=card_name(card))
    return Line(text, seat, face(card).emblem)


def describe_battle(facts: Facts, names: Names) -> Line:
    """Describe the end of a battle: the winner, or why there is none."""
    winner = facts["winner"]
    city = art.NAMES[facts["city"]] if facts["city"] else _("the final battle")
    if winner is not None:
        text = _("{name} takes {city} with {strength}.")
        if facts["owner"] == winner:
            text = _("{name} keeps {city} with {strength}.")
        words = {"name": names[winner], "city": city, "strength": facts["strengths"][winner]}
        return Line(text.format(**words), winner, "crown", True)
    text, emblem = _("No single army is strongest: {city} stays as it was."), "flag"
    if facts["cause"] == "bishop":
        text, emblem = _("The bishop ends the battle: no one takes {city}."), "bishop"
    return Line(text.format(city=city), None, emblem, True)


def describe_own_victory(facts: Facts) -> str:
    """Describe the end of a battle to the player who won it."""
    city = art.NAMES[facts["city"]] if facts["city"] else _("the final battle")
    text = _("You take {city} with {strength}.")
    if facts["owner"] == facts["winner"]:
        text = _("You keep {city} with {strength}.")
    return text.format(city=city, strength=facts["strengths"][facts["winner"]])


def _describe_answered(facts: Facts, names: Names) -> Line:
    text = _("You discard your hand.")
    if facts["answer"] == "keep":
        text = _("You keep your hand.")
    return Line(text, facts["seat"], "cards")


_plain = partial(PlainLine, _words)
LINE_WRITERS: dict[str, LineWriter] = {
    "chosen": _plain(gettext_lazy("{name} leads an army against {city}."), "pawn", True),
    "declined": _plain(gettext_lazy("{name} passes the pawn on."), "pawn"),
    "played": _describe_played,
    "passed": _plain(gettext_lazy("{name} passes."), "passed"),
    "battle-ended": describe_battle,
    "answered": _describe_answered,
    "discarded": _plain(gettext_lazy("{name} discards their hand: {cards}."), "cards"),
    "dealt": _plain(gettext_lazy("A new round: the cards are dealt again."), "cards", True),
    "final": _plain(gettext_lazy("{names} fight a final battle for Italy."), "crown", True),
    "kingdom": _plain(gettext_lazy("{name} has united a kingdom."), "crown", True),
    "scored": _plain(gettext_lazy("Points in the series: {scores}."), "trophy", True),
}
