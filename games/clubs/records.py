"""The ladders and records of a club, computed from results in their order. Pure Python.

results = [Result("some-game", (Seat(1, 1, 40), Seat(2, 2, 12)), link="/matches/k7wq3mh2xa/")]
records_of(results, members={1, 2})
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from games.rating import START, Form, rated

SETTLED = 5
"""The matches on a club's ladder after which a rating says enough for an upset."""
LEAST_STREAK = 2
LEAST_SCORE = 2
"""A best score below this is the 1 of games that only have a winner, or nothing at all."""


class Standing(Protocol):
    """A place on a ladder."""

    value: int
    matches: int
    wins: int


class Seat(NamedTuple):
    """A player of a result; `user` is None for players without an account."""

    user: int | None
    place: int
    score: int | None = None


@dataclass(frozen=True)
class Result:
    """A result that counts in a club.

    Attributes:
        game: The slug of the game.
        seats: The players.
        decisions: How many decisions it took; None if unknown, or if a player left.
        link: Its page; "" for a private match, which records do not name.
    """

    game: str
    seats: tuple[Seat, ...]
    decisions: int | None = None
    link: str = ""

    @property
    def winner(self) -> int | None:
        """The user who won and shares the first place with no one; None without one."""
        first = [seat.user for seat in self.seats if seat.place == 1]
        return first[0] if len(first) == 1 else None


class Kind(StrEnum):
    """What a record is about."""

    MATCHES = "matches"
    STREAK = "streak"
    SCORE = "score"
    QUICKEST = "quickest"
    UPSET = "upset"


class Record(NamedTuple):
    """A record: who holds it, its number, and for all but sums the game and the result's page."""

    kind: Kind
    user: int
    number: int
    game: str = ""
    link: str = ""


@dataclass
class Rated:
    """A place on a ladder that is only computed."""

    value: int = START
    matches: int = 0
    wins: int = 0


def count(ladder: Mapping[int, Standing], seats: Iterable[Seat]) -> None:
    """Count a result on a ladder, which has a place for each of its users."""
    known = [(ladder[seat.user], seat.place) for seat in seats if seat.user is not None]
    if len(known) < 2:
        return
    forms = [Form(row.value, row.matches) for row, _place in known]
    changes = rated(forms, [place for _row, place in known])
    for (row, place), change in zip(known, changes, strict=True):
        row.value, row.matches, row.wins = change.after, row.matches + 1, row.wins + (place == 1)


def records_of(results: Iterable[Result], members: Collection[int]) -> list[Record]:
    """Return the records that members hold: sums first, then each game's in the order of slugs.

    Of two equal ones the earlier stands.
    """
    best: dict[tuple[str, Kind], Record] = {}
    played: Counter[int] = Counter()
    streaks: Counter[int] = Counter()
    ladders: dict[str, dict[int, Rated]] = defaultdict(lambda: defaultdict(Rated))

    def hold(record: Record, *, least: bool = False) -> None:
        former = best.get((record.game, record.kind))
        sign = -1 if least else 1
        if record.user in members and (
            former is None or sign * record.number > sign * former.number
        ):
            best[record.game, record.kind] = record

    for result in results:
        winner = result.winner
        for seat in result.seats:
            if seat.user is None:
                continue
            played[seat.user] += 1
            hold(Record(Kind.MATCHES, seat.user, played[seat.user]))
            streaks[seat.user] = streaks[seat.user] + 1 if seat.user == winner else 0
            if streaks[seat.user] >= LEAST_STREAK:
                hold(Record(Kind.STREAK, seat.user, streaks[seat.user]))
            if result.link and (seat.score or 0) >= LEAST_SCORE:
                named = seat.user, seat.score or 0, result.game, result.link
                hold(Record(Kind.SCORE, *named))
        ladder = ladders[result.game]
        if winner is not None and result.link:
            if result.decisions:
                named = winner, result.decisions, result.game, result.link
                hold(Record(Kind.QUICKEST, *named), least=True)
            if gap := _gap(ladder, winner, result.seats):
                hold(Record(Kind.UPSET, winner, gap, result.game, result.link))
        count(ladder, result.seats)
    order = list(Kind)
    return sorted(best.values(), key=lambda record: (record.game, order.index(record.kind)))


def _gap(ladder: Mapping[int, Standing], winner: int, seats: Iterable[Seat]) -> int:
    """Return how far the best of the others was ahead of the winner; 0 if none was."""
    others = [ladder[seat.user] for seat in seats if seat.user not in (None, winner)]
    settled = [row.value for row in others if row.matches >= SETTLED]
    own = ladder[winner]
    if not settled or own.matches < SETTLED:
        return 0
    return max(0, max(settled) - own.value)
