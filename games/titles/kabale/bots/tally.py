"""A fast award for playouts: who would take a goal, and the sums.

The rules' own `award` records every step, which is too slow for thousands of awards a decision
(`tests/games/titles/kabale/test_tally.py` compares the two). A card is a number here: 32 × its
seat + its place among `CARDS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.titles.kabale.rules.award import (
    ABILITIES,
    DRAGON_FIRE,
    GAIN_PER_CARD,
    LOSS_PER_CARD,
    ROMEO_WITH_JULIET,
)
from games.titles.kabale.rules.cards import AREAS, CARDS, PRINTED, Number

KIND = {card: kind for kind, card in enumerate(CARDS)}
UNSEEN = len(CARDS)
"""The kind of another seat's face-down card."""
USUAL = 9
"""The number that an unseen card counts as."""
SEAT_BITS, KIND_MASK = 5, 31

Codes = tuple[int, ...]
"""The cards of a column, from the goal outwards."""


def code(seat: int, card: str) -> int:
    return seat << SEAT_BITS | KIND[card]


MUSKETEERS, WIZARD, WITCH = KIND["musketeers"], KIND["wizard"], KIND["witch"]
PRINCE, SQUIRE, JULIET, ROMEO = KIND["prince"], KIND["squire"], KIND["juliet"], KIND["romeo"]
HERMIT, GIANT, DRAGON = KIND["hermit"], KIND["giant"], KIND["dragon"]
DOUBLE, BEGGAR = KIND["double"], KIND["beggar"]
ABLE = frozenset(KIND[card] for card in ABILITIES)
CHANGING = frozenset((HERMIT, GIANT, DRAGON, DOUBLE, ROMEO))
"""Cards that change numbers."""
NUMBERS = {area: [*(PRINTED[area][card] for card in CARDS), USUAL] for area in AREAS}


class Tally(NamedTuple):
    """How a column is awarded."""

    left: Sequence[int]
    """The cards that count, as places in the column."""
    sums: dict[int, Number]
    """The sums of the seats that take part."""
    lowest: bool = False
    """Whether the lowest sum takes the goal."""
    couple: int | None = None
    """The seat that takes the goal with its prince and squire, without counting."""


def tally(area: str, codes: Sequence[int]) -> Tally:
    """Award a column at a goal of the area."""
    kinds = [code & KIND_MASK for code in codes]
    printed = NUMBERS[area]
    numbers = [printed[kind] for kind in kinds]
    left: Sequence[int] = range(len(codes))
    able = ABLE.intersection(kinds)
    lowest = False
    if able and MUSKETEERS not in able:
        if WIZARD in able:
            left = _removed(WIZARD, kinds, numbers, left)
        if WITCH in able:
            left = _removed(WITCH, kinds, numbers, left)
        if PRINCE in able and SQUIRE in able:
            couple = _couple(codes, kinds, left)
            if couple is not None:
                return Tally(left, {}, couple=couple)
        if able & CHANGING:
            _change(able, codes, kinds, numbers, left)
        lowest = BEGGAR in able and any(kinds[i] == BEGGAR for i in left)
    sums: dict[int, Number] = {}
    for i in left:
        number = numbers[i]
        if number is not None:
            seat = codes[i] >> SEAT_BITS
            sums[seat] = sums.get(seat, 0) + number
    return Tally(left, sums, lowest)


def winner(area: str, codes: Sequence[int]) -> int | None:
    """Return the seat that takes the goal; None if no seat takes part."""
    left, sums, lowest, couple = tally(area, codes)
    if not sums:
        return couple
    best = min(sums.values()) if lowest else max(sums.values())
    way = reversed(left) if lowest else left
    return next(seat for i in way if sums.get(seat := codes[i] >> SEAT_BITS) == best)


def _removed(
    actor: int, kinds: list[int], numbers: Sequence[Number | None], left: Sequence[int]
) -> Sequence[int]:
    """Return the cards that a wizard or a witch leaves; two of them do nothing."""
    if sum(kinds[i] == actor for i in left) != 1:
        return left
    staying, behind = [], None
    for i in reversed(left):
        number = numbers[i]
        if kinds[i] == DOUBLE:
            number = behind
        elif number is not None:
            behind = number
        goes = number is not None and (number >= 10 if actor == WIZARD else number <= 9)
        if not goes or kinds[i] == actor:
            staying.append(i)
    return staying[::-1]


def _couple(codes: Sequence[int], kinds: list[int], left: Sequence[int]) -> int | None:
    """Return the seat of the nearest prince or squire of a seat that has both here."""
    princes = {codes[i] >> SEAT_BITS for i in left if kinds[i] == PRINCE}
    squires = {codes[i] >> SEAT_BITS for i in left if kinds[i] == SQUIRE}
    both = princes & squires
    if not both:
        return None
    seats = (codes[i] >> SEAT_BITS for i in left if kinds[i] in (PRINCE, SQUIRE))
    return next(seat for seat in seats if seat in both)


def _change(
    able: frozenset[int],
    codes: Sequence[int],
    kinds: list[int],
    numbers: list[Number | None],
    left: Sequence[int],
) -> None:
    """Change the numbers by hermit, giant, romeo, the dragons, and the doubles last."""
    others = len(left) - 1
    if HERMIT in able or GIANT in able:
        for i in left:
            if kinds[i] == HERMIT:
                numbers[i] = max(0, 12 - LOSS_PER_CARD * others)
            elif kinds[i] == GIANT:
                numbers[i] = 2 + GAIN_PER_CARD * others
    if ROMEO in able:
        juliets = {codes[i] >> SEAT_BITS for i in left if kinds[i] == JULIET}
        for i in left:
            if kinds[i] == ROMEO and codes[i] >> SEAT_BITS in juliets:
                numbers[i] = ROMEO_WITH_JULIET
    if DRAGON in able:
        for owner in [codes[i] >> SEAT_BITS for i in left if kinds[i] == DRAGON]:
            for i in left:
                number = numbers[i]
                if number is not None and codes[i] >> SEAT_BITS != owner:
                    numbers[i] = max(0, number - DRAGON_FIRE)
    if DOUBLE in able:
        behind: Number | None = None
        for i in reversed(left):
            if kinds[i] == DOUBLE:
                numbers[i] = behind
            behind = numbers[i]
