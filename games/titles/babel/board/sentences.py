"""The sentences above the table: the question, and what the table waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.titles.babel.rules.moves import Build

if TYPE_CHECKING:
    from games.titles.babel.board.board import BabelTable


def question_words(board: BabelTable, seat: int) -> str:
    """Return the question to the seat that is to move."""
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
    if board.prospects and board.builds and board.table.suggests:
        return board.prospects.asks_to_build(board.builds)
    return _("Do as much as you like, then end your turn.")


def _first_build(board: BabelTable, seat: int) -> str:
    """Return the question about the duty of the first turn, step by step."""
    if board.in_quarry:
        return _("First build your level‑1 card. Start by travelling to a site.")
    if any(move.row == seat for move in board.moves_of(Build)):
        return _("Now build level 1 from your own row: your site is ready for it.")
    site = board.view["sites"][board.stone]
    if not site["temples"][seat] and not site["tribes"][seat]:
        return _("First build your level‑1 card. Settle a tribe card here for it.")
    return _("First build your level‑1 card, at a site where you have no temple yet.")


def waiting_words(board: BabelTable) -> str:
    """Return the sentence for viewers who wait for another player."""
    if board.phase != "halve":
        return _("It’s {name}’s turn.").format(name=board.attacker)
    due = board.view["due"]
    text = ngettext(
        "{name} must discard {n} more card, then {actor} goes on.",
        "{name} must discard {n} more cards, then {actor} goes on.",
        due,
    )
    return text.format(name=board.victim, n=due, actor=board.attacker)


def halving_words(board: BabelTable) -> str:
    """Return the sentence above the sites about the hand that is being halved."""
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
