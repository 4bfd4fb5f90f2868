"""Explanations at the table of Condottiere: each question for a first match, and advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.guides import Advice, Guide
from games.boards.panels import size_of
from games.titles.condottiere.board.faces import card_name, face
from games.titles.condottiere.board.map import NAMES
from games.titles.condottiere.rules.cities import group_of
from games.titles.condottiere.rules.moves import Choose, Decline, Discard, Keep, Pass, Play

if TYPE_CHECKING:
    from games.engine.contract import Move
    from games.titles.condottiere.board.board import CondottiereTable


def guide_of(board: CondottiereTable) -> Guide:
    """Explain the decision of the seat that is to move."""
    if board.phase == "choose":
        return _choosing(board)
    if board.phase == "discard":
        return Guide(
            _(
                "A hand without a mercenary rarely wins a city. The others only find out if you"
                " discard it."
            ),
            _(
                "Many players discard it, so that new cards come sooner. With a heroine it can"
                " still win."
            ),
        )
    return Guide(_rules_of_battle(board), _usual_in_battle(board))


def _choosing(board: CondottiereTable) -> Guide:
    asked = _("The pawn has gone all the way round, so this time you must choose a city.")
    if "decline" in board.move_types:
        asked = _("You choose which city is fought for, or let the next player choose.")
    if board.me is None or not _held(board):
        usual = _("A city with many neighbours is a good first one: only connected cities win.")
    else:
        usual = _("Most players choose a city next to their own, since only connected cities win.")
    return Guide(asked, usual)


def _rules_of_battle(board: CondottiereTable) -> str:
    seat, view = board.table.seat, board.view
    if view["city"] is None:
        return _("Everyone plays one card at a time. The strongest army wins the whole game.")
    if seat is not None and view["cities"].get(view["city"]) == seat and not view["armies"][seat]:
        return _("It’s your city: until your first card you can pass and still come back.")
    text = _(
        "Everyone plays one card at a time. A player who passes is out, but their army may still"
        " win {city}."
    )
    return text.format(city=board.city_name)


def _usual_in_battle(board: CondottiereTable) -> str:
    seat, strengths = board.table.seat, board.view["strengths"]
    assert seat is not None
    if board.strongest == seat:
        if _is_alone(board):
            return _("You lead and no one can answer. Pass, and you win with what’s on the table.")
        return _(
            "You lead. Add as little as you can: you’ll need the cards in your hand later, too."
        )
    if board.view["city"] is None:
        return _("No battle comes after this one, so there’s no reason to save cards.")
    behind = max(strengths) - strengths[seat]
    if not behind:
        return _("Many players start with a low card, to see what the city is worth to the others.")
    text = ngettext(
        "You’re {n} behind. Go on only if the city is worth it: cards must last for many battles.",
        "You’re {n} behind. Go on only if the city is worth it: cards must last for many battles.",
        behind,
    )
    return text.format(n=behind)


def advice_of(board: CondottiereTable, move: Move) -> Advice:
    """Describe a move, and why it may be a good one."""
    match move:
        case Choose(city):
            return Advice(_("Fight for {city}.").format(city=NAMES[city]), _joined(board, city))
        case Decline():
            why = _("It costs nothing: you can still fight for the city that’s chosen.")
            return Advice(_("Pass the pawn on."), why)
        case Play("scarecrow", str(taken)):
            text = _("Play the scarecrow and take this card back: {card}.")
            why = _("It can fight again later, and you stay in the battle.")
            return Advice(text.format(card=card_name(taken)), why)
        case Play(card):
            text = _("Play this card: {card}.").format(card=face(card).name)
            return Advice(text, board.preview.comes_of(move) if board.preview else face(card).tip)
        case Pass():
            return Advice(_("Pass."), _why_pass(board))
        case Keep():
            return Advice(_("Keep your hand."))
        case Discard():
            why = _("The sooner hands are empty, the sooner new cards are dealt.")
            return Advice(_("Discard your hand."), why)
    raise TypeError(move)


def _joined(board: CondottiereTable, city: str) -> str:
    """Return the sentence about the connected cities that the viewer would hold with this one."""
    group = len(group_of(city, {*_held(board), city}))
    if group >= board.needed:
        return _("It would complete your kingdom.")
    if group == 1:
        return ""
    text = ngettext(
        "With it you would hold {n} connected city.",
        "With it you would hold {n} connected cities.",
        group,
    )
    return text.format(n=group)


def _why_pass(board: CondottiereTable) -> str:
    if board.strongest == board.table.seat and _is_alone(board):
        return _("You lead, and no one can answer any more.")
    if board.view["city"] is None or not board.my_cards:
        return ""
    return _("What stays in your hand can fight in a later battle.")


def _held(board: CondottiereTable) -> set[str]:
    return {city for city, owner in board.view["cities"].items() if owner == board.table.seat}


def _is_alone(board: CondottiereTable) -> bool:
    """Return whether no other seat can add to an army in this battle."""
    view = board.view
    return all(
        passed or not size_of(hand)
        for seat, (passed, hand) in enumerate(zip(view["passed"], view["hands"], strict=True))
        if seat != board.table.seat
    )
