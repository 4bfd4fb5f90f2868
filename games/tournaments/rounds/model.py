"""What a tournament's pairings and standings are computed from, and what they consist of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Format(StrEnum):
    """The way in which a tournament pairs its players."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    ARENA = "arena"


LATE_ENTRY = frozenset({Format.SWISS, Format.ARENA})
"""The formats that players can enter after the first round. The others have a fixed schedule."""


class TieBreakKind(StrEnum):
    """What decides between players with equally many points."""

    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    DIRECT_ENCOUNTER = "direct_encounter"
    WINS = "wins"
    FIRST_PLACES = "first_places"
    OPPONENTS = "opponents"
    ROUND_REACHED = "round_reached"


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament.

    Attributes:
        id: Any number, unique in the tournament.
        rating: Decides only the first order: of first rounds, of brackets, and among equals.
        first_round: The first round in which the player takes part; later for a late entry.
        withdrawn_after: The last round in which the player takes part, if they have withdrawn.
    """

    id: int
    rating: float
    first_round: int = 1
    withdrawn_after: int | None = None

    def plays_in(self, number: int) -> bool:
        """Return whether the player takes part in a round."""
        return self.first_round <= number and (
            self.withdrawn_after is None or number <= self.withdrawn_after
        )


@dataclass(frozen=True)
class Result:
    """A table of a round.

    Attributes:
        round: The round. In an arena, a number that grows from match to match of each player.
        entrants: The players in the order of their seats.
        places: Their places, the best is 1; players who tie share one (1, 1, 3). None while the
            match is played.
        absent: The players who did not come. They get no points, the others beat them.
    """

    round: int
    entrants: tuple[int, ...]
    places: tuple[int, ...] | None
    absent: frozenset[int] = frozenset()

    @property
    def is_played(self) -> bool:
        """Whether at least two players came, so that a match took place."""
        return len(self.entrants) - len(self.absent) > 1


@dataclass(frozen=True)
class Bye:
    """A round in which a player has no opponent and gets full points."""

    round: int
    entrant: int


@dataclass(frozen=True)
class Round:
    """The tables of a round, each in the order of its seats, and the players with a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What the organiser decides.

    Attributes:
        format: The way of pairing.
        size: The number of players at a table, 2 to 6.
        rounds: The number of rounds. Knock-outs and arenas ignore it.
        seed: Decides draws of lots, such as the order of players with equal ratings.
        sizes: The table sizes that the game allows. If the number of players does not divide by
            `size`, tables have sizes from here that differ by one (4, 3, 3). If empty, every table
            has `size` players, and the rest have a bye.
    """

    format: Format
    size: int
    rounds: int
    seed: int
    sizes: tuple[int, ...] = ()

    @property
    def allowed(self) -> frozenset[int]:
        """The sizes that tables may have."""
        return frozenset({2}) if self.size == 2 else frozenset({self.size, *self.sizes})


@dataclass(frozen=True)
class TieBreak:
    """The value of a tie-break, of which more is better."""

    kind: TieBreakKind
    value: Fraction


@dataclass(frozen=True)
class Standing:
    """A player's line in the standings.

    Attributes:
        entrant: The player.
        place: The place, shared by players whom no tie-break separates.
        points: The points so far.
        tiebreaks: The tie-breaks in the order in which they decide.
        wins: The matches won: first place, not shared, in a match that took place.
        played: The matches that took place, and to which the player came.
    """

    entrant: int
    place: int
    points: Fraction
    tiebreaks: tuple[TieBreak, ...]
    wins: int
    played: int
