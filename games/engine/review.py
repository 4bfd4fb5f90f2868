"""Reviewing a game: how the chances stood, and what a strong bot would have done.

Everything is judged from what was known at the moment. Worlds are drawn from the knowledge of the
seats and played to their end by bots, a fixed number of them: the same seed gives the same review
in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from games.engine.bots import Bot, Easy, Memories, Question, question
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Json, Move, Outcome, Position
from games.engine.replay import read_move
from games.engine.search import Estimate, best_by_trials, gain_by_trials

LONGEST = 1500
"""After so many moves an imagined game that will not end is shared by all."""
SURE = 2
"""A difference counts from so many times its error on: chance alone brings that about in one case
of forty."""
POINTS = 48
"""At so many decisions the chances are weighed, at most."""
FEWEST = 8
"""At large tables no fewer worlds are drawn than that."""
LEAST = 0.03
"""Whatever costs less of a victory than this is no mistake."""


@dataclass(frozen=True, slots=True)
class Reviewer:
    """How the decisions of a game are judged: the bots that are asked, and numbers of trials."""

    advisers: tuple[Bot, ...]
    """Each says what it would have done, with what the seat knew."""
    near: Bot
    """Plays the next moves of every trial, for all seats; a quick one."""
    far: Bot
    """Plays what follows, to the end; a very quick one."""
    moves: int = 12
    """So many moves are near."""
    endings: int = 4
    """So often each trial is played to its end from there: most of the luck lies there."""
    trials: int = 16
    """So many worlds are drawn to find a better move: twice as many to weigh the chances, and four
    times as many to measure what the move that was made has cost, or less where that is hardly
    anything."""

    def at(self, seats: int) -> Reviewer:
        """The same for a table of so many: `trials` are for two.

        At a larger one there is more to decide, and each trial takes longer.
        """
        fewer = max(FEWEST, 2 * self.trials // seats)
        return replace(self, trials=min(self.trials, fewer))


class Made(NamedTuple):
    """One line of a game that is reviewed: a move, or cards that were shown to some seats."""

    number: int
    seat: int
    move: Json | None
    cards: Sequence[str] = ()
    to: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A move as it was made: what was asked, and what every seat knew before it."""

    number: int
    question: Question
    chosen: Move
    eyes: tuple[Question, ...]
    """By seat, to imagine by; those who were not asked have no moves."""


class Verdict(NamedTuple):
    """A decision judged, as far as that was asked."""

    chances: tuple[float, ...] = ()
    """Each seat's share of the victory, as all seats together could expect it before the move."""
    error: float = 0.0
    """The standard error of each of them, at most."""
    better: Move | None = None
    """What would surely have been stronger, as far as the seat could know; None for nothing."""
    cost: float = 0.0
    """The share of the victory that the move gave away, against the stronger one."""
    cost_error: float = 0.0


def decisions(
    start: Position, seed: bytes, made: Iterable[Made], wanted: Collection[int] | None = None
) -> Iterator[Decision]:
    """The decisions of a game by the numbers that are wanted, in order; None is all.

    `made`: the lines that stand, none that was taken back. A decision is to be looked at before
    the next one is asked for: knowledge goes on.
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
                # The last one wanted stays as it is: nothing more is learned.
                return
        memories.tell(position.play(line.seat, chosen, Chance(seed, step)))


def judge(
    reviewer: Reviewer, decision: Decision, rng: Random, *, weigh: bool, compare: bool
) -> Verdict:
    """What is asked of a decision: to `weigh` the chances before it, and to `compare` the move
    that was made with what would have been better."""
    verdict, asked = Verdict(), decision.question
    reviewer = reviewer.at(len(decision.eyes))
    if weigh:
        verdict = Verdict(*chances_of(reviewer, decision.eyes, rng))
    if not compare or len(asked.moves) < 2:
        return verdict
    better, gain = better_move(reviewer, asked, decision.chosen, rng)
    if better is None or gain.mean < max(LEAST, SURE * gain.error):
        return verdict
    return verdict._replace(better=better, cost=gain.mean, cost_error=gain.error)


def chances_of(
    reviewer: Reviewer, eyes: Sequence[Question], rng: Random
) -> tuple[tuple[float, ...], float]:
    """Each seat's share of the victory, in worlds imagined through all eyes in turn; the error."""
    shares = []
    for trial in range(2 * reviewer.trials):
        world = eyes[trial % len(eyes)].imagine(rng)
        shares.append(play_out(reviewer, world, rng))
    found = [Estimate.of(seat) for seat in zip(*shares, strict=True)]
    return tuple(one.mean for one in found), max(one.error for one in found)


