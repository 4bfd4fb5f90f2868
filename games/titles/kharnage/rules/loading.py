"""Read a given position, except its plain fields (spec: Position).

Nothing is dealt or drawn, and no end is tested. Of several faults the first is refused: fields are
read and checked in this order. Which cards exist depends on the armies, so all fields that name
cards are read here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from games.engine.chance import Chance
from games.engine.fields import flag, is_int, is_seat, per_seat, refuse
from games.engine.refusals import BadPosition
from games.titles.kharnage.rules import attacks, deployment, planning
from games.titles.kharnage.rules.cards import LINES, Army, Card, Strategy
from games.titles.kharnage.rules.table import WEBS, Attack, Surprise

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.titles.kharnage.rules.position import Kharnage


def fill(table: Kharnage, given: Json, chance: Chance) -> None:
    """Fill an empty table with a given position; raise BadPosition if it is not possible."""
    _read_armies(table, given, chance)
    table.read(given, "round")
    _read_strategies(table, given)
    for seat, army in enumerate(table.armies):
        units, generals = _by_id(army.units), _by_id(army.generals)
        for key, stacks, known in (
            ("generals", table.generals, generals),
            ("reserves", table.reserves, units),
            ("piles", table.piles, units | generals),
        ):
            ids = _entries(table, given, key, list)[seat]
            stacks[seat] = [_card(known, id, key) for id in ids]
    _read_lines(table, given)
    for seat, ids in enumerate(_entries(table, given, "kills", list)):
        # A seat does not destroy its own cards.
        others = [army for other, army in enumerate(table.armies) if other != seat]
        known = {id: card for army in others for id, card in _own(army).items()}
        table.kills[seat] = [_card(known, id, "kills") for id in ids]
    for card, n in table.copies().items():
        refuse(n > card.count, "There are only {n} of {card}.", n=card.count, card=card.id)
    table.read(given, "points", "kharnage")
    negative = min(*table.points, *table.kharnage) < 0
    refuse(negative, "Points and tokens can’t be negative.")
    table.read(given, "phase")
    if table.phase == "plan":
        _check_planning(table, given)
    else:
        _read_pending(table, given)


def _entries(table: Kharnage, given: Json, key: str, kind: type) -> list[Any]:
    """Return an entry of this kind for each seat; empty ones if the key is left out."""
    if key not in given:
        return [kind() for _ in range(table.seats)]
    return per_seat(given, key, table.seats, lambda entry, seats: type(entry) is kind)


def _read_armies(table: Kharnage, given: Json, chance: Chance) -> None:
    """Read the armies; if left out, take those of option `armies`, or else deal them."""
    known, chosen = table.cards.armies, table.options["armies"]
    if "armies" not in given:
        table.armies = deployment.deal_armies(table.cards, table.seats, table.options, chance)
        return
    armies = _entries(table, given, "armies", str)
    refuse(not all(a in known for a in armies), "“armies” must list armies of the card set.")
    refuse(len(set(armies)) != len(armies), "An army can only be played by one seat.")
    refuse(chosen is not None and armies != chosen, "“armies” must match the option.")
    table.armies = [known[army] for army in armies]


# --- Cards.


def _read_strategies(table: Kharnage, given: Json) -> None:
    for seat, ids in enumerate(_entries(table, given, "hands", list)):
        table.hands[seat] = [_strategy(table, seat, id) for id in ids]
        refuse(len(set(ids)) != len(ids), "Each strategy card exists only once.")
    if "plans" in given:
        plans = per_seat(given, "plans", table.seats, lambda plan, seats: True)
        table.plans = [
            None if id is None else _strategy(table, seat, id) for seat, id in enumerate(plans)
        ]


def _strategy(table: Kharnage, seat: int, id: Any) -> Strategy:
    for strategy in table.armies[seat].hand:
        if strategy.id == id:
            return strategy
    raise BadPosition("Strategy cards must be of the seat’s own army, and never of initiative 0.")


def _by_id(cards: Iterable[Card]) -> dict[str, Card]:
    return {card.id: card for card in cards}


def _own(army: Army) -> dict[str, Card]:
    return _by_id((*army.units, *army.generals))


def _card(known: dict[str, Card], id: Any, where: str) -> Card:
    fits = isinstance(id, str) and id in known
    refuse(not fits, "“{where}” has a card that doesn’t belong there.", where=where)
    return known[id]


def _read_lines(table: Kharnage, given: Json) -> None:
    for seat, lines in enumerate(_entries(table, given, "lines", dict)):
        known = _own(table.armies[seat])
        for name, cards in lines.items():
            refuse(name not in LINES, "There is no line “{name}”.", name=name)
            refuse(not isinstance(cards, list | None), "A line must be a list of cards.")
            for entry in cards or ():
                fits = isinstance(entry, dict) and entry.keys() <= {"card", "web"}
                refuse(not fits, "A card in a line must be an object of “card” and “web”.")
                web = flag(entry, "web", False)
                card = _card(known, entry.get("card"), "lines")
                refuse(LINES[card.line] != name, "A card is in the wrong line.")
                table.put(seat, card, web)
    refuse(sum(map(len, table.webs)) > WEBS, "There are only {n} web tokens.", n=WEBS)


# --- At plan.


def _check_planning(table: Kharnage, given: Json) -> None:
    refuse("turn" in given, "A position at plan has no “turn”.")
    refuse("pending" in given, "A position at plan has no “pending”.")
    for hand, plan in zip(table.hands, table.plans, strict=True):
        refuse(plan is not None and plan not in hand, "A plan must be a card in hand.")
    refuse(not any(table.hands), "No seat has a strategy card.")
    refuse(not planning.to_plan(table), "All plans are already in.")


# --- Decisions in mid-turn, from the project's own dumps.


def _require(fits: bool) -> None:
    refuse(not fits, "“pending” doesn’t fit this position.")


def _read_pending(table: Kharnage, given: Json) -> None:
    """Read `turn` and `pending`, which is required: a position from outside is at plan."""
    pending, turn = given.get("pending"), given.get("turn")
    _require(isinstance(pending, dict))
    assert pending is not None
    _require(pending.keys() == {"icons", "surprises", "attack", "cheer"})
    _require(is_seat(turn, table.seats))
    assert turn is not None
    table.turn = turn
    # All plans are in and out of hand; a seat without one had no strategy card to choose.
    for hand, plan in zip(table.hands, table.plans, strict=True):
        _require(plan not in hand if plan is not None else not hand)
    _require(table.plans[turn] is not None)
    done, cheer = pending["icons"], pending["cheer"]
    _require(is_int(done) and 0 <= done <= len(planning.carried_out(table).icons))
    table.done = done
    _read_surprises(table, turn, pending["surprises"])
    if pending["attack"] is not None:
        table.attack = _read_attack(table, pending["attack"])
    _require(isinstance(cheer, list) and all(is_seat(seat, table.seats) for seat in cheer))
    _require(cheer == sorted(set(cheer)) and turn not in cheer)
    table.cheer = list(cheer)
    _require(_is_asked(table, turn))


def _read_surprises(table: Kharnage, turn: int, given: Any) -> None:
    _require(isinstance(given, list))
    in_play = table.in_play(turn)
    for entry in given:
        _require(isinstance(entry, dict) and entry.keys() == {"card", "step", "thrown"})
        id, step, thrown = entry["card"], entry["step"], entry["thrown"]
        _require(isinstance(id, str) and id in table.cards.cards and isinstance(thrown, bool))
        card = table.cards.cards[id]
        _require(card.army == table.armies[turn].id)
        _require(is_int(step) and 0 <= step <= len(card.steps))
        if not thrown:
            _require(card in in_play)
            in_play.remove(card)
        table.surprises.append(Surprise(card, step, thrown))


def _read_attack(table: Kharnage, given: Any) -> Attack:
    _require(isinstance(given, dict) and given.keys() == {"kind", "strength", "trample", "targets"})
    kind, strength, trample = given["kind"], given["strength"], given["trample"]
    _require(isinstance(kind, str) and kind in ("melee", "ranged", "magic"))
    _require(is_int(strength) and strength > 0 and is_int(trample) and trample >= 0)
    targets = given["targets"]
    _require(isinstance(targets, list) and len(targets) <= 2)
    for target in targets:
        _require(isinstance(target, list) and len(target) == 2)
        other, left = target
        _require(is_seat(other, table.seats) and other != table.turn)
        _require(is_int(left) and left >= 0)
    _require(len({other for other, _ in targets}) == len(targets))
    return Attack(kind, strength, trample, [(other, left) for other, left in targets])


def _is_asked(table: Kharnage, seat: int) -> bool:
    """Return whether the phase asks for the pending decision."""
    phase, attack = table.phase, table.attack
    if phase == "cheer":
        manual = table.options["cheer"] == "manual"
        return manual and bool(table.cheer) and attack is not None and bool(attack.targets)
    if table.cheer:
        return False
    if phase == "destroy":
        if attack is None or not all(table.sizes[target] for target, _ in attack.targets):
            return False
        return bool(attack.targets) and attacks.can_destroy(table, *attack.targets[0])
    if phase in ("target", "magic"):
        if attack is None or attack.targets or (attack.kind == "magic") != (phase == "magic"):
            return False
        reached = attacks.melee_targets if attack.kind == "melee" else attacks.ranged_targets
        return bool(reached(table, seat))
    return attack is None and _may_answer(table, seat)


def _may_answer(table: Kharnage, seat: int) -> bool:
    """Return whether the next icon asks, in phase reinforce, throw or web."""
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
