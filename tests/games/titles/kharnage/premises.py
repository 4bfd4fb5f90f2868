"""The premises of the reasons that Kharnage's guide gives."""

from __future__ import annotations

from games.boards.guides import Reason
from games.engine.chance import Chance
from games.engine.contract import Effect, Move
from games.titles.kharnage.rules.attacks import strength
from games.titles.kharnage.rules.moves import CHEER, Destroy, Plan, Target, Throw
from games.titles.kharnage.rules.position import Kharnage

CHANCE = Chance(bytes(32), 1)
LAST_ROUND = 4
THROW = Throw(True)


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


def destroyed(position: Kharnage, seat: int, move: Move) -> list[Effect]:
    """Attack, and destroy the cheapest card as long as there is one; return what happened."""
    effects = position.apply(seat, move, CHANCE)
    if isinstance(move, Throw) and position.phase == "target":
        # What a throw destroys in one army, as its strength may be split between two.
        throws = [aim for aim in position.moves(seat) if isinstance(aim, Target)]
        tried = [destroyed(position.clone(), seat, aim) for aim in throws if len(aim.seats) == 1]
        return max(tried, key=lambda effects: len(cards_of(effects)))
    while position.phase in ("destroy", "cheer"):
        if position.phase == "cheer":
            effects += position.apply(position.cheer[0], CHEER, CHANCE)
        else:
            costs = {
                blow: card.defence if blow.web else card.cost
                for blow in position.moves(seat)
                if isinstance(blow, Destroy)
                for card in (position.cards.cards[blow.card],)
            }
            effects += position.apply(seat, min(costs, key=costs.__getitem__), CHANCE)
    return effects


def cards_of(effects: list[Effect]) -> list[str]:
    return sorted(effect.facts["card"] for effect in effects if effect.kind == "destroyed")


def falls(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    cards = cards_of(destroyed(position, seat, move))
    return reason.facts["n"] == len(cards) and sorted(reason.facts["cards"]) == cards


def kharnage(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    before = position.kharnage[seat]
    effects = destroyed(position, seat, move)
    fallen = [effect.facts["target"] for effect in effects if effect.kind == "kharnage"]
    return reason.facts["seat"] in fallen and position.kharnage[seat] == before + len(fallen)


def most_destroyed(position: Kharnage, seat: int) -> list[int]:
    """Return the number of cards that each attack destroys."""
    aims = [move for move in position.moves(seat) if isinstance(move, Target)]
    return [len(cards_of(destroyed(position.clone(), seat, aim))) for aim in aims]


def most(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    return max(most_destroyed(position, seat)) == len(cards_of(destroyed(position, seat, move)))


def nothing_falls(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    """Check all ways to attack, also with a throw that the move is about."""
    if position.phase == "throw":
        position.apply(seat, THROW, CHANCE)
    return not any(most_destroyed(position, seat))


def webbed(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    """Compare the strengths of the army before and after the web."""
    army = reason.facts["target"]
    before = [strength(position, army, kind) for kind in ("melee", "ranged")]
    position.apply(seat, move, CHANCE)
    after = [strength(position, army, kind) for kind in ("melee", "ranged")]
    lost: dict[str, int] = reason.facts["lost"]
    return [lost.get("melee", 0), lost.get("ranged", 0)] == [
        one - other for one, other in zip(before, after, strict=True)
    ]


def no_token(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    before = list(position.kharnage)
    position.apply(seat, move, CHANCE)
    return position.kharnage == before


PREMISES = {
    "plan": plan,
    "generals-wait": generals_wait,
    "cost": cost,
    "falls": falls,
    "kharnage": kharnage,
    "most": most,
    "nothing-falls": nothing_falls,
    "webbed": webbed,
    "no-token": no_token,
}


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
