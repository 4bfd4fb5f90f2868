"""Reviews of games: each player's winning chances, and what a strong bot would have played.

A decision is judged only by what its player knew at that moment. A fixed number of worlds is drawn
from the seats' information states and played to the end by bots, so the same seed gives the same
review in every process.
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
"""A resampled game that is not over after this number of moves counts as shared by all."""
SURE = 2
"""Minimum difference in standard errors; chance exceeds it in about one case of forty."""
POINTS = 48
"""Maximum number of decisions at which the winning chances are computed."""
FEWEST = 8
"""Minimum number of worlds at large tables."""
LEAST = 0.03
"""A move that costs less than this share of a victory is not a mistake."""


@dataclass(frozen=True, slots=True)
class Reviewer:
    """How the decisions of a game are judged: the bots and the numbers of trials."""

    advisers: tuple[Bot, ...]
    """Bots that propose a move from what the seat knew."""
    near: Bot
    """A quick bot that plays the next moves of every trial, for all seats."""
    far: Bot
    """A very quick bot that plays the rest of the game."""
    moves: int = 12
    """Number of moves that `near` plays."""
    endings: int = 4
    """Number of times each trial is then played to the end, to reduce the influence of luck."""
    trials: int = 16
    """Number of worlds used to find a better move. Computing winning chances takes twice this
    number, and measuring the cost of a move up to four times."""

    def at(self, seats: int) -> Reviewer:
        """Return the reviewer for a number of seats; `trials` is for two.

        Larger tables get fewer trials, because they have more decisions and each trial takes
        longer.
        """
        fewer = max(FEWEST, 2 * self.trials // seats)
        return replace(self, trials=min(self.trials, fewer))


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
    reviewer: Reviewer, decision: Decision, rng: Random, *, weigh: bool, compare: bool
) -> Verdict:
    """Judge a decision.

    Args:
        reviewer: How to judge.
        decision: The decision.
        rng: The only source of chance.
        weigh: Whether to compute the winning chances before the move.
        compare: Whether to compare the move with what the advisers propose.
    """
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
    """Return each seat's expected share of the victory, and the largest standard error.

    Worlds are resampled from the information states of all seats in turn.
    """
    shares = []
    for trial in range(2 * reviewer.trials):
        world = eyes[trial % len(eyes)].resample(rng)
        shares.append(play_out(reviewer, world, rng))
    found = [Estimate.of(seat) for seat in zip(*shares, strict=True)]
    return tuple(one.mean for one in found), max(one.error for one in found)


def better_move(
    reviewer: Reviewer, asked: Question, chosen: Move, rng: Random
) -> tuple[Move | None, Estimate]:
    """Return a stronger move that an adviser proposes, if any, and how much it gains.

    The move is found in some worlds and its gain is measured in others, which removes the bias of
    selecting the luckiest move.
    """
    proposed = dict.fromkeys([chosen, *(bot.choose(asked, rng) for bot in reviewer.advisers)])

    def trial(rng: Random) -> Callable[[Move], float]:
        world, luck = asked.resample(rng), rng.random()
        return lambda move: value_of(reviewer, world, asked.seat, move, luck)

    best = best_by_trials(list(proposed), trial, reviewer.trials, rng)
    if best == chosen:
        return None, Estimate(0.0, 0.0)
    return best, gain_by_trials(best, chosen, trial, 4 * reviewer.trials, rng, LEAST, SURE)


def value_of(reviewer: Reviewer, world: Position, seat: int, move: Move, luck: float) -> float:
    """Return the seat's share of the victory in one world after a move; `luck` fixes all chance."""
    rng, after = Random(luck), world.clone()
    after.apply(seat, move, Chance(rng.randbytes(SEED_BYTES), 0))
    return play_out(reviewer, after, rng)[seat]


def play_out(reviewer: Reviewer, position: Position, rng: Random) -> list[float]:
    """Let bots finish the game in this position; return each seat's share of the victory."""
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
    """Play up to `most` moves of all seats with one bot."""
    seed = rng.randbytes(SEED_BYTES)
    for step in range(1, most + 1):
        asked = position.to_move()
        if not asked:
            return
        move = _choice(bot, position, asked[0], rng)
        position.apply(asked[0], move, Chance(seed, step))


def _choice(bot: Bot, position: Position, seat: int, rng: Random) -> Move:
    """Choose a move without any memory; building the question takes most of the time."""
    moves = position.moves(seat)
    if len(moves) == 1:
        return moves[0]
    if isinstance(bot, Easy):
        return bot.pick(position.view(seat), seat, moves, rng)
    return bot.choose(question(position, seat), rng)


def shares_of(outcome: Outcome) -> list[float]:
    """Return each seat's share of the victory: 1, a part if several are first, or 0."""
    first = outcome.places.count(1)
    return [1 / first if place == 1 else 0.0 for place in outcome.places]


class Judging(NamedTuple):
    """A decision to judge; pickled to another process."""

    reviewer: Reviewer
    decision: Decision
    seed: str
    weigh: bool
    compare: bool

    def verdict(self) -> Verdict:
        """Judge the decision; the result is the same in every process."""
        rng = Random(self.seed)
        return judge(self.reviewer, self.decision, rng, weigh=self.weigh, compare=self.compare)


class Planned(NamedTuple):
    """What to compute for one decision."""

    number: int
    weigh: bool
    compare: bool


def plan(decided: Iterable[Decision], compared: Callable[[Decision], bool]) -> list[Planned]:
    """Choose what to compute for each decision.

    Decisions with one legal move are not compared. Winning chances are computed for at most
    `POINTS` decisions, evenly spread and including the first.
    """
    found = [(one.number, len(one.question.moves) > 1 and compared(one)) for one in decided]
    count = len(found)
    weighed = {at * count // POINTS for at in range(POINTS)} if count > POINTS else range(count)
    return [
        Planned(number, at in weighed, compare)
        for at, (number, compare) in enumerate(found)
        if compare or at in weighed
    ]
