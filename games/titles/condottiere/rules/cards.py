"""The 96 cards, and the strength of an army (spec: Cards; Play)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.contract import Json
from games.engine.fields import pile
from games.engine.refusals import BadRecord

MERCENARIES = {"m1": 1, "m2": 2, "m3": 3, "m4": 4, "m5": 5, "m6": 6, "m10": 10}
"""The strength of each mercenary; the heroine is no mercenary."""

COPIES = {
    "m1": 15,
    "m2": 8,
    "m3": 8,
    "m4": 8,
    "m5": 8,
    "m6": 8,
    "m10": 8,
    "scarecrow": 15,
    "drum": 6,
    "bishop": 3,
    "surrender": 3,
    "winter": 3,
    "heroine": 3,
}

DECK: tuple[str, ...] = tuple(card for card, copies in COPIES.items() for _ in range(copies))
HEROINE_STRENGTH = 10
is_army = pile(COPIES)


def is_winter(armies: Iterable[Sequence[str]]) -> bool:
    """Return whether it is winter: one winter card in any army is enough."""
    return any("winter" in army for army in armies)


def strength(army: Sequence[str], winter: bool) -> int:
    """Return (Σ mercenaries, each 1 under winter) × (2 with a drum) + 10 × heroines."""
    found = [MERCENARIES[card] for card in army if card in MERCENARIES]
    mercenaries = len(found) if winter else sum(found)
    drummed = 2 * mercenaries if "drum" in army else mercenaries
    return drummed + HEROINE_STRENGTH * army.count("heroine")


def counts(card: str, army: Sequence[str], winter: bool) -> int:
    """Return what a card of an army adds to its strength."""
    if card == "heroine":
        return HEROINE_STRENGTH
    mercenary = 1 if winter and card in MERCENARIES else MERCENARIES.get(card, 0)
    return 2 * mercenary if "drum" in army else mercenary


def strengths(armies: Sequence[Sequence[str]]) -> list[int]:
    """Return the strength of every army, by seat."""
    winter = is_winter(armies)
    return [strength(army, winter) for army in armies]


def strongest(by_seat: Sequence[int]) -> int | None:
    """Return the only seat with the highest strength, if that is above 0."""
    best = max(by_seat)
    return by_seat.index(best) if best > 0 and by_seat.count(best) == 1 else None


def judge_battle(data: object) -> Json:
    """Return the strengths and the winner of a battle, for `referee --battle`.

    Args:
        data: The armies, such as `{"armies": [["m10", "drum"], ["m3"]]}`. Bishops and surrenders
            count 0.

    Raises:
        BadRecord: The data has another form.
    """
    armies = data.get("armies") if isinstance(data, dict) else None
    if not isinstance(armies, list) or not armies:
        raise BadRecord("A battle must be an object with “armies”: a list of cards for each.")
    if not all(is_army(army, len(armies)) for army in armies):
        raise BadRecord("An army must be a list of cards.")
    by_seat = strengths(armies)
    return {"strengths": by_seat, "winner": strongest(by_seat)}
