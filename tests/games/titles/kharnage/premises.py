"""The premises of the reasons that Kharnage's guide gives."""

from __future__ import annotations

from games.boards.guides import Reason
from games.engine.chance import Chance
from games.engine.contract import Move
from games.titles.kharnage.rules.moves import Plan
from games.titles.kharnage.rules.position import Kharnage

CHANCE = Chance(bytes(32), 1)
LAST_ROUND = 4


def plan(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    """Compare with the flags, the generals in hand and the reserve."""
    assert isinstance(move, Plan)
    strategy, facts = position.cards.strategies[move.strategy], reason.facts
    choices = strategy.icons.count("general") * bool(position.generals[seat])
    flags = sum(icon in ("unit", "general") for icon in strategy.icons)
    from_reserve = min(len(position.reserves[seat]), flags - choices)
    named = ("general" in reason.text) == bool(choices)
    counted = f"brings {from_reserve} card" in reason.text or not from_reserve
    return (facts["units"], facts["generals"]) == (from_reserve, choices) and named and counted


def generals_wait(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    """Check that the generals stay, and that a flag is left that can bring one."""
    before = list(position.generals[seat])
    plan = position.plans[seat]
    assert plan is not None
    left = list(plan.icons[position.done + 1 :])
    if position.round < LAST_ROUND:
        left += [icon for strategy in position.hands[seat] for icon in strategy.icons]
    position.apply(seat, move, CHANCE)
    return bool(before) and position.generals[seat] == before and "general" in left


def cost(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    """Check the strength before and after the blow, apart from trampling."""
    assert position.attack is not None
    before, trample = position.attack.targets[0][1], position.attack.trample
    effects = position.apply(seat, move, CHANCE)
    left = next(effect.facts["left"] for effect in effects if effect.kind == "destroyed")
    gone = before - reason.facts["cost"]
    return reason.facts["left"] == before and left in (gone, gone + trample)


PREMISES = {"plan": plan, "generals-wait": generals_wait, "cost": cost}


def is_plan(position: Kharnage, seat: int, move: Move) -> bool:
    return position.phase == "plan"


def has_strength(position: Kharnage, seat: int, move: Move) -> bool:
    return position.attack is not None and position.attack.strength > 0


def pays(position: Kharnage, seat: int, move: Move) -> bool:
    """Check that the blow destroys a card for strength."""
    effects = position.apply(seat, move, CHANCE)
    return any(effect.kind == "destroyed" for effect in effects)


def arrives(position: Kharnage, seat: int, move: Move) -> bool:
    return position.phase in ("reinforce", "throw", "web")


def last_round(position: Kharnage, seat: int, move: Move) -> bool:
    return position.round == LAST_ROUND


WHYS = {
    "plans": is_plan,
    "targets": has_strength,
    "blows": pays,
    "surprises": arrives,
    "last-round": last_round,
}
