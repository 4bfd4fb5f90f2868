"""Choosing strategy cards, and carrying them out in turn (spec: Play)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Happening, Move
from games.titles.kharnage.rules import attacks, deployment, moves, scoring

if TYPE_CHECKING:
    from games.titles.kharnage.rules.cards import Strategy
    from games.titles.kharnage.rules.position import Kharnage


def to_plan(position: Kharnage) -> tuple[int, ...]:
    """A seat without a strategy card neither plans nor acts (spec: Play)."""
    hands, plans = position.hands, position.plans
    return tuple(seat for seat in range(position.seats) if hands[seat] and plans[seat] is None)


def legal(position: Kharnage, seat: int) -> list[Move]:
    if position.plans[seat] is not None:
        return []
    return [moves.plan(strategy.id) for strategy in position.hands[seat]]


def plan(position: Kharnage, seat: int, strategy: Strategy) -> list[Happening]:
    """Every seat chooses in secret; until all have, `plans` and `hands` both hold the card."""
    position.plans[seat] = strategy
    told = [
        Happening("planned", {"seat": seat, "strategy": strategy.id}, frozenset((seat,))),
        Happening("plan-laid", {"seat": seat}),
    ]
    if not to_plan(position):
        _reveal(position, told)
        begin_turn(position, _after(position, -1), told)
        go_on(position, told)
    return told


def _reveal(position: Kharnage, told: list[Happening]) -> None:
    """All are shown together; each is used once."""
    shown: list[str | None] = []
    for hand, chosen in zip(position.hands, position.plans, strict=True):
        if chosen is not None:
            hand.remove(chosen)
        shown.append(None if chosen is None else chosen.id)
    told.append(Happening("revealed", {"round": position.round, "plans": shown}))


def _after(position: Kharnage, initiative: int) -> int | None:
    """In order of initiative, lowest first: whose turn follows that of this initiative."""
    waiting = [
        (plan.initiative, seat)
        for seat, plan in enumerate(position.plans)
        if plan is not None and plan.initiative > initiative
    ]
    return min(waiting)[1] if waiting else None


def begin_turn(position: Kharnage, seat: int | None, told: list[Happening]) -> None:
    position.turn = seat
    position.done = 0
    if seat is not None:
        told.append(Happening("turn", {"seat": seat, "strategy": carried_out(position).id}))


def carried_out(position: Kharnage) -> Strategy:
    """The card of the seat whose turn it is."""
    assert position.turn is not None
    strategy = position.plans[position.turn]
    assert strategy is not None
    return strategy


def go_on(position: Kharnage, told: list[Happening]) -> None:
    """Carry out all that asks nobody, until somebody must decide or a round ends."""
    while position.turn is not None:
        if position.attack is not None:
            if attacks.go_on(position):
                return
        elif position.surprises:
            if deployment.next_surprise(position, told):
                return
        elif _next_icon(position, told):
            return


def _next_icon(position: Kharnage, told: list[Happening]) -> bool:
    """Rows from top to bottom, icons left to right. True: somebody is asked."""
    seat = position.turn
    assert seat is not None
    strategy = carried_out(position)
    # Directly after the card's last flag the pile is deployed, once.
    if position.done == strategy.deploy_at and position.piles[seat]:
        deployment.deploy_next(position, seat, told)
        return False
    if position.done == len(strategy.icons):
        _end_turn(position, strategy, told)
        return False
    icon = strategy.icons[position.done]
    if icon == "general" and position.generals[seat]:
        # Not asked with no general in hand; else asked, also with one answer only (spec: Play).
        position.phase = "reinforce"
        return True
    position.done += 1
    if icon in ("unit", "general"):
        deployment.raise_flag(position, seat, told)
    else:
        attacks.begin_strategy_attack(position, seat, icon)
    return False


def _end_turn(position: Kharnage, strategy: Strategy, told: list[Happening]) -> None:
    following = _after(position, strategy.initiative)
    begin_turn(position, following, told)
    if following is None:
        scoring.end_round(position, told)
