"""Attacks, destroyed cards and the Kharnage (spec: Play; Icons)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.contract import Effect, Move
from games.titles.kharnage.rules import moves
from games.titles.kharnage.rules.table import Attack

if TYPE_CHECKING:
    from games.engine.chance import Chance
    from games.titles.kharnage.rules.position import Kharnage

KNIGHTS = 3
"""The number of cards with a knight that an army needs for +1."""
CHEER_SECONDS = 20
"""Seconds that the others have to cheer: enough to pick up a phone again."""


# --- Strength.


def strength(position: Kharnage, seat: int, icon: str) -> int:
    """Return the number of that icon and magic in the whole army, except under a web."""
    front, center, back = position.lines[seat]
    if icon == "melee":
        return sum([card.melee + card.magic for line in (front, center, back) for card in line])
    return sum([card.ranged + card.magic for line in (front, center, back) for card in line])


def begin_strategy_attack(position: Kharnage, seat: int, icon: str) -> None:
    """Begin an attack of the strategy card; knights and trample count in melee (spec: Icons)."""
    power, rise = strength(position, seat, icon), 0
    if icon == "melee":
        # Under a web too.
        in_play = position.in_play(seat)
        power += sum(card.knight for card in in_play) >= KNIGHTS
        rise = sum(card.trample for card in in_play)
    begin(position, seat, Attack(icon, power, rise))


def begin(position: Kharnage, seat: int, attack: Attack) -> None:
    """Begin an attack; with strength 0 or without a legal target it is not asked (spec: Play)."""
    # Magic may be made as ranged, which reaches all armies that melee reaches.
    reached = melee_targets if attack.kind == "melee" else ranged_targets
    if attack.strength and reached(position, seat):
        position.attack = attack


# --- Targets.


def ranged_targets(position: Kharnage, seat: int) -> tuple[int, ...]:
    """Return the armies that a ranged attack reaches: all others that have cards."""
    sizes = position.sizes
    return tuple([other for other in range(position.seats) if other != seat and sizes[other]])


def melee_targets(position: Kharnage, seat: int) -> tuple[int, ...]:
    """Return the armies that a melee attack of this seat reaches."""
    return melee_reach(position.sizes, seat)


def melee_reach(sizes: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return the armies melee reaches: left and right with 4 players, any with 2 or 3.

    A target must have cards.
    """
    if len(sizes) < 4:
        return tuple([other for other, size in enumerate(sizes) if other != seat and size])
    left, right, opposite = (seat + 1) % 4, (seat + 3) % 4, (seat + 2) % 4
    reached = [other for other in (left, right) if sizes[other]]
    # The opposite one too while the left or right army has no cards.
    if len(reached) < 2 and sizes[opposite]:
        reached.append(opposite)
    return tuple(sorted(reached))


def target_moves(position: Kharnage, seat: int) -> list[Move]:
    """Return all targets: one army, two in either order, or none to forgo the attack."""
    attack = position.attack
    assert attack is not None
    found: list[Move] = []
    if attack.kind == "magic":
        # May be made as melee or as ranged.
        found += moves.targets(melee_targets(position, seat), "melee")
        found += moves.targets(ranged_targets(position, seat), "ranged")
    elif attack.kind == "melee":
        found += moves.targets(melee_targets(position, seat), None)
    else:
        found += moves.targets(ranged_targets(position, seat), None)
    found.append(moves.FORGO)
    return found


def target(position: Kharnage, seat: int, move: moves.Target, chance: Chance) -> list[Effect]:
    """Aim with full strength at one army, or with half at each of two, rounded up."""
    attack = position.attack
    assert attack is not None
    power = (attack.strength + 1) // 2 if len(move.seats) == 2 else attack.strength
    if move.seats:
        attack.targets = [(other, power) for other in move.seats]
    else:
        position.attack = None
    kind, seats = move.as_ or attack.kind, list(move.seats)
    effects = [Effect("target", {"seat": seat, "kind": kind, "seats": seats, "strength": power})]
    # The strikes at two armies do not change each other.
    for other in seats:
        if not can_destroy(position, other, power):
            effects.append(Effect("withstood", {"seat": seat, "target": other}))
    return effects


