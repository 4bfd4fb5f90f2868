"""A given position: read, defaults filled in, and refused where it cannot stand (spec: Position).

A given position is taken as it stands: nothing is dealt or drawn, no end is tested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.chance import Chance
from games.engine.fields import Given, per_seat, refuse, whole
from games.titles.kharnage.rules import deployment, pending, planning, soundness
from games.titles.kharnage.rules.cards import LINES, Army, Card, Strategy
from games.titles.kharnage.rules.scoring import ROUNDS

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.titles.kharnage.rules.position import Kharnage

_IN_LINE = frozenset(("card", "web"))


def fill(table: Kharnage, data: Any, chance: Chance) -> None:
    """Lay the given position on an empty table; BadPosition."""
    given = Given(table, data)
    data = given.data
    _read_armies(table, data, chance)
    given.take("round", whole(1, ROUNDS), "“round” is a number from 1 to {n}.", n=ROUNDS)
    _read_strategies(table, data)
    _read_stacks(table, data)
    _read_lines(table, data)
    _read_kills(table, data)
    _check_copies(table)
    _read_counts(table, data)
    _read_phase(table, data)


def _per_seat(table: Kharnage, data: Json, key: str, kind: type) -> list[Any]:
    """One entry of this kind for each seat; empty ones where the key is left out."""
    if key not in data:
        return [kind() for _ in range(table.seats)]
    return per_seat(data, key, table.seats, lambda entry: type(entry) is kind)


def _read_armies(table: Kharnage, data: Json, chance: Chance) -> None:
    """Left out: option `armies`, or else dealt."""
    known, chosen = table.cards.armies, table.options["armies"]
    if "armies" not in data:
        table.armies = deployment.deal_armies(table.cards, table.seats, table.options, chance)
        return
    armies = _per_seat(table, data, "armies", str)
    refuse(not all(a in known for a in armies), "“armies” lists armies of the card set.")
    refuse(len(set(armies)) != len(armies), "An army is played by one seat.")
    refuse(chosen is not None and armies != chosen, "“armies” is unlike the option.")
    table.armies = [known[army] for army in armies]


# --- Cards.


def _read_strategies(table: Kharnage, data: Json) -> None:
    for seat, given in enumerate(_per_seat(table, data, "hands", list)):
        known = {strategy.id: strategy for strategy in table.armies[seat].hand}
        table.hands[seat] = [_strategy(known, id) for id in given]
        refuse(len(set(given)) != len(given), "Each strategy card exists once.")
    if "plans" not in data:
        return
    for seat, id in enumerate(per_seat(data, "plans", table.seats, lambda plan: True)):
        if id is not None:
            known = {strategy.id: strategy for strategy in table.armies[seat].hand}
            table.plans[seat] = _strategy(known, id)


def _strategy(known: dict[str, Strategy], id: Any) -> Strategy:
    fits = isinstance(id, str) and id in known
    refuse(not fits, "Strategy cards are of one's own army, and never of initiative 0.")
    return known[id]


def _read_stacks(table: Kharnage, data: Json) -> None:
    for seat in range(table.seats):
        army = table.armies[seat]
        units, generals = _by_id(army.units), _by_id(army.generals)
        for key, stacks, known in (
            ("generals", table.generals, generals),
            ("reserves", table.reserves, units),
            ("piles", table.piles, {**units, **generals}),
        ):
            given = _per_seat(table, data, key, list)[seat]
            stacks[seat] = [_card(known, id, key) for id in given]


def _by_id(cards: tuple[Card, ...]) -> dict[str, Card]:
    return {card.id: card for card in cards}


def _card(known: dict[str, Card], id: Any, where: str) -> Card:
    fits = isinstance(id, str) and id in known
    refuse(not fits, "There is a card in “{where}” that does not belong there.", where=where)
    return known[id]


def _own(army: Army) -> dict[str, Card]:
    return _by_id((*army.units, *army.generals))


def _read_lines(table: Kharnage, data: Json) -> None:
    for seat, lines in enumerate(_per_seat(table, data, "lines", dict)):
        known = _own(table.armies[seat])
        for name, cards in lines.items():
            refuse(name not in LINES, "There is no line “{name}”.", name=name)
            if cards is None:
                continue
            refuse(not isinstance(cards, list), "A line is a list of cards.")
            for given in cards:
                card, web = _read_standing(known, given)
                refuse(LINES[card.line] != name, "A card stands in the wrong line.")
                table.put(seat, card, web)
    webs = sum(map(len, table.webs))
    refuse(webs > deployment.WEBS, "There are {n} web tokens.", n=deployment.WEBS)


def _read_standing(known: dict[str, Card], given: Any) -> tuple[Card, bool]:
    fits = isinstance(given, dict) and given.keys() <= _IN_LINE
    refuse(not fits, "A card in a line is an object of “card” and “web”.")
    web = False if given.get("web") is None else given["web"]
    refuse(not isinstance(web, bool), "“web” is true or false.")
    return _card(known, given.get("card"), "lines"), web


def _read_kills(table: Kharnage, data: Json) -> None:
    for seat, given in enumerate(_per_seat(table, data, "kills", list)):
        known: dict[str, Card] = {}
        for other, army in enumerate(table.armies):
            # Nobody destroys cards of his own.
            if other != seat:
                known.update(_own(army))
        table.kills[seat] = [_card(known, id, "kills") for id in given]


def _check_copies(table: Kharnage) -> None:
    for card, n in soundness.copies(table).items():
        refuse(n > card.count, "There are only {n} of {card}.", n=card.count, card=card.id)


def _read_counts(table: Kharnage, data: Json) -> None:
    table.points = _per_seat(table, data, "points", int)
    table.kharnage = _per_seat(table, data, "kharnage", int)
    negative = min(*table.points, *table.kharnage) < 0
    refuse(negative, "Points and tokens are not negative.")


# --- Phase.


def _read_phase(table: Kharnage, data: Json) -> None:
    phase = data.get("phase", "plan")
    known: dict[str, Callable[[Kharnage, Json], None]] = {
        "plan": _check_planning,
        **dict.fromkeys(pending.PHASES, pending.fill),
    }
    fits = isinstance(phase, str) and phase in known
    refuse(not fits, "A position is at plan, or in a phase with what is pending.")
    table.phase = phase
    known[phase](table, data)


def _check_planning(table: Kharnage, data: Json) -> None:
    refuse("turn" in data, "At plan it is nobody's turn.")
    refuse("pending" in data, "At plan nothing is pending.")
    for hand, plan in zip(table.hands, table.plans, strict=True):
        refuse(plan is not None and plan not in hand, "A plan is a card in hand.")
    refuse(not any(table.hands), "No seat has a strategy card.")
    refuse(not planning.to_plan(table), "All plans are in.")
