"""Kabale und Hiebe explained at the table: each question for a first match, a move advised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.guides import Advice, Guide
from games.titles.kabale.board.faces import Goal, card_name
from games.titles.kabale.rules.cards import ABROAD, ACTS_AT_ONCE, AT_HOME, SPECIALISTS
from games.titles.kabale.rules.moves import Cloak, Place, Swap

if TYPE_CHECKING:
    from games.engine.contract import Move
    from games.titles.kabale.board.board import KabaleTable


def guide_of(board: KabaleTable) -> Guide:
    """What the seat that is to move is asked."""
    if board.phase == "cloak":
        return Guide(
            _("The card under the cloak counts in this column, and nobody can uncover it before."),
            _("Most hide a high number or one that acts at the award. You draw a card for it."),
        )
    if board.phase == "swap":
        return Guide(
            _("All cards stay where they lie; only the two goals change places."),
            _("Fetch a goal you want to where you are strong, and give away one you would lose."),
        )
    asked = _("Your card goes face down to the end of a column, and turns over the one before it.")
    return Guide(asked, _usual_place(board))


def _usual_place(board: KabaleTable) -> str:
    """What fits the hand or the moment of the round best."""
    unfulfilled = [lane for lane in board.lanes if not (lane.enough or lane.storm)]
    if len(unfulfilled) == 1 and len(board.lanes) > 1:
        return _("One goal is still short of cards: when it has them, the round is awarded.")
    for lane in board.lanes:
        for card in board.my_cards:
            if lane.legal and SPECIALISTS.get(card) == lane.goal.area:
                text = _("At {goal} this card of yours counts {home}, elsewhere {abroad}: {card}.")
                return text.format(
                    goal=lane.goal.text, home=AT_HOME, abroad=ABROAD, card=card_name(card)
                )
    if not ACTS_AT_ONCE.isdisjoint(board.my_cards):
        return _("A card that acts at once does so only when another one is laid behind it.")
    return _(
        "Most lay high numbers at goals worth much, and low ones to fill up the other columns."
    )


def advice_of(board: KabaleTable, move: Move) -> Advice:
    """One move in words, and why it may be a good one."""
    match move:
        case Place(card, column):
            text = _("Lay this card in column {n}: {card}.")
            why = _why_there(board, card, column)
            return Advice(text.format(n=column + 1, card=card_name(card)), why)
        case Cloak(None):
            return Advice(_("Hide nothing."))
        case Cloak(str(card)):
            why = _("It counts in this column, and you draw another card.")
            return Advice(_("Hide this card: {card}.").format(card=card_name(card)), why)
        case Swap(None):
            return Advice(_("Leave the goal where it is."))
        case Swap(int(column)):
            goal = Goal(*board.view["columns"][column]["goal"])
            return Advice(_("Swap it with this goal: {goal}.").format(goal=goal.text))
    raise TypeError(move)


def _why_there(board: KabaleTable, card: str, column: int) -> str:
    lane = board.view["columns"][column]
    goal = Goal(*lane["goal"])
    if SPECIALISTS.get(card) == goal.area:
        return _("At {goal} it counts {home}.").format(goal=goal.text, home=AT_HOME)
    last = lane["cards"][-1] if lane["cards"] else None
    if last is None or last["up"] or last["cloaked"]:
        return ""
    if last["seat"] == board.table.seat and last["card"] in ACTS_AT_ONCE:
        text = _("It uncovers a card of yours that acts at once: {card}.")
        return text.format(card=card_name(last["card"]))
    return _("It uncovers the card before it.")
