"""The banners of Condottiere: the end of a battle, a deal, a kingdom."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.highlights import Banner, BannerWriter, line_banners
from games.boards.lines import Facts, Names
from games.boards.words import list_words
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.lines import LINE_WRITERS, describe_battle


def battle_banner(facts: Facts, names: Names, you: int | None) -> Banner:
    """Return the banner of a battle's end: the winner, the strengths, and what ended it."""
    winner, cause = facts["winner"], facts["cause"]
    if winner is None:
        title = describe_battle(facts, names).text
        if cause == "bishop":
            return Banner(title, emblem="bishop")
        return Banner(title, _strengths(facts, names), emblem="flag")
    city = art.NAMES[facts["city"]] if facts["city"] else _("the final battle")
    held = facts["owner"] == winner
    if winner == you:
        text = _("You keep {city}.") if held else _("You take {city}.")
    else:
        text = _("{name} keeps {city}.") if held else _("{name} takes {city}.")
    title = text.format(name=names[winner], city=city)
    why = (_("Surrender: the strongest army takes it."),) if cause == "surrender" else ()
    return Banner(title, (*_strengths(facts, names), *why), winner, "crown")


def _strengths(facts: Facts, names: Names) -> tuple[str, ...]:
    """Return the sentence about the strengths, such as “Belit 12 against Ashur 10”."""
    armies = zip(facts["strengths"], names, facts["armies"], strict=True)
    fought = [(strength, name) for strength, name, cards in armies if cards]
    if not fought:
        return (_("No one sent an army."),)
    fought.sort(key=lambda side: -side[0])
    sides = [f"{name} {strength}" for strength, name in fought]
    if len(sides) == 1:
        strong = fought[0][0] > 0
        return (_("{army}, unopposed").format(army=sides[0]),) if strong else ()
    text = _("{army} against {others}")
    return (text.format(army=sides[0], others=list_words(sides[1:])),)


def dealt_banner(facts: Facts, names: Names, you: int | None) -> Banner:
    """Return the banner of a new round, with the number of the viewer's cards."""
    title = _("A new round: the cards are dealt again.")
    if you is None:
        return Banner(title, emblem="cards")
    mine = facts["hands"][you]
    text = ngettext("You hold {n} card.", "You hold {n} cards.", mine)
    return Banner(title, (text.format(n=mine),), emblem="cards")


def kingdom_banner(facts: Facts, names: Names, you: int | None) -> Banner:
    seat = facts["seat"]
    text = _("You have united a kingdom.") if seat == you else _("{name} has united a kingdom.")
    return Banner(text.format(name=names[seat]), (), seat, "crown")


BANNERS: dict[str, BannerWriter] = {
    "battle-ended": battle_banner,
    "dealt": dealt_banner,
    "kingdom": kingdom_banner,
    **line_banners(LINE_WRITERS, "discarded", "final", "scored"),
}
