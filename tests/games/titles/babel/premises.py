"""The premises of the reasons that Babel's guide gives."""

from __future__ import annotations

from itertools import groupby

from games.boards.guides import Reason
from games.engine.chance import Chance
from games.engine.contract import Move
from games.titles.babel.rules.moves import HALVE, POWER_OF, Migrate, Power
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


def temple_cards(position: Babel, seat: int, move: Move, reason: Reason) -> bool:
    before = len(position.rows[seat])
    position.apply(seat, move, CHANCE)
    return len(position.rows[seat]) == before + 2


PREMISES = {
    "effect": effect,
    "alike": alike,
    "promise": promise,
    "temple-cards": temple_cards,
}
