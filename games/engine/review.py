"""Reviews of games: each player's winning chances, and what would have been stronger.

A decision is judged only by what its player knew at that moment (games/engine/judge.py), so the
same seed gives the same review in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple

from games.engine.bots import Bot, Memories, Question, question
from games.engine.chance import Chance
from games.engine.contract import Json, Move, Position
from games.engine.judge import SURE, Judge, Race, sure_among
from games.engine.replay import read_move

POINTS = 24
"""Maximum number of decisions at which the winning chances are computed."""
COMPARED = 300
"""Maximum number of decisions that are compared with other moves: players who only pass can make
thousands, and comparing one takes a second."""
LEAST = 0.03
"""A move that costs less than this share of a victory is not a mistake."""
RACED = 2
"""Number of moves that a race over all moves proposes."""
FIELD = 6
"""Maximum number of other moves in such a race; of more, these are drawn at random."""
LINE = 16
"""Maximum number of moves that show what would have followed."""


@dataclass(frozen=True, slots=True)
class Reviewer:
    """How the decisions of a game are reviewed."""

    judge: Judge
    advisers: tuple[Bot, ...]
    """Bots that propose a move from what the seat knew."""


class Made(NamedTuple):
    """One step of the reviewed game: a move, or cards that a seat showed to others."""

    number: int
    seat: int
    move: Json | None
    cards: Sequence[str] = ()
    to: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A move that was played, and what every seat knew before it."""

    number: int
    question: Question
    chosen: Move
    eyes: tuple[Question, ...]
    """By seat, for resampling worlds; seats that were not to move have no moves."""


class Verdict(NamedTuple):
    """The result of judging a decision; parts that were not requested keep their defaults."""

    chances: tuple[float, ...] = ()
    """Each seat's expected share of the victory before the move."""
    error: float = 0.0
    """The largest standard error of these chances."""
    better: Move | None = None
    """A move that was clearly stronger, given what the seat knew; None if there is none."""
    cost: float = 0.0
    """The share of the victory that the move lost against the stronger one."""
    cost_error: float = 0.0
    given: tuple[float, ...] = ()
    """By seat: what its share of the victory gained because of that; negative for the player."""


def decisions(
    start: Position, seed: bytes, made: Iterable[Made], wanted: Collection[int] | None = None
) -> Iterator[Decision]:
    """Yield the decisions of a game in order.

    Args:
        start: The position before the first move; it is not changed.
        seed: The seed of the game's chance.
        made: The moves and shown cards, without those that were taken back.
        wanted: The numbers of the decisions to yield; None for all.

    Yields:
        One decision at a time. Use it before asking for the next: its information state is updated.
    """
    position, step = start.clone(), 0
    memories = Memories(position)
    for line in made:
        if line.move is None:
            for seat in line.to:
                memories.of[seat].shown(line.seat, line.cards)
            continue
        step += 1
        chosen = read_move(position, line.move)
        if wanted is None or line.number in wanted:
            eyes = tuple(question(position, seat, known) for seat, known in enumerate(memories.of))
            yield Decision(line.number, eyes[line.seat], chosen, eyes)
            if wanted is not None and line.number == max(wanted):
                # The last decision must keep its information state, so nothing more is learned.
                return
        memories.tell(position.play(line.seat, chosen, Chance(seed, step)))


def judge(
    reviewer: Reviewer,
    decision: Decision,
    rng: Random,
    *,
    weigh: bool,
    compare: bool,
    sure: float = SURE,
) -> Verdict:
    """Judge a decision.

    Args:
        reviewer: How to judge.
        decision: The decision.
        rng: The only source of chance.
        weigh: Whether to compute the winning chances before the move.
        compare: Whether to compare the move with others.
        sure: The standard errors by which a move must be stronger.
    """
    verdict = Verdict()
    if weigh:
        chances = reviewer.judge.chances(decision.eyes, rng)
        verdict = Verdict(tuple(one.mean for one in chances), max(one.error for one in chances))
    if compare and len(decision.question.moves) > 1:
        return compared(reviewer, decision, rng, verdict, sure)
    return verdict


