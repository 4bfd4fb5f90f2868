"""The premises of the reasons that Babel's guide gives."""

from __future__ import annotations

from itertools import groupby

from games.boards.guides import Reason
from games.engine.chance import Chance
from games.engine.contract import Move
from games.titles.babel.rules.moves import (
    END,
    HALVE,
    POWER_OF,
    Build,
    Discard,
    Migrate,
    Power,
    Settle,
)
from games.titles.babel.rules.position import Babel

CHANCE = Chance(bytes(32), 1)


def effect(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    """Compare the heights, and what the sentence says about the end, with the table after it."""
    rival, text = 1 - seat, reason.text
    hand = len(position.hands[rival])
    effects = position.apply(seat, move, CHANCE)
    if isinstance(move, Power) and move.power == "halve":
        return f"{hand // 2} of {hand} cards" in text
    totals = position.view(seat)["totals"]
    for before, other in (("your total is ", seat), (f"Player {rival}’s total is ", rival)):
        said = text.partition(before)[2]
        if said and not said.startswith((f"{totals[other]}.", f"{totals[other]},")):
            return False
    begins = "The end phase begins." in text
    began = any(one.kind == "end-phase" for one in effects)
    ends = position.outcome() is not None
    return ("This ends the game." in text) == ends and (ends or begins == began)


def alike(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    site = position.stones[seat]
    position.apply(seat, move, CHANCE)
    tribe, cards = next(groupby(reversed(position.tribes[seat][site])))
    count = len(list(cards))
    gives = "they give" in reason.text
    usable = not gives or can_use(position, seat, site, {POWER_OF[tribe], HALVE})
    return count == reason.facts["n"] and gives == (count >= 3) and usable


def can_use(position: Babel, seat: int, site: str, powers: set[str]) -> bool:
    """Return whether the seat could use one of these powers with its stone at the site."""
    position.stones[seat] = site
    return any(isinstance(move, Power) and move.power in powers for move in position.moves(seat))


def promise(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    assert isinstance(move, Migrate)
    position.apply(seat, move, CHANCE)
    groups = [(tribe, len(list(cards))) for tribe, cards in groupby(position.tribes[seat][move.to])]
    return all(
        run in groups and run[1] >= 3 and can_use(position, seat, move.to, {POWER_OF[run[0]]})
        for run in reason.facts["runs"]
    )


def level(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    position.apply(seat, move, CHANCE)
    builds = [move for move in position.moves(seat) if isinstance(move, Build)]
    return reason.facts["n"] in [position.rows[build.row][-1] for build in builds]


def settled(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    """Settle as many cards as the sentence says: then the level can be built, and not before."""
    position.apply(seat, move, CHANCE)
    found = []
    for _ in range(reason.facts["left"]):
        settle = next(move for move in position.moves(seat) if isinstance(move, Settle))
        found.append(level(position.clone(), seat, settle, reason))
        position.apply(seat, settle, CHANCE)
    return found[-1] and not any(found[:-1])


def gathered(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    """Settle the cards that the sentence names: then the power can be used."""
    facts = reason.facts
    position.apply(seat, move, CHANCE)
    for _ in range(facts["n"] - 1):
        position.apply(seat, Settle(facts["tribe"]), CHANCE)
    return power(position, seat, Settle(facts["tribe"]), reason)


def power(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    position.apply(seat, move, CHANCE)
    usable = [move.power for move in position.moves(seat) if isinstance(move, Power)]
    return reason.facts["power"] in usable


def enough(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    """Count the cards, and compare with the temple that they are for."""
    site: str = reason.facts["site"]
    level: int = reason.facts["n"]
    position.apply(seat, move, CHANCE)
    temple: list[int] = position.view(seat)["sites"][site]["temples"][seat]
    return len(position.tribes[seat][site]) == level and 6 >= level > max(temple, default=0)


def spare(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    """Count the cards of the tribe that stay; where they say nothing, the stone has to."""
    assert isinstance(move, Discard)
    tribe, text = move.tribe, reason.text
    position.apply(seat, move, CHANCE)
    kept = position.hands[seat].count(tribe)
    holds = {
        "only one": not kept,
        f"keep {kept}": kept >= 3,
        "stone": position.stones[seat] == tribe,
    }
    return kept == reason.facts["kept"] and any(holds[said] for said in holds if said in text)


def temple_cards(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    before = len(position.rows[seat])
    position.apply(seat, move, CHANCE)
    return len(position.rows[seat]) == before + 2


PREMISES = {
    "effect": effect,
    "alike": alike,
    "promise": promise,
    "level": level,
    "settled": settled,
    "power": power,
    "gathered": gathered,
    "temple-cards": temple_cards,
    "enough": enough,
    "spare": spare,
}


def build_takes_card(position: Babel, seat: int, move: Move) -> bool:
    before = sum(map(len, position.view(seat)["rows"]))
    position.apply(seat, move, CHANCE)
    return sum(map(len, position.view(seat)["rows"])) == before - 1


def power_costs_card(position: Babel, seat: int, move: Move) -> bool:
    assert isinstance(move, Power)
    row, run = position.tribes[seat][position.stones[seat]], move.run
    tribe = row[0 if run is None else run]
    before = position.view(seat)["tribe_discard"].count(tribe)
    position.apply(seat, move, CHANCE)
    return bool(position.view(seat)["tribe_discard"].count(tribe) > before)


def settles_at_stone(position: Babel, seat: int, move: Move) -> bool:
    site = position.stones[seat]
    before = len(position.tribes[seat][site])
    position.apply(seat, move, CHANCE)
    return len(position.tribes[seat][site]) == before + 1


def way_costs(position: Babel, seat: int, move: Move) -> bool:
    """Check that a journey costs a card, and that a migration moves three and costs none."""
    hand = len(position.hands[seat])
    if isinstance(move, Migrate):
        before = len(position.tribes[seat][move.source])
        position.apply(seat, move, CHANCE)
        moved = before - len(position.tribes[seat][move.source])
        return (moved, len(position.hands[seat])) == (3, hand)
    position.apply(seat, move, CHANCE)
    return len(position.hands[seat]) == hand - 1


def may_end(position: Babel, seat: int, move: Move) -> bool:
    return move == END and move in position.moves(seat)


def is_end_phase(position: Babel, seat: int, move: Move) -> bool:
    return bool(position.view(seat)["end_phase"])


WHYS = {
    "building": build_takes_card,
    "powers": power_costs_card,
    "settling": settles_at_stone,
    "on-the-way": way_costs,
    "stopping": may_end,
    "end-phase": is_end_phase,
}
