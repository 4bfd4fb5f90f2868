"""The log lines of Babel."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards.lines import Facts, Line, LineWriter, Names, PlainLine
from games.boards.words import list_words, score_words
from games.titles.babel.board.faces import A_CARD, AMONG, NAMES, POWER_NAMES, TO, counted
from games.titles.babel.rules.moves import HALVE


def _words(facts: Facts, names: Names) -> dict[str, object]:
    """Return the words that sentences insert, for the facts that an effect has."""
    words = {"n": facts.get("count"), "level": facts.get("level")}
    if "seat" in facts:
        words |= {"name": names[facts["seat"]], "other": names[1 - facts["seat"]]}
    if "to" in facts:
        words["there"] = TO[facts["to"]]
    elif "site" in facts:
        words["there"] = AMONG[facts["site"]]
    if "tribe" in facts:
        words["card"] = A_CARD.get(facts["tribe"])
    if "cards" in facts:
        # Temple cards are levels.
        cards = [str(NAMES.get(card, card)) for card in facts["cards"]]
        words |= {"cards": list_words(cards), "levels": list_words(cards), "size": len(cards)}
    totals = facts.get("totals") or facts.get("scores")
    if totals:
        words["scores"] = score_words(names, totals)
    return words


def _describe_built(facts: Facts, names: Names) -> Line:
    text = _("{name} builds level {level} {there}.")
    if facts["row"] != facts["seat"]:
        text = _("{name} builds level {level} {there}, with {other}’s card.")
    return Line(text.format(**_words(facts, names)), facts["seat"], "build", True)


def describe_power(facts: Facts, names: Names) -> Line:
    """Describe the use of a power: its name and its effect."""
    power = facts["power"]
    text = f"{POWER_NAMES[power]}: {power_sentence(facts, names)}"
    return Line(text, facts["seat"], power, True)


def power_sentence(facts: Facts, names: Names) -> str:
    """Describe the effect of a power."""
    power, tribe = facts["power"], facts.get("expelled") or facts.get("bribed")
    words = _words(facts, names) | {
        "cards": counted(tribe, facts["count"]) if tribe else "",
        "levels": list_words([str(level) for level in facts.get("temple", ())]),
        "size": len(facts.get("temple", ())),
        "n": facts.get("due"),
    }
    sentence: str = _POWERS[power] % words
    return sentence.format(**words)


_POWERS = {
    "expel": gettext_lazy("{name} drives away {other}’s {cards} {there}."),
    "bribe": gettext_lazy("{name} wins over {other}’s {cards} {there}."),
    "steal": gettext_lazy("{name} takes level {level} from {other}’s temple {there}."),
    "skip": gettext_lazy("{name} builds level {level} {there} in one go."),
    "raze": ngettext_lazy(
        "{name} tears down {other}’s temple {there}, level {levels}.",
        "{name} tears down {other}’s temple {there}, levels {levels}.",
        "size",
    ),
    HALVE: ngettext_lazy(
        "{name} makes {other} discard {n} card.",
        "{name} makes {other} discard {n} cards.",
        "n",
    ),
}


def _describe_drew_cards(facts: Facts, names: Names) -> Line:
    text = _("Your new cards: {cards}.").format(**_words(facts, names))
    if not facts["cards"]:
        text = _("There are no tribe cards left for you to draw.")
    return Line(text, facts["seat"], "deck")


_plain = partial(PlainLine, _words)
LINE_WRITERS: dict[str, LineWriter] = {
    "travelled": _plain(gettext_lazy("{name} travels {there}."), "travel"),
    "settled": _plain(gettext_lazy("{name} settles {card} {there}."), "{tribe}"),
    "built": _describe_built,
    "migrated": _plain(gettext_lazy("{name} migrates three cards {there}: {cards}."), "migrate"),
    "power": describe_power,
    "discarded": _plain(gettext_lazy("{name} discards {card}."), HALVE),
    "temple-cards": _plain(
        ngettext_lazy(
            "{name} ends the turn with a new temple card: {levels}.",
            "{name} ends the turn with new temple cards: {levels}.",
            "size",
        ),
        "temple",
    ),
    "drew": _plain(
        ngettext_lazy(
            "{name} begins a turn and draws {n} tribe card.",
            "{name} begins a turn and draws {n} tribe cards.",
            "n",
        ),
        "cards",
    ),
    "drew-cards": _describe_drew_cards,
    "reshuffled": _plain(
        ngettext_lazy(
            "The discard pile ({n} card) is shuffled into a new tribe deck.",
            "The discard pile ({n} cards) is shuffled into a new tribe deck.",
            "n",
        ),
        "deck",
    ),
    "end-phase": _plain(gettext_lazy("The end phase begins: {scores}."), "wait", True),
    "over": _plain(gettext_lazy("The last stone is set: {scores}."), "trophy", True),
}
