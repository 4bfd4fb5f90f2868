"""Parts by which names are found: three letters in a row, each stored as a number. Pure functions.

Numbers compare alike in every database, letters do not: that depends on the database's collation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from accounts.services.lookalikes import letters_of, skeleton_of

EDGE = "\0"
"""Stands before the first and after the last letter of a name."""
BITS = 21
"""The bits of one letter: Unicode needs no more, and three letters fit into a signed number."""
SHORTEST_WORD = 3
"""A shorter word of a name is found only as part of the whole name."""


def spellings(text: str) -> tuple[str, ...]:
    """Return the forms in which a text is searched: as it looks, and letter by letter.

    They differ in the letters that look like one: "rn" looks like "m", but "bar" begins "Barn".
    """
    return tuple(dict.fromkeys((skeleton_of(text), letters_of(text))))


def units_of(name: str) -> set[str]:
    """Return what is found of a name: the whole name and each of its words, in all spellings."""
    units = set(spellings(name))
    words = re.findall(r"[^\W_]+", name)
    if len(words) > 1:
        spelled = (form for word in words for form in spellings(word))
        units.update(form for form in spelled if len(form) >= SHORTEST_WORD)
    return units


def rows_of(names: Iterable[str]) -> set[tuple[int, int]]:
    """Return the parts of names, each with the length of the unit that it is a part of."""
    units = {unit for name in names for unit in units_of(name) if unit}
    return {(part, len(unit)) for unit in units for part in parts_of(f"{EDGE}{unit}{EDGE}")}


def parts_of(letters: str) -> list[int]:
    """Return the parts of a line of letters in their order, each once."""
    threes = (letters[at : at + 3] for at in range(len(letters) - 2))
    return list(dict.fromkeys(map(number_of, threes)))


def number_of(letters: str) -> int:
    """Return three letters as a number; fewer than three give the least that begins with them."""
    number = 0
    for letter in letters.ljust(3, EDGE):
        number = (number << BITS) | ord(letter)
    return number


def numbers_beginning(two: str) -> tuple[int, int]:
    """Return the first and the last number of the parts that begin with two letters."""
    first = number_of(two)
    return first, first | ((1 << BITS) - 1)


def edits_between(one: str, other: str, most: int) -> int:
    """Return how many typos make one of the other: letters added, left out, replaced or swapped.

    Above `most` the exact number does not matter.
    """
    far = most + 1
    if abs(len(one) - len(other)) > most:
        return far
    last: list[int] = []
    before = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        # Outside of this band the two differ by more than `most` letters.
        start, end = max(1, at - most), min(len(other), at + most)
        row = [far] * (len(other) + 1)
        row[0] = at
        for to in range(start, end + 1):
            wanted = other[to - 1]
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == wanted:
                cost = min(cost, last[to - 2] + 1)
            row[to] = cost
        if min(row) > most:
            return far
        last, before = before, row
    return min(before[-1], far)
