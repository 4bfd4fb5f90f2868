"""What is being decided in mid-turn, read back from our own dumps (spec: Position)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.fields import is_int
from games.engine.refusals import BadPosition
from games.titles.kharnage.rules import attacks, deployment, planning
from games.titles.kharnage.rules.table import Attack, Surprise

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.titles.kharnage.rules.position import Kharnage

PHASES = ("reinforce", "target", "destroy", "magic", "throw", "web", "cheer")
_ATTACK = frozenset(("kind", "strength", "trample", "targets"))


def fill(table: Kharnage, data: Json) -> None:
    """Read `turn` and `pending`; BadPosition if they cannot stand."""
    pending = data.get("pending")
    # A position given from outside is at plan: elsewhere `pending` is needed.
    _require(isinstance(pending, dict))
    assert pending is not None
    _require(pending.keys() == {"icons", "surprises", "attack", "cheer"})
    turn = data.get("turn")
    _require(_is_seat(table, turn))
    table.turn = turn
    _check_plans(table)
    _read_icons(table, pending["icons"])
    _read_surprises(table, pending["surprises"])
    _read_attack(table, pending["attack"])
    _read_cheer(table, pending["cheer"])
    _require(_is_asked(table))


def _require(fits: bool) -> None:
    if not fits:
        raise BadPosition("What is “pending” does not fit this position.")


def _is_seat(table: Kharnage, value: Any) -> bool:
    return is_int(value) and 0 <= value < table.seats


def _check_plans(table: Kharnage) -> None:
    """All are in and out of hand; a seat without one had no strategy card to choose."""
    for hand, plan in zip(table.hands, table.plans, strict=True):
        _require(plan not in hand if plan is not None else not hand)
    assert table.turn is not None
    _require(table.plans[table.turn] is not None)


def _read_icons(table: Kharnage, done: Any) -> None:
    _require(is_int(done) and 0 <= done <= len(planning.carried_out(table).icons))
    table.done = done


def _read_surprises(table: Kharnage, given: Any) -> None:
    _require(isinstance(given, list))
    assert table.turn is not None
    standing = table.standing(table.turn)
    for entry in given:
        _require(isinstance(entry, dict) and entry.keys() == {"card", "step", "thrown"})
        id, step, thrown = entry["card"], entry["step"], entry["thrown"]
        _require(isinstance(id, str) and id in table.cards.cards and isinstance(thrown, bool))
        card = table.cards.cards[id]
        _require(card.army == table.armies[table.turn].id)
        _require(is_int(step) and 0 <= step <= len(card.steps))
        if not thrown:
            _require(card in standing)
            standing.remove(card)
        table.surprises.append(Surprise(card, step, thrown))


def _read_attack(table: Kharnage, given: Any) -> None:
    if given is None:
        return
    _require(isinstance(given, dict) and given.keys() == _ATTACK)
    kind, strength, trample = given["kind"], given["strength"], given["trample"]
    _require(isinstance(kind, str) and kind in ("melee", "ranged", "magic"))
    _require(is_int(strength) and strength > 0 and is_int(trample) and trample >= 0)
    table.attack = Attack(kind, strength, trample)
    targets = given["targets"]
    _require(isinstance(targets, list) and len(targets) <= 2)
    for target in targets:
        _require(isinstance(target, list) and len(target) == 2)
        other, left = target
        _require(_is_seat(table, other) and other != table.turn and is_int(left) and left >= 0)
        table.attack.targets.append((other, left))
    _require(len({other for other, _ in table.attack.targets}) == len(targets))


def _read_cheer(table: Kharnage, given: Any) -> None:
    _require(isinstance(given, list) and all(_is_seat(table, seat) for seat in given))
    _require(given == sorted(set(given)) and table.turn not in given)
    table.cheer = list(given)


def _is_asked(table: Kharnage) -> bool:
    """Whether the phase asks what is pending."""
    phase, attack, seat = table.phase, table.attack, table.turn
    assert seat is not None
    if phase == "cheer":
        manual = table.options["cheer"] == "manual"
        return manual and bool(table.cheer) and attack is not None and bool(attack.targets)
    if table.cheer:
        return False
    if phase == "destroy":
        return attack is not None and bool(attack.targets) and _may_destroy(table, attack)
    if phase in ("target", "magic"):
        return attack is not None and _may_choose(table, seat, attack)
    return attack is None and _may_answer(table, seat)


def _may_destroy(table: Kharnage, attack: Attack) -> bool:
    other, left = attack.targets[0]
    if not all(table.sizes[target] for target, _ in attack.targets):
        return False
    return attacks.can_destroy(table, other, left)


def _may_choose(table: Kharnage, seat: int, attack: Attack) -> bool:
    if attack.targets or (attack.kind == "magic") != (table.phase == "magic"):
        return False
    reached = attacks.melee_targets if attack.kind == "melee" else attacks.ranged_targets
    return bool(reached(table, seat))


def _may_answer(table: Kharnage, seat: int) -> bool:
    """Phases reinforce, throw and web: the icon that stands next."""
    if table.phase == "reinforce":
        icons = planning.carried_out(table).icons[table.done :]
        return not table.surprises and icons[:1] == ("general",) and bool(table.generals[seat])
    if not table.surprises:
        return False
    surprise = table.surprises[0]
    following = [icon for icon, _ in surprise.card.steps[surprise.step :]]
    if following[:1] != [table.phase]:
        return False
    if table.phase == "web":
        return deployment.may_web(table, seat)
    return not surprise.thrown and bool(attacks.ranged_targets(table, seat))
