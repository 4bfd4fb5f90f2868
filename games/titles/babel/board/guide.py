"""Babel explained at the table: each question for a first match, and a move advised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.guides import Advice, Guide
from games.titles.babel.board.faces import NAMES, PEOPLE, TO
from games.titles.babel.rules.moves import Build, Discard, End, Migrate, Power, Settle, Travel

if TYPE_CHECKING:
    from games.engine.contract import Move
    from games.titles.babel.board.board import BabelTable


def guide_of(board: BabelTable) -> Guide:
    """What the seat that is to move is asked."""
    seat, kinds = board.table.seat, board.move_types
    assert seat is not None
    if board.choosing:
        return Guide(
            _("A power takes half your hand from you, but which cards go you decide yourself."),
            _("Keep what can lie three side by side, and the peoples you want to travel to."),
        )
    if board.view["duty"][seat]:
        return _first_build(board, seat)
    if kinds == {"end"}:
        return Guide(
            _("Without cards, temples or powers to use there is nothing else to do now."),
            _("At the end of your turn two temple cards come onto your row."),
        )
    if "build" in kinds:
        return Guide(
            _("A level goes on the one below it, with as many of your cards at the site."),
            _("Most build whenever they can: what they leave on top, the other one may take."),
        )
    if "power" in kinds:
        return Guide(
            _("Three of one people side by side lend you their power, for one of these cards."),
            _("Look at each before you choose: the group tells what its powers would do here."),
        )
    return Guide(
        _("You may go on as long as you like: settle here, travel for a card, let three migrate."),
        _("Most lay equal cards side by side, up to the next level, and keep one for travelling."),
    )


def _first_build(board: BabelTable, seat: int) -> Guide:
    """The duty of the first turn, step by step."""
    single = _("Give up a people you hold once: three alike have a power.")
    if board.in_quarry:
        return Guide(_("Your stone must leave the quarry: a card takes it to its site."), single)
    if any(move.row == seat for move in board.moves_of(Build)):
        return Guide(
            _("One of your cards lies here, and that is enough for level 1."),
            _("This build you owe before your turn can end. Afterwards you may go on."),
        )
    site = board.view["sites"][board.stone]
    if not site["temples"][seat] and not site["tribes"][seat]:
        return Guide(
            _("A temple needs people: with one card of yours here you can begin it."),
            _("Settle a people of which you hold more: three side by side have a power."),
        )
    return Guide(_("Your first build begins a new temple, so travel where you have none."), single)


def advice_of(board: BabelTable, move: Move) -> Advice:
    """One move in words, and why it may be a good one."""
    prospects = board.prospects
    match move:
        case Travel(tribe):
            return Advice(_("Travel {there}.").format(there=TO[tribe]))
        case Settle(tribe):
            row = board.view["sites"][board.stone]["tribes"][board.table.seat]
            why = _("Equal cards side by side become a power.") if row[-1:] == [tribe] else ""
            return Advice(_("Settle this card here: {tribe}.").format(tribe=NAMES[tribe]), why)
        case Build(row):
            plan = board.builds[row]
            return Advice(_("Build level {level}.").format(level=plan.level), plan.effect)
        case Migrate(source, to) if prospects is not None:
            goal = prospects.goals([move])[to][0]
            text = _("Let three cards migrate: {source} → {to}.")
            why = f"{goal.promise}." if goal.gains else ""
            return Advice(text.format(source=PEOPLE[source], to=PEOPLE[to]), why)
        case Power(run=int(run)) if prospects is not None:
            (offer,) = prospects.offers([move])[run]
            return Advice(_("Use this power: {power}.").format(power=offer.label), offer.effect)
        case Discard(tribe):
            return Advice(_("Give this card up: {tribe}.").format(tribe=NAMES[tribe]))
        case End():
            last = board.is_last_turn
            why = "" if last else _("Two new temple cards come onto your row.")
            return Advice(_("End your turn."), why)
    raise TypeError(move)
