"""A round: strategy cards are chosen, carried out in turn, and scored (spec: Play)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from games.engine.contract import Happening, Move, Outcome, places_by
from games.titles.kharnage.rules import attacks, deployment, moves
from games.titles.kharnage.rules.table import ROUNDS

if TYPE_CHECKING:
    from games.engine.chance import Chance
    from games.titles.kharnage.rules.cards import Strategy
    from games.titles.kharnage.rules.position import Kharnage


POINTS = (5, 3, 1)
"""For most cards destroyed in a round, second and third."""


def to_plan(position: Kharnage) -> tuple[int, ...]:
    """A seat without a strategy card neither plans nor acts (spec: Play)."""
    hands, plans = position.hands, position.plans
    return tuple(seat for seat in range(position.seats) if hands[seat] and plans[seat] is None)


def legal(position: Kharnage, seat: int) -> list[Move]:
    if position.plans[seat] is not None:
        return []
    return [moves.plan(strategy.id) for strategy in position.hands[seat]]


def plan(position: Kharnage, seat: int, move: moves.Plan, chance: Chance) -> list[Happening]:
    """Every seat chooses in secret; until all have, `plans` and `hands` both hold the card."""
    position.plans[seat] = position.cards.strategies[move.strategy]
    happenings = [
        Happening("planned", {"seat": seat, "strategy": move.strategy}, frozenset((seat,))),
        Happening("plan-laid", {"seat": seat}),
    ]
    if not to_plan(position):
        _reveal(position, happenings)
        begin_turn(position, _after(position, -1), happenings)
    return happenings


def _reveal(position: Kharnage, happenings: list[Happening]) -> None:
    """All are shown together; each is used once."""
    shown: list[str | None] = []
    for hand, chosen in zip(position.hands, position.plans, strict=True):
        if chosen is not None:
            hand.remove(chosen)
        shown.append(None if chosen is None else chosen.id)
    happenings.append(Happening("revealed", {"round": position.round, "plans": shown}))


def _after(position: Kharnage, initiative: int) -> int | None:
    """In order of initiative, lowest first: whose turn follows that of this initiative."""
    waiting = [
        (plan.initiative, seat)
        for seat, plan in enumerate(position.plans)
        if plan is not None and plan.initiative > initiative
    ]
    return min(waiting)[1] if waiting else None


def begin_turn(position: Kharnage, seat: int | None, happenings: list[Happening]) -> None:
    position.turn = seat
    position.done = 0
    if seat is not None:
        happenings.append(Happening("turn", {"seat": seat, "strategy": carried_out(position).id}))


def carried_out(position: Kharnage) -> Strategy:
    """The card of the seat whose turn it is."""
    assert position.turn is not None
    strategy = position.plans[position.turn]
    assert strategy is not None
    return strategy


def go_on(position: Kharnage, happenings: list[Happening]) -> None:
    """Carry out all that asks nobody, until somebody must decide or a round ends."""
    while position.turn is not None:
        if position.attack is not None:
            if attacks.go_on(position):
                return
        elif position.surprises:
            if deployment.next_surprise(position, happenings):
                return
        elif _next_icon(position, happenings):
            return


def _next_icon(position: Kharnage, happenings: list[Happening]) -> bool:
    """Rows from top to bottom, icons left to right. True: somebody is asked."""
    seat = position.turn
    assert seat is not None
    strategy = carried_out(position)
    # Directly after the card's last flag the pile is deployed, once.
    if position.done == strategy.deploy_at and position.piles[seat]:
        deployment.deploy_next(position, seat, happenings)
        return False
    if position.done == len(strategy.icons):
        _end_turn(position, strategy, happenings)
        return False
    icon = strategy.icons[position.done]
    if icon == "general" and position.generals[seat]:
        # Not asked with no general in hand; else asked, also with one answer only (spec: Play).
        position.phase = "reinforce"
        return True
    position.done += 1
    if icon in ("unit", "general"):
        deployment.raise_flag(position, seat, happenings)
    else:
        attacks.begin_strategy_attack(position, seat, icon)
    return False


def _end_turn(position: Kharnage, strategy: Strategy, happenings: list[Happening]) -> None:
    following = _after(position, strategy.initiative)
    begin_turn(position, following, happenings)
    if following is None:
        _end_round(position, happenings)


# --- Points at the end of a round, and the end of the game.


def _initiative(position: Kharnage, seat: int) -> float:
    """A seat without a strategy card ranks last in ties (spec: Play)."""
    plan = position.plans[seat]
    return inf if plan is None else plan.initiative


def _end_round(position: Kharnage, happenings: list[Happening]) -> None:
    """Score, then the next round or the end."""
    destroyed = [len(cards) for cards in position.kills]
    gained = _gains(position, destroyed)
    position.points = [had + new for had, new in zip(position.points, gained, strict=True)]
    # Destroyed cards leave the game.
    position.kills = [[] for _ in range(position.seats)]
    happenings.append(
        Happening("scored", {"round": position.round, "destroyed": destroyed, "points": gained})
    )
    # When nobody has a strategy card the game is over (spec: Play).
    if position.round == ROUNDS or not any(position.hands):
        happenings.append(_end(position))
    else:
        position.round += 1
        position.phase = "plan"
        position.plans = [None] * position.seats
        happenings.append(Happening("round", {"round": position.round}))


def _gains(position: Kharnage, destroyed: list[int]) -> list[int]:
    """Most cards destroyed 5, second 3, third 1; ties: lower initiative of this round's cards."""
    ranked = sorted(
        range(position.seats), key=lambda seat: (-destroyed[seat], _initiative(position, seat))
    )
    gained = [0] * position.seats
    for points, seat in zip(POINTS, ranked, strict=False):
        # None destroyed: no points (spec: Play).
        gained[seat] = points if destroyed[seat] else 0
    return gained


def _end(position: Kharnage) -> Happening:
    """`round` and `plans` stay as they are, `turn` is null."""
    position.phase = "over"
    seats = range(position.seats)
    scores = tuple(position.points[seat] + position.kharnage[seat] for seat in seats)
    # Ties: more kharnage tokens, more cards now in its lines, lower last initiative.
    ties = zip(position.kharnage, position.sizes, strict=True)
    ranked = [(scores[seat], *tie, -_initiative(position, seat)) for seat, tie in enumerate(ties)]
    places = places_by(ranked)
    position.ended = Outcome(scores, places, "rounds")
    return Happening("over", dict(position.ended.dump()))