def compared(
    reviewer: Reviewer, decision: Decision, rng: Random, verdict: Verdict, sure: float
) -> Verdict:
    """Return the verdict with a stronger move, if there is one.

    Candidates are what the advisers propose and the best of a race over all moves. One is found in
    some worlds, and its gain measured in others, which removes the bias of selecting the luckiest.
    """
    asked, chosen = decision.question, decision.chosen
    race = Race.of(reviewer.judge, asked, [chosen])
    worlds = reviewer.judge.fewest
    race.run(worlds, rng)
    while race.worth(chosen).mean > 1 - LEAST:
        # No move can do better in these worlds.
        if worlds >= reviewer.judge.most:
            return verdict
        worlds = reviewer.judge.more(worlds)
        race.run(worlds, rng)
    others = [move for move in asked.moves if move != chosen]
    field = others if len(others) <= FIELD else rng.sample(others, FIELD)
    advised = [bot.choose(asked, rng) for bot in reviewer.advisers]
    race.join([*advised, *field])
    race.halve(RACED, {chosen, *advised}, rng)
    better = race.challenge(chosen, LEAST, rng, sure)
    if better is None:
        return verdict
    changes = reviewer.judge.gain(asked, better, chosen, rng, LEAST, sure)
    gain = changes[asked.seat]
    if gain.mean < max(LEAST, sure * gain.error):
        return verdict
    return verdict._replace(
        better=better,
        cost=gain.mean,
        cost_error=gain.error,
        given=tuple(-change.mean for change in changes),
    )


def line_after(
    reviewer: Reviewer,
    start: Position,
    seed: bytes,
    made: Iterable[Made],
    number: int,
    move: Move,
) -> list[Json]:
    """Return what would have followed another move, with the cards as they lay in the game.

    Args:
        reviewer: Its judge plays on.
        start: The position before the first move; it is not changed.
        seed: The seed of the game's chance.
        made: The moves and shown cards.
        number: The number of the decision.
        move: What its seat does instead.

    Returns:
        At most `LINE` moves with their seats, as in a record, beginning with this one.
    """
    position, step = start.clone(), 0
    for line in made:
        if line.move is None:
            continue
        step += 1
        if line.number == number:
            seat = line.seat
            position.apply(seat, move, Chance(seed, step))
            following = reviewer.judge.play_on(position, Random(number), seed, step)
            later = [(one.seat, one.move) for one in islice(following, LINE - 1)]
            moves = [(seat, move), *later]
            return [{"seat": one, **other.dump()} for one, other in moves]
        position.apply(line.seat, read_move(position, line.move), Chance(seed, step))
    raise ValueError(f"the game has no decision {number}")


class Judging(NamedTuple):
    """A decision to judge; pickled to another process."""

    reviewer: Reviewer
    decision: Decision
    seed: str
    weigh: bool
    compare: bool
    sure: float = SURE

    def verdict(self) -> Verdict:
        """Judge the decision; the result is the same in every process."""
        return judge(
            self.reviewer,
            self.decision,
            Random(self.seed),
            weigh=self.weigh,
            compare=self.compare,
            sure=self.sure,
        )


class Planned(NamedTuple):
    """What to compute for one decision."""

    number: int
    weigh: bool
    compare: bool
    sure: float
    """The standard errors by which a move must be stronger, since many decisions are compared."""


def plan(decided: Iterable[Decision], compared: Callable[[Decision], bool]) -> list[Planned]:
    """Choose what to compute for each decision.

    Decisions with one legal move are not compared, and at most `COMPARED` others are. Winning
    chances are computed for at most `POINTS` decisions. Both are evenly spread and include the
    first.
    """
    numbers, comparable = [], []
    for one in decided:
        if len(one.question.moves) > 1 and compared(one):
            comparable.append(one.number)
        numbers.append(one.number)
    weigh, compare = set(_spread(numbers, POINTS)), set(_spread(comparable, COMPARED))
    sure = sure_among(len(compare))
    return [
        Planned(number, number in weigh, number in compare, sure)
        for number in numbers
        if number in weigh or number in compare
    ]


def _spread(numbers: Sequence[int], most: int) -> Sequence[int]:
    """Return at most this many of the numbers, evenly spread, with the first one."""
    count = len(numbers)
    return numbers if count <= most else [numbers[at * count // most] for at in range(most)]
