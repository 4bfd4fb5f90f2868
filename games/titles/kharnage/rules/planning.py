"""A round: strategy cards are chosen, carried out in turn, and scored (spec: Play)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from games.engine.contract import Effect, Move, Outcome, places_by
from games.titles.kharnage.rules import attacks, deployment, moves
from games.titles.kharnage.rules.table import ROUNDS

if TYPE_CHECKING:
    from games.engine.chance import Chance
    from games.titles.kharnage.rules.cards import Strategy
    from games.titles.kharnage.rules.position import Kharnage


POINTS = (5, 3, 1)
"""The points for most cards destroyed in a round, second and third."""


def to_plan(position: Kharnage) -> tuple[int, ...]:
    """Return the seats that have to plan: without a strategy card a seat does not (spec: Play)."""
    hands, plans = position.hands, position.plans
    return tuple(seat for seat in range(position.seats) if hands[seat] and plans[seat] is None)


def legal(position: Kharnage, seat: int) -> list[Move]:
    if position.plans[seat] is not None:
        return []
    return [moves.plan(strategy.id) for strategy in position.hands[seat]]


def plan(position: Kharnage, seat: int, move: moves.Plan, chance: Chance) -> list[Effect]:
    """Lay a plan in secret; until all have, `plans` and `hands` both hold the card."""
    position.plans[seat] = position.cards.strategies[move.strategy]
    effects = [
        Effect("planned", {"seat": seat, "strategy": move.strategy}, frozenset((seat,))),
        Effect("plan-laid", {"seat": seat}),
    ]
    if not to_plan(position):
        _reveal(position, effects)
        begin_turn(position, _after(position, -1), effects)
    return effects


def _reveal(position: Kharnage, effects: list[Effect]) -> None:
    """Show all plans together; each is used once."""
    shown: list[str | None] = []
    for hand, chosen in zip(position.hands, position.plans, strict=True):
        if chosen is not None:
            hand.remove(chosen)
        shown.append(None if chosen is None else chosen.id)
    effects.append(Effect("revealed", {"round": position.round, "plans": shown}))


def _after(position: Kharnage, initiative: int) -> int | None:
    """Return the seat that follows this initiative, lowest first; None if there is none."""
    waiting = [
        (plan.initiative, seat)
        for seat, plan in enumerate(position.plans)
        if plan is not None and plan.initiative > initiative
    ]
    return min(waiting)[1] if waiting else None


def begin_turn(position: Kharnage, seat: int | None, effects: list[Effect]) -> None:
    position.turn = seat
    position.done = 0
    if seat is not None:
        effects.append(Effect("turn", {"seat": seat, "strategy": carried_out(position).id}))


def carried_out(position: Kharnage) -> Strategy:
    """Return the strategy card of the seat whose turn it is."""
    assert position.turn is not None
    strategy = position.plans[position.turn]
    assert strategy is not None
    return strategy


def go_on(position: Kharnage, effects: list[Effect]) -> None:
    """Carry out what needs no decision, until a seat must decide or a round ends."""
    while position.turn is not None:
        if position.attack is not None:
            if attacks.go_on(position):
                return
        elif position.surprises:
            if deployment.next_surprise(position, effects):
                return
        elif _next_icon(position, effects):
            return


def _next_icon(position: Kharnage, effects: list[Effect]) -> bool:
    """Carry out the next icon, rows from top to bottom, left to right; return whether it asks."""
    seat = position.turn
    assert seat is not None
    strategy = carried_out(position)
    # Directly after the card's last flag the pile is deployed, once.
    if position.done == strategy.deploy_at and position.piles[seat]:
        deployment.deploy_next(position, seat, effects)
        return False
    if position.done == len(strategy.icons):
        _end_turn(position, strategy, effects)
        return False
    icon = strategy.icons[position.done]
    if icon == "general" and position.generals[seat]:
        # Not asked with no general in hand; else asked, also with one answer only (spec: Play).
        position.phase = "reinforce"
        return True
    position.done += 1
    if icon in ("unit", "general"):
        deployment.raise_flag(position, seat, effects)
    else:
        attacks.begin_strategy_attack(position, seat, icon)
    return False


def _end_turn(position: Kharnage, strategy: Strategy, effects: list[Effect]) -> None:
    following = _after(position, strategy.initiative)
    begin_turn(position, following, effects)
    if following is None:
        _end_round(position, effects)


# --- Points at the end of a round, and the end of the game.


def _initiative(position: Kharnage, seat: int) -> float:
    """Return a seat's initiative; without a strategy card it ranks last in ties (spec: Play)."""
    plan = position.plans[seat]
    return inf if plan is None else plan.initiative


def _end_round(position: Kharnage, effects: list[Effect]) -> None:
    """Score the round, then begin the next one or end the game."""
    destroyed = [len(cards) for cards in position.kills]
    gained = _gains(position, destroyed)
    position.points = [had + new for had, new in zip(position.points, gained, strict=True)]
    # Destroyed cards leave the game.
    position.kills = [[] for _ in range(position.seats)]
    effects.append(
        Effect("scored", {"round": position.round, "destroyed": destroyed, "points": gained})
    )
    # When no seat has a strategy card the game is over (spec: Play).
    if position.round == ROUNDS or not any(position.hands):
        effects.append(end(position))
    else:
        position.round += 1
        position.phase = "plan"
        position.plans = [None] * position.seats
        effects.append(Effect("round", {"round": position.round}))


def _gains(position: Kharnage, destroyed: list[int]) -> list[int]:
    """Return the points: most cards destroyed 5, second 3, third 1; ties: lower initiative."""
    ranked = sorted(
        range(position.seats), key=lambda seat: (-destroyed[seat], _initiative(position, seat))
    )
    gained = [0] * position.seats
    for points, seat in zip(POINTS, ranked, strict=False):
        # None destroyed: no points (spec: Play).
        gained[seat] = points if destroyed[seat] else 0
    return gained


def end(position: Kharnage) -> Effect:
    """End the game: `round` and `plans` stay, `turn` is null (spec: Play)."""
    position.phase = "over"
    seats = range(position.seats)
    scores = tuple(position.points[seat] + position.kharnage[seat] for seat in seats)
    # Ties: more kharnage tokens, more cards now in its lines, lower last initiative.
    ties = zip(position.kharnage, position.sizes, strict=True)
    ranked = [(scores[seat], *tie, -_initiative(position, seat)) for seat, tie in enumerate(ties)]
    places = places_by(ranked)
    position.ended = Outcome(scores, places, "rounds")
    return Effect("over", dict(position.ended.dump()))