def better_move(
    reviewer: Reviewer, asked: Question, chosen: Move, rng: Random
) -> tuple[Move | None, Estimate]:
    """What the advisers would rather have done, if trials say so, and how much it gains.

    It is found in some worlds and measured in others: what did best by luck does so once.
    """
    proposed = dict.fromkeys([chosen, *(bot.choose(asked, rng) for bot in reviewer.advisers)])

    def trial(rng: Random) -> Callable[[Move], float]:
        world, luck = asked.imagine(rng), rng.random()
        return lambda move: value_of(reviewer, world, asked.seat, move, luck)

    best = best_by_trials(list(proposed), trial, reviewer.trials, rng)
    if best == chosen:
        return None, Estimate(0.0, 0.0)
    return best, gain_by_trials(best, chosen, trial, 4 * reviewer.trials, rng, LEAST, SURE)


def value_of(reviewer: Reviewer, world: Position, seat: int, move: Move, luck: float) -> float:
    """A seat's share of the victory in one world after a move; the same luck for every move."""
    rng, after = Random(luck), world.clone()
    after.apply(seat, move, Chance(rng.randbytes(SEED_BYTES), 0))
    return play_out(reviewer, after, rng)[seat]


def play_out(reviewer: Reviewer, position: Position, rng: Random) -> list[float]:
    """Each seat's share of the victory if bots go on from there; the position is used up."""
    seats = position.seats
    _go_on(position, reviewer.near, reviewer.moves, rng)
    outcome = position.outcome()
    if outcome is not None:
        return shares_of(outcome)
    endings = []
    for _ending in range(reviewer.endings):
        ending = position.clone()
        _go_on(ending, reviewer.far, LONGEST, rng)
        outcome = ending.outcome()
        endings.append([1 / seats] * seats if outcome is None else shares_of(outcome))
    return [sum(seat) / len(endings) for seat in zip(*endings, strict=True)]


def _go_on(position: Position, bot: Bot, most: int, rng: Random) -> None:
    """So many moves of all seats by one bot, or as many as there are to come."""
    seed = rng.randbytes(SEED_BYTES)
    for step in range(1, most + 1):
        asked = position.to_move()
        if not asked:
            return
        move = _choice(bot, position, asked[0], rng)
        position.apply(asked[0], move, Chance(seed, step))


def _choice(bot: Bot, position: Position, seat: int, rng: Random) -> Move:
    """What a bot does that has just sat down; most time goes into what it is asked with."""
    moves = position.moves(seat)
    if len(moves) == 1:
        return moves[0]
    if isinstance(bot, Easy):
        return bot.pick(position.view(seat), seat, moves, rng)
    return bot.choose(question(position, seat), rng)


def shares_of(outcome: Outcome) -> list[float]:
    """What each seat has of the victory: all of it, a part where several are first, or nothing."""
    first = outcome.places.count(1)
    return [1 / first if place == 1 else 0.0 for place in outcome.places]


class Judging(NamedTuple):
    """A decision to be judged in a process of its own, to which it is pickled."""

    reviewer: Reviewer
    decision: Decision
    seed: str
    weigh: bool
    compare: bool

    def verdict(self) -> Verdict:
        """Always the same, wherever it is asked for."""
        rng = Random(self.seed)
        return judge(self.reviewer, self.decision, rng, weigh=self.weigh, compare=self.compare)


class Planned(NamedTuple):
    """What is looked at of one decision."""

    number: int
    weigh: bool
    compare: bool


def plan(decided: Iterable[Decision], compared: Callable[[Decision], bool]) -> list[Planned]:
    """Which decisions are looked at: those to be compared, and for the chances some of all.

    Where nothing is to be chosen there is nothing to compare. The chances are weighed at no more
    than `POINTS` decisions, evenly spread, the first among them.
    """
    found = [(one.number, len(one.question.moves) > 1 and compared(one)) for one in decided]
    count = len(found)
    weighed = {at * count // POINTS for at in range(POINTS)} if count > POINTS else range(count)
    return [
        Planned(number, at in weighed, compare)
        for at, (number, compare) in enumerate(found)
        if compare or at in weighed
    ]
