"""What is asked, of whom, and for what the table waits, in one sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.titles.babel.rules.moves import Build

if TYPE_CHECKING:
    from games.titles.babel.board.board import BabelTable


def question_words(board: BabelTable, seat: int) -> str:
    """What the seat that is to move is asked."""
    view = board.view
    if board.phase == "halve":
        text = ngettext(
            "{name} halves your hand: discard {n} more card.",
            "{name} halves your hand: discard {n} more cards, one at a time.",
            view["due"],
        )
        return text.format(name=board.attacker, n=view["due"])
    if view["duty"][seat]:
        return _first_build(board, seat)
    if board.prospects and board.builds:
        return board.prospects.asks_to_build(board.builds)
    return _("Act as often as you like, then end your turn.")


def _first_build(board: BabelTable, seat: int) -> str:
    """The duty of the first turn, step by step."""
    if board.in_quarry:
        return _("First build your own temple card. Begin by travelling to a site.")
    if any(move.row == seat for move in board.moves_of(Build)):
        return _("Now build level 1 from your own row: your site is ready for it.")
    site = board.view["sites"][board.stone]
    if not site["temples"][seat] and not site["tribes"][seat]:
        return _("First build your own temple card. Settle a tribe card here for it.")
    return _("First build your own temple card, at a site where you have no temple yet.")


def waiting_words(board: BabelTable) -> str:
    """For whom those wait who are not asked."""
    if board.phase != "halve":
        return _("{name} is at work.").format(name=board.attacker)
    due = board.view["due"]
    text = ngettext(
        "{name} is to discard {n} more card, then {actor} goes on.",
        "{name} is to discard {n} more cards, then {actor} goes on.",
        due,
    )
    return text.format(name=board.victim, n=due, actor=board.attacker)


def halving_words(board: BabelTable) -> str:
    """Whose hand is being halved, as it stands over the land."""
    due = board.view["due"]
    if board.choosing:
        text = ngettext(
            "{actor} halves your hand: {n} card to go.",
            "{actor} halves your hand: {n} cards to go.",
            due,
        )
    else:
        text = ngettext(
            "{actor} halves {name}’s hand: {n} card to go.",
            "{actor} halves {name}’s hand: {n} cards to go.",
            due,
        )
    return text.format(actor=board.attacker, name=board.victim, n=due)
