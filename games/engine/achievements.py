"""Achievements and habits: what a title finds in a match that was played to its end.

Both are read from the match as its record tells it, played again, so that old matches count as new
ones do. What an achievement is called is marked for translation by `noted`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from games.engine.contract import Happening, Json, Move, Outcome, Position
from games.engine.record import Record
from games.engine.replay import read_seat_and_move
from games.engine.verify import with_leavers


@dataclass(frozen=True, slots=True)
class Decision:
    """One move, in the position before it, and what it brought about; not to be changed."""

    seat: int
    move: Move
    before: Position
    happenings: tuple[Happening, ...]

    def facts(self, *kinds: str) -> Iterator[Json]:
        """The facts of its happenings of these kinds, in their order."""
        return (happening.facts for happening in self.happenings if happening.kind in kinds)


@dataclass(frozen=True)
class Played:
    """A match that the rules brought to its end, secrets included.

    `outcome` is the one that counts: with whoever left the match behind all others. `left` are
    these seats; what a bot did there afterwards is part of the match all the same.
    """

    decisions: tuple[Decision, ...]
    end: Position
    outcome: Outcome
    left: frozenset[int] = frozenset()

    @property
    def seats(self) -> int:
        return self.end.seats

    @cached_property
    def winner(self) -> int | None:
        """The only seat in the first place; None where several share it."""
        first = [seat for seat, place in enumerate(self.outcome.places) if place == 1]
        return first[0] if len(first) == 1 else None

    def facts(self, *kinds: str) -> Iterator[Json]:
        """The facts of all happenings of these kinds, in their order."""
        return chain.from_iterable(decision.facts(*kinds) for decision in self.decisions)


Earned = Collection[int]
"""The seats that earned something in a match."""


@dataclass(frozen=True)
class Achievement:
    """Something worth telling of a match, earned anew in every match in which it happens."""

    slug: str
    """Its name in what is stored: never changed, and never given to another one."""
    name: str
    condition: str
    """What it takes, in one sentence: “Win with …”."""
    emblem: str
    earned: Callable[[Played], Earned]


@dataclass(frozen=True)
class Habit:
    """What a player tends to do in a game: openings, plans, favourite cards.

    `choices`: from a match to the one choice of each seat that made it, by seat. A choice is a
    short word, as in a record; `words` is what it is called on screen.
    """

    slug: str
    """Its name in what is stored: never changed."""
    name: str
    """“First city”: what the choices are a list of."""
    choices: Callable[[Played], dict[int, str]]
    words: Callable[[str], str]


def play_again(record: Record, left: Sequence[int] = ()) -> Played | None:
    """A record as it was played; None where the rules did not bring it to an end.

    `left`: the seats that were left before, in the order of leaving. What the rules refuse is
    raised.
    """
    decisions, end = decisions_of(record)
    outcome = end.outcome()
    if outcome is None:
        return None
    if left:
        outcome = with_leavers(outcome, end.seats, list(left))
    return Played(decisions, end, outcome, frozenset(left))


def decisions_of(record: Record) -> tuple[tuple[Decision, ...], Position]:
    """Every move of a record, and the position they lead to."""
    position = record.start()
    decisions = []
    for step, data in enumerate(record.moves, start=1):
        before = position
        position = before.clone()
        seat, move = read_seat_and_move(position, data)
        happenings = position.play(seat, move, record.chance(step))
        decisions.append(Decision(seat, move, before, tuple(happenings)))
    return tuple(decisions), position


def only(seat: int | None, holds: bool = True) -> Earned:
    """The seats of an achievement of one seat: of nobody where there is none, or it fails."""
    return () if seat is None or not holds else (seat,)
