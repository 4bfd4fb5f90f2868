"""Achievements, habits and facts: what a title finds in a finished match.

All are computed by replaying the match's record, so old matches count like new ones. Names of
achievements are marked for translation by `noted`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from games.engine.contract import Effect, Json, Move, Outcome, Position
from games.engine.record import Record
from games.engine.replay import read_seat_and_move
from games.engine.verify import with_leavers


@dataclass(frozen=True, slots=True)
class Decision:
    """One move, the position before it, and what it brought about; treat as read-only."""

    seat: int
    move: Move
    before: Position
    effects: tuple[Effect, ...]

    def facts(self, *kinds: str) -> Iterator[Json]:
        """Return the facts of this decision's effects of the given kinds, in order."""
        return (effect.facts for effect in self.effects if effect.kind in kinds)


@dataclass(frozen=True)
class Played:
    """A match that the rules brought to its end, secrets included.

    `outcome` is the final one: players who left the match rank behind all others. `left` names
    their seats. Moves that a bot made for them afterwards are part of the match.
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
        """The only seat in first place; None if several share it."""
        first = [seat for seat, place in enumerate(self.outcome.places) if place == 1]
        return first[0] if len(first) == 1 else None

    def facts(self, *kinds: str) -> Iterator[Json]:
        """Return the facts of all effects of the given kinds, in order."""
        return chain.from_iterable(decision.facts(*kinds) for decision in self.decisions)


Earned = Collection[int]
"""The seats that earned something in a match."""


@dataclass(frozen=True)
class Achievement:
    """Something a player can earn; it can be earned again in every match."""

    slug: str
    """Stored identifier: never changed and never reused."""
    name: str
    condition: str
    """The condition in one sentence: “Win with …”."""
    emblem: str
    earned: Callable[[Played], Earned]


@dataclass(frozen=True)
class Habit:
    """What a player tends to do in a game: openings, plans, favourite cards.

    `choices` returns, for one match, the choice of each seat that made one. A choice is a short
    word, as in a record; `words` returns its name on screen.
    """

    slug: str
    """Stored identifier: never changed."""
    name: str
    """Heading for the choices, such as “First city”."""
    choices: Callable[[Played], dict[int, str]]
    words: Callable[[str], str]
    opening: bool = False
    """Whether it is about a player's first decisions, by which results are compared."""


@dataclass(frozen=True)
class Fact:
    """Something that players do in a match and look for later: “took Venezia”.

    `found` returns, for one match, the values of each seat that has some. Only finished matches are
    searched, so secrets of the match may be among them.
    """

    slug: str
    """Stored identifier: never changed."""
    values: Sequence[str]
    """All values, in the order of a list; a value is a short word, as in a record."""
    found: Callable[[Played], dict[int, set[str]]]
    words: Callable[[str], str]
    """What the player did, for a value, in the past tense: “took Venezia”."""


def play_again(record: Record, left: Sequence[int] = ()) -> Played | None:
    """Replay a record to its end.

    Args:
        record: The record; its moves must be legal.
        left: Seats that left before the end, in the order of leaving.

    Returns:
        The finished match, or None if the moves do not bring the game to an end.

    Raises:
        Refusal: The rules refuse a position or a move of the record.
    """
    decisions, end = decisions_of(record)
    outcome = end.outcome()
    if outcome is None:
        return None
    if left:
        outcome = with_leavers(outcome, end.seats, list(left))
    return Played(decisions, end, outcome, frozenset(left))


def decisions_of(record: Record) -> tuple[tuple[Decision, ...], Position]:
    """Replay a record and return every decision and the final position."""
    position = record.start()
    decisions = []
    for step, data in enumerate(record.moves, start=1):
        before = position
        position = before.clone()
        seat, move = read_seat_and_move(position, data)
        effects = position.play(seat, move, record.chance(step))
        decisions.append(Decision(seat, move, before, tuple(effects)))
    return tuple(decisions), position


def only(seat: int | None, holds: bool = True) -> Earned:
    """Return the given seat, or no seat if it is None or `holds` is false."""
    return () if seat is None or not holds else (seat,)
