"""Explanations at the table for a first match: each decision, and a piece of advice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.guides import RULE, Advice, Guide, Reason
from games.titles.kabale.board.faces import Goal, card_help, card_name
from games.titles.kabale.board.forecast import Forecast
from games.titles.kabale.rules.award import ABILITIES
from games.titles.kabale.rules.cards import ABROAD, ACTS_AT_ONCE, AT_HOME, SPECIALISTS
from games.titles.kabale.rules.moves import Cloak, Place, Swap

if TYPE_CHECKING:
    from games.engine.contract import Move
    from games.titles.kabale.board.board import KabaleTable


def guide_of(board: KabaleTable) -> Guide:
    """Return the explanation of the decision of the seat that is to move."""
    if board.phase == "cloak":
        return Guide(
            _(
                "The card under the cloak counts in this column. It can’t be uncovered until the"
                " round ends."
            ),
            _(
                "Most players hide a high number or a card that acts at the award. You draw a new"
                " card for it."
            ),
        )
    if board.phase == "swap":
        return Guide(
            _("All cards stay where they are. Only the two goals swap places."),
            _("Bring a goal you want to where you’re strong, and give away one you would lose."),
        )
    asked = _("Your card goes face down at the end of a column and turns over the one before it.")
    return Guide(asked, _usual_place(board))


def _usual_place(board: KabaleTable) -> str:
    """Return the hint that fits the hand or the state of the round best."""
    unfulfilled = [lane for lane in board.lanes if not (lane.enough or lane.storm)]
    if len(unfulfilled) == 1 and len(board.lanes) > 1:
        return _("One goal still needs cards. Once it has them, the round is awarded.")
    for lane in board.lanes:
        for card in board.my_cards:
            if lane.legal and SPECIALISTS.get(card) == lane.goal.area:
                text = _("At {goal} your {card} counts {home}, elsewhere {abroad}.")
                return text.format(
                    goal=lane.goal.text, home=AT_HOME, abroad=ABROAD, card=card_name(card)
                )
    if not ACTS_AT_ONCE.isdisjoint(board.my_cards):
        return _("A card that acts at once only does so when another card is laid behind it.")
    return _(
        "Most players lay high numbers at valuable goals, and low ones to fill the other columns."
    )


def advice_of(board: KabaleTable, move: Move) -> Advice:
    """Return a move in words, and why it may be a good one."""
    assert board.table.seat is not None
    forecast = Forecast(board, board.table.seat)
    match move:
        case Place(card, column):
            text = _("Lay this card in column {n}: {card}.")
            why = tuple(_why_there(board, card, column, forecast))
            return Advice(text.format(n=column + 1, card=card_name(card)), why)
        case Cloak(None):
            return Advice(_("Hide nothing."), tuple(forecast.nothing_hidden()))
        case Cloak(str(card)):
            hidden = Reason("hidden", _("It counts in this column, and you draw another card."))
            text = _("Hide this card: {card}.").format(card=card_name(card))
            return Advice(text, (hidden, *forecast.hidden(card)))
        case Swap(None):
            return Advice(_("Leave the goal where it is."), tuple(forecast.not_swapped()))
        case Swap(int(column)):
            goal = Goal(*board.view["columns"][column]["goal"])
            text = _("Swap it with this goal: {goal}.").format(goal=goal.text)
            return Advice(text, tuple(forecast.swapped(column)))
    raise TypeError(move)


def _why_there(board: KabaleTable, card: str, column: int, forecast: Forecast) -> Iterator[Reason]:
    lane = board.view["columns"][column]
    goal = Goal(*lane["goal"])
    if SPECIALISTS.get(card) == goal.area:
        text = _("At {goal} it counts {home}.").format(goal=goal.text, home=AT_HOME)
        yield Reason("at-home", text, {"home": AT_HOME})
    last = lane["cards"][-1] if lane["cards"] else None
    if last is None or last["up"] or last["cloaked"]:
        foreseen = tuple(forecast.behind(card, column))
        yield from foreseen
        # No card acts at once after the end of a round.
        if not foreseen and card in ACTS_AT_ONCE | ABILITIES:
            yield Reason(RULE, card_help(card))
    elif last["seat"] == board.table.seat and last["card"] in ACTS_AT_ONCE:
        text = _("It uncovers one of your own cards that acts at once: {card}.")
        words = text.format(card=card_name(last["card"]))
        yield Reason("uncovers-own", words, {"card": last["card"]})
    else:
        yield Reason("uncovers", _("It uncovers the card before it."))
