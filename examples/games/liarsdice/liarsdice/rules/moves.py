"""The moves of Liar's Dice, and a bid as the table remembers it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from games.engine.contract import Json, Move
from games.engine.fields import is_int
from games.engine.moves import bounded, given, reader
from games.engine.refusals import BadMove

DICE = 3
"""Dice of each player at the start."""
MOST_SEATS = 4
MOST_DICE = DICE * MOST_SEATS
FACES = range(1, 7)


@bounded
def _read_count(data: Json, key: str, seats: int) -> int:
    return _number(data, key, range(1, MOST_DICE + 1))


@bounded
def _read_face(data: Json, key: str, seats: int) -> int:
    return _number(data, key, FACES)


def _number(data: Json, key: str, known: range) -> int:
    value = given(data, key)
    if not is_int(value) or value not in known:
        raise BadMove("“{field}” can’t have that value.", field=key)
    return value


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Claim that all dice together show a face at least `count` times."""

    count: Annotated[int, _read_count]
    face: Annotated[int, _read_face]


@dataclass(frozen=True, slots=True)
class Doubt(Move):
    """Say that the last bid is too high; all dice are shown."""


BIDS = tuple(Bid(count, face) for count in range(1, MOST_DICE + 1) for face in FACES)
"""All bids, each higher than the one before it."""
PLACE = {bid: place for place, bid in enumerate(BIDS)}
DOUBT = Doubt()
read_move = reader("There is no move “{type}”.", Bid, Doubt)


@dataclass(frozen=True, slots=True)
class Claim:
    """A bid and the seat that made it."""

    seat: int
    count: int
    face: int

    def dump(self) -> Json:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Shown:
    """The dice of a round that has ended, and the bid that was doubted."""

    claim: Claim
    dice: tuple[tuple[int, ...], ...]

    def dump(self) -> Json:
        return {"claim": self.claim.dump(), "dice": [list(one) for one in self.dice]}

    @property
    def there(self) -> int:
        """How many dice showed the face of the bid."""
        return sum(one.count(self.claim.face) for one in self.dice)