# --- Destroying.


def go_on(position: Kharnage) -> bool:
    """Go on to the next decision of an attack, or end it; return whether the seat is asked."""
    attack = position.attack
    assert attack is not None
    if not attack.targets:
        position.phase = "magic" if attack.kind == "magic" else "target"
        return True
    while attack.targets:
        other, left = attack.targets[0]
        if position.sizes[other] and can_destroy(position, other, left):
            position.phase = "destroy"
            return True
        # A target where nothing in its open line is affordable ends by itself; what is left
        # of its strength is lost, no damage stays.
        del attack.targets[0]
    position.attack = None
    return False


def can_destroy(position: Kharnage, other: int, left: int) -> bool:
    """Return whether the strength left pays for a card of the open line.

    A card costs its defence and its shields, under a web only its defence.
    """
    line = position.open_line(other)
    for card in position.lines[other][line]:
        if card.cost <= left:
            return True
    return any(card.line == line and card.defence <= left for card in position.webs[other])


def destroy_moves(position: Kharnage, seat: int) -> list[Move]:
    """Return the affordable cards of the open line, and to stop early (spec: Play)."""
    attack = position.attack
    assert attack is not None
    other, left = attack.targets[0]
    line = position.open_line(other)
    found: list[Move] = [
        moves.destroy(other, card.id)
        for card in dict.fromkeys(position.lines[other][line])
        if card.cost <= left
    ]
    if position.webs[other]:
        found += [
            moves.destroy(other, card.id, True)
            for card in dict.fromkeys(position.webs[other])
            if card.line == line and card.defence <= left
        ]
    found.append(moves.STOP)
    return found


def destroy(position: Kharnage, seat: int, move: moves.Destroy, chance: Chance) -> list[Effect]:
    """Move a destroyed card to the attacker; a web on it is free again (spec: Icons)."""
    attack = position.attack
    assert attack is not None
    other, left = attack.targets[0]
    card = position.cards.cards[move.card]
    position.take(other, card, move.web)
    position.kills[seat].append(card)
    left -= card.defence if move.web else card.cost
    if attack.trample and position.is_line_empty(other, card.line):
        # Each time a line is emptied the strength left for this target rises (spec: Icons).
        left += attack.trample
    attack.targets[0] = other, left
    facts = {"seat": seat, "target": other, "card": card.id, "web": move.web, "left": left}
    effects = [Effect("destroyed", facts)]
    if not position.sizes[other]:
        _kharnage(position, seat, other, effects)
    return effects


def stop(position: Kharnage, seat: int, move: Move, chance: Chance) -> list[Effect]:
    attack = position.attack
    assert attack is not None
    other, left = attack.targets.pop(0)
    if not attack.targets:
        position.attack = None
    return [Effect("stopped", {"seat": seat, "target": other, "left": left})]


# --- Kharnage!


def _kharnage(position: Kharnage, seat: int, fallen: int, effects: list[Effect]) -> None:
    """Give the attacker a token for an army's last card; all others must cheer."""
    position.kharnage[seat] += 1
    effects.append(Effect("kharnage", {"seat": seat, "target": fallen}))
    if position.options["cheer"] == "manual":
        position.cheer = [other for other in range(position.seats) if other != seat]
        position.phase = "cheer"
        effects.append(Effect("cheer-asked", {"seats": list(position.cheer)}))


def cheer(position: Kharnage, seat: int, move: Move, chance: Chance) -> list[Effect]:
    """Cheer or stay silent, which acts at once: a silent seat loses a token if it has one."""
    position.cheer.remove(seat)
    cheers = isinstance(move, moves.Cheer)
    lost = not cheers and position.kharnage[seat] > 0
    position.kharnage[seat] -= lost
    return [Effect("cheered", {"seat": seat, "cheers": cheers, "lost": lost})]
