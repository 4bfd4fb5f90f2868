"""Explanations at the table for a first match: each decision, and a piece of advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.guides import RULE, Advice, Guide, Reason
from games.titles.kharnage.board.faces import plan_tip
from games.titles.kharnage.board.words import ATTACKS
from games.titles.kharnage.rules.cardset import cards_of
from games.titles.kharnage.rules.moves import (
    Cheer,
    Destroy,
    Plan,
    Reinforce,
    Silent,
    Stop,
    Target,
    Throw,
    Web,
)
from games.titles.kharnage.rules.table import ROUNDS

if TYPE_CHECKING:
    from games.engine.contract import Move
    from games.titles.kharnage.board.board import KharnageTable
    from games.titles.kharnage.rules.cards import Strategy
    from games.titles.kharnage.rules.forecast import Fall


def guide_of(board: KharnageTable) -> Guide:
    """Return the explanation of the decision of the seat that is to move."""
    return _GUIDES[board.phase](board)


def _plan(board: KharnageTable) -> Guide:
    usual = _("Low numbers strike while your army still stands, high ones find larger armies.")
    if board.view["round"] == ROUNDS:
        usual = _(
            "It’s the last round: choose the plan that destroys the most. There’s nothing to save"
            " up for."
        )
    return Guide(
        _(
            "A plan shows when you act, how many cards come and how you attack. You can use each"
            " one once."
        ),
        usual,
    )


def _reinforce(board: KharnageTable) -> Guide:
    return Guide(
        _("The flag brings a general of your choice, or the unknown top card of your reserve."),
        _("Generals are strong but come only once. Most players send them just before an attack."),
    )


def _target(board: KharnageTable) -> Guide:
    asked = _("All your strength strikes one army. The line nearest the hill has to fall first.")
    if board.splits:
        asked = _(
            "All your strength strikes one army, or half of it, rounded up, strikes each of two."
        )
    return Guide(
        asked,
        _(
            "Most players strike where the front is cheapest: the most destroyed cards win the"
            " round."
        ),
    )


def _magic(board: KharnageTable) -> Guide:
    return Guide(
        _("Magic strikes as melee or as ranged. With four armies, melee reaches only neighbours."),
        _(
            "Most players strike where the front is cheapest: the most destroyed cards win the"
            " round."
        ),
    )


def _destroy(board: KharnageTable) -> Guide:
    return Guide(
        _("Each card costs its defence and its shields, line by line. Left-over strength is lost."),
        _("Most players take the cheapest first: it’s the number of cards that scores."),
    )


def _throw(board: KharnageTable) -> Guide:
    return Guide(
        _("A thrown goblin is gone for good, and no one scores for it."),
        _("Throw it if 3 strength destroys something now. Keep it if your lines are thin."),
    )


def _web(board: KharnageTable) -> Guide:
    return Guide(
        _("The card stays where it is, but no longer strikes and loses its shields."),
        _("Most players choose the strongest card in sight. There are only two webs in the game."),
    )


def _cheer(board: KharnageTable) -> Guide:
    return Guide(
        _("An army has lost its last card: everyone but the attacker has to cheer."),
        _("Cheering costs nothing. Silence costs a kharnage token, if you have one."),
    )


_GUIDES = {
    "plan": _plan,
    "reinforce": _reinforce,
    "target": _target,
    "magic": _magic,
    "destroy": _destroy,
    "throw": _throw,
    "web": _web,
    "cheer": _cheer,
}


def advice_of(board: KharnageTable, move: Move) -> Advice:
    """Return a move in words, and why it may be a good one."""
    match move:
        case Plan(strategy):
            plan = cards_of(board.table.options).strategies[strategy]
            text = _("Choose plan {n}.").format(n=plan.initiative)
            return Advice(text, (_brought(board, plan),))
        case Reinforce(None):
            return Advice(_("Take a card from your reserve."), tuple(_why_wait(board)))
        case Reinforce(str(general)):
            unit = board.unit(general)
            return Advice(
                _("Send this general: {card}.").format(card=unit.name), (Reason(RULE, unit.tip),)
            )
        case Target():
            return _aimed(board, move)
        case Destroy(target, card, web):
            return _struck(board, target, card, web)
        case Stop():
            return Advice(_("Stop here."))
        case Throw(True):
            # It may be split, so the falls of each army are not the most.
            best = max(board.tolls.whole.values(), key=lambda fall: fall.count)
            return Advice(_("Throw it."), tuple(_falling(board, [best])))
        case Throw():
            return Advice(_("Keep it."), tuple(_why_spare(board)))
        case Web(int(target), _line, str(card)):
            unit = board.unit(card)
            text = _("Put the web on this card of {name}’s: {card}.")
            why = _webbed(board, target, move) or (Reason(RULE, unit.tip),)
            return Advice(text.format(name=board.names[target], card=unit.name), why)
        case Web():
            return Advice(_("Don’t use the web."))
        case Cheer():
            rule = _("Silence costs a kharnage token, if you have one.")
            return Advice(_("Cheer!"), (Reason(RULE, rule),))
        case Silent():
            return Advice(_("Stay silent."), tuple(_why_silent(board)))
    raise TypeError(move)


def _brought(board: KharnageTable, plan: Strategy) -> Reason:
    """Return what a plan does for the viewer now.

    Without a general in hand a general's flag brings a card of the reserve, which may run out.
    """
    seat, view = board.table.seat, board.view
    assert seat is not None
    generals = plan.count("general") if view["generals"][seat] else 0
    units = min(plan.count("unit") + plan.count("general") - generals, view["reserves"][seat])
    facts = {"units": units, "generals": generals}
    return Reason("plan", plan_tip(plan, (units, generals)), facts)


def _why_wait(board: KharnageTable) -> Iterator[Reason]:
    """Yield that generals can come later, if a later flag of the viewer can bring one."""
    seat, view = board.table.seat, board.view
    assert seat is not None
    strategies = cards_of(board.table.options).strategies
    later = [strategies[view["plans"][seat]].icons[view["pending"]["icons"] + 1 :]]
    if view["round"] < ROUNDS:
        later += [strategies[id].icons for id in view["hands"][seat]]
    if any("general" in icons for icons in later):
        yield Reason("generals-wait", _("Your generals can come later."))


def _aimed(board: KharnageTable, move: Target) -> Advice:
    names = [board.names[seat] for seat in move.seats]
    if not names:
        return Advice(_("Don’t attack."), tuple(_why_spare(board)))
    text = _("Attack {name} with all your strength.").format(name=names[0])
    if len(names) == 2:
        text = _("Split the attack: first {first}, then {second}.").format(
            first=names[0], second=names[1]
        )
    if move.as_ is not None:
        text += " " + _("Kind of attack: {kind}.").format(kind=ATTACKS[move.as_])
    return Advice(text, tuple(_why_attack(board, move)))


def _why_attack(board: KharnageTable, move: Target) -> Iterator[Reason]:
    """Yield what the attack can destroy, and whether no other attack destroys more."""
    falls = board.tolls.falls(move)
    yield from _falling(board, list(falls.values()))
    for seat, fall in falls.items():
        if fall.kharnage:
            text = _("Nothing of {name}’s army would be left: that’s a kharnage token.")
            yield Reason("kharnage", text.format(name=board.names[seat]), {"seat": seat})
            return
    count = sum(fall.count for fall in falls.values())
    others = [board.tolls.count(other) for other in board.moves_of(Target) if other.seats]
    if min(others) < count == max(others):
        yield Reason("most", _("No other attack destroys more cards."))


def _falling(board: KharnageTable, falls: Sequence[Fall]) -> Iterator[Reason]:
    """Yield the most cards that an attack can destroy, if there are any."""
    cards = [id for fall in falls for (id, _web), n in fall.cards.items() for _copy in range(n)]
    if cards:
        text = ngettext(
            "It can destroy {n} card: {cards}.", "It can destroy {n} cards: {cards}.", len(cards)
        )
        words = text.format(n=len(cards), cards=board.card_words(cards))
        yield Reason("falls", words, {"n": len(cards), "cards": cards})


def _why_spare(board: KharnageTable) -> Iterator[Reason]:
    """Yield that neither the attack nor the throw would destroy anything.

    Where the whole strength destroys nothing, half of it does not either.
    """
    if not any(fall.count for fall in board.tolls.whole.values()):
        yield Reason("nothing-falls", _("Nothing would fall, wherever you aim."))


def _webbed(board: KharnageTable, target: int, move: Web) -> tuple[Reason, ...]:
    """Return the strength that an army loses by a web."""
    lost = dict(board.tolls.loses(target, move))
    if not lost:
        return ()
    strengths = ", ".join(f"{n} {ATTACKS[icon]}" for icon, n in lost.items())
    text = _("Its army loses {strengths}.").format(strengths=strengths)
    return (Reason("webbed", text, {"target": target, "lost": lost}),)


def _why_silent(board: KharnageTable) -> Iterator[Reason]:
    seat = board.table.seat
    assert seat is not None
    if not board.view["kharnage"][seat]:
        yield Reason("no-token", _("You have no token to lose."))


def _struck(board: KharnageTable, target: int, card: str, web: bool) -> Advice:
    unit = board.unit(card, web)
    text = _("Destroy this card of {name}’s: {card}.")
    why: tuple[Reason, ...] = ()
    if board.hill.strike is not None:
        facts = {"cost": unit.cost, "left": board.hill.strike.targets[0][1]}
        cost = _("It costs {cost} of the {left} strength you have left.").format(**facts)
        why = (Reason("cost", cost, facts),)
    return Advice(text.format(name=board.names[target], card=unit.name), why)
