"""The common judge of reviews, puzzles and hints: it values moves by playing on from them.

Worlds are resampled from what a seat knows and played on by one quick bot at all seats: to the end,
or to a point at which the title's evaluator can tell the chances (games/engine/evaluator.py).
All moves of a decision are tried in the same worlds with the same luck, in as many worlds as the
interval needs. Chance comes only from the caller, so every process finds the same values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil, sqrt
from random import Random
from statistics import NormalDist
from typing import NamedTuple

from games.engine.bots import Bot, PlaysOn, Question, question
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Effect, Move, Outcome, Position
from games.engine.evaluator import Evaluator
from games.engine.search import Estimate

LONGEST = 1500
"""A resampled game that is not over after this number of moves counts as shared by all."""
SURE = 2
"""Minimum difference in standard errors; chance exceeds it in about one case of forty."""
CONFIRMING = 8
"""An estimate that confirms what others found takes up to this many times as many worlds."""
UNLIKELY = 1.5
"""A gain that seems too small by this number of standard errors is given up; with fewer, large
mistakes are missed where results are mostly luck."""
GROWTH = 1.2
"""The factor by which the number of worlds grows until a race is decided."""


def sure_among(decisions: int) -> float:
    """Return the least difference in standard errors for one of some decisions.

    Chance exceeds it at any of them in about as many cases as it exceeds `SURE` at a single one.
    """
    normal = NormalDist()
    return normal.inv_cdf(1 - (1 - normal.cdf(SURE)) / max(1, decisions))


class PlayedOn(NamedTuple):
    """A move in an imagined world, and what it did."""

    seat: int
    move: Move
    effects: Sequence[Effect]


@dataclass(frozen=True, slots=True)
class Judge:
    """Estimates what moves are worth, as shares of the victory."""

    bot: Bot
    """A quick bot that plays on for all seats."""
    evaluator: Evaluator | None = None
    """Values positions before the end; None: every world is played to its end."""
    fewest: int = 12
    """Number of worlds before the first estimate."""
    most: int = 96
    """Maximum number of worlds."""
    narrow: float = 0.05
    """The standard error that is small enough."""

    def worths(self, asked: Question, moves: Sequence[Move], rng: Random) -> dict[Move, Estimate]:
        """Estimate the seat's share of the victory after each move, by what the seat knows.

        A move is dropped once another one is surely better. The rest are tried until one is left or
        the errors are narrow.

        Args:
            asked: The decision.
            moves: The moves to compare, some or all of the question's.
            rng: The only source of chance.

        Returns:
            The estimates by move, the best first.
        """
        race = Race.of(self, asked, moves)
        race.decide(rng)
        return {move: race.worth(move) for move in race.ranked()}

    def gain(
        self,
        asked: Question,
        better: Move,
        other: Move,
        rng: Random,
        least: float = 0.0,
        sure: float = 0.0,
    ) -> list[Estimate]:
        """Estimate by seat how much better one move is than another, in worlds of its own.

        The estimate ends once it is narrow, once a gain that is at least `least` and `sure`
        standard errors in the end is out of reach, or once it is surer than that: twice as sure
        in the fewest worlds, which tell little of the error, and hardly surer in many.
        """
        race = Race.of(self, asked, [better, other])
        worlds = self.fewest
        while True:
            race.run(worlds, rng)
            gain = race.lead(better, other)
            unlikely = self.is_unlikely(gain, worlds, least, sure)
            clear = sure * (1 + self.fewest / worlds)
            is_clear = 0 < clear * gain.error <= gain.mean and gain.error <= self.narrow
            is_narrow = gain.error <= self.narrow / 3
            if unlikely or is_clear or is_narrow or worlds >= CONFIRMING * self.most:
                return [race.lead(better, other, seat) for seat in range(race.seats)]
            worlds = min(CONFIRMING * self.most, ceil(GROWTH * worlds))

    def is_unlikely(self, gain: Estimate, worlds: int, least: float, sure: float) -> bool:
        """Return whether a gain in these worlds is unlikely to be `sure` errors, and `least`.

        Its error falls with the number of worlds, until `gain` ends its estimate.
        """
        narrowest = self.narrow / 3 / sqrt(GROWTH)
        last = max(narrowest, gain.error * sqrt(worlds / (CONFIRMING * self.most)))
        return gain.mean + UNLIKELY * gain.error < max(least, sure * min(gain.error, last))

    def chances(self, eyes: Sequence[Question], rng: Random) -> list[Estimate]:
        """Estimate each seat's share of the victory in the current position.

        Worlds are resampled from what the seats know, in turn.

        Args:
            eyes: What each seat knows, by seat.
            rng: The only source of chance.
        """
        shares: list[list[float]] = []
        worlds = max(self.fewest, len(eyes))
        while True:
            for number in range(len(shares), worlds):
                world = eyes[number % len(eyes)].resample(rng, self.bot)
                shares.append(self.play_out(world, rng))
            found = [Estimate.of_share(seat) for seat in zip(*shares, strict=True)]
            if worlds >= self.most or max(one.error for one in found) <= self.narrow:
                # One more world that all share, as in Wilson's interval: if a seat wins all worlds
                # it is not certain to win.
                return [
                    one._replace(mean=(worlds * one.mean + 1 / len(found)) / (worlds + 1))
                    for one in found
                ]
            worlds = self.more(worlds)

    def play_after(self, world: Position, seat: int, move: Move, luck: float) -> list[float]:
        """Return each seat's share of the victory after a move; `luck` fixes all chance."""
        rng, after = Random(luck), world.clone()
        effects = after.apply(seat, move, Chance(rng.randbytes(SEED_BYTES), 0))
        return self.play_out(after, rng, effects)

    def play_out(self, world: Position, rng: Random, effects: Sequence[Effect] = ()) -> list[float]:
        """Play a world on, which changes it; return each seat's share of the victory.

        It ends at the evaluator's last point, or with the game.

        Args:
            world: The position.
            rng: The only source of chance.
            effects: Those of the move just made, which may have led to a point.
        """
        evaluator, points, seed = self.evaluator, 0, rng.randbytes(SEED_BYTES)
        following = (made.effects for made in self.play_on(world, rng, seed))
        for found in chain([effects] if effects else [], following):
            if evaluator and evaluator.is_point(world, found):
                points += 1
                if points == evaluator.points:
                    return evaluator.shares(world, found)
        outcome = world.outcome()
        return [1 / world.seats] * world.seats if outcome is None else shares_of(outcome)

    def play_on(
        self, world: Position, rng: Random, seed: bytes, step: int = 0
    ) -> Iterator[PlayedOn]:
        """Play a world to its end, which changes it.

        Args:
            world: The position.
            rng: The source of chance of the bot.
            seed: The seed of the game's chance.
            step: The number of moves before, whose chance is not used again.

        Yields:
            Each move, which has just been made.
        """
        choices = self.bot.play_on if isinstance(self.bot, PlaysOn) else self._choice
        longest = step + LONGEST
        while step < longest and (asked := world.to_move()):
            seat = asked[0]
            moves = world.moves(seat)
            for move in moves if len(moves) == 1 else choices(world, seat, moves, rng):
                step += 1
                yield PlayedOn(seat, move, world.apply(seat, move, Chance(seed, step)))
                if world.to_move()[:1] != (seat,):
                    break

    def _choice(
        self, world: Position, seat: int, moves: Sequence[Move], rng: Random
    ) -> Sequence[Move]:
        return (self.bot.choose(question(world, seat), rng),)

    def more(self, worlds: int) -> int:
        """Return the number of worlds after which to look at an estimate again."""
        return min(self.most, ceil(GROWTH * worlds))


def shares_of(outcome: Outcome) -> list[float]:
    """Return each seat's share of the victory: 1, a part if several are first, or 0."""
    first = outcome.places.count(1)
    return [1 / first if place == 1 else 0.0 for place in outcome.places]


@dataclass(slots=True)
class Race:
    """Moves of one decision, tried in the same worlds."""

    judge: Judge
    asked: Question
    shares: dict[Move, list[list[float]]]
    """Each seat's share of the victory, by move and world."""
    rivals: list[Move]
    """Moves that are still tried."""
    worlds: list[tuple[Position, float]]
    """The worlds so far, each with the luck of its future."""

    @classmethod
    def of(cls, judge: Judge, asked: Question, moves: Sequence[Move]) -> Race:
        """Start a race; moves that come first win ties."""
        shares: dict[Move, list[list[float]]] = {move: [] for move in moves}
        return cls(judge, asked, shares, list(shares), [])

    def join(self, moves: Iterable[Move]) -> None:
        """Add moves that are not in the race yet; they will be tried in the worlds so far too."""
        for move in moves:
            if move not in self.shares:
                self.shares[move] = []
                self.rivals.append(move)

    @property
    def seats(self) -> int:
        return len(self.shares[self.rivals[0]][0])

    def run(self, worlds: int, rng: Random) -> None:
        """Try the remaining moves in this number of worlds."""
        for move in self.rivals:
            self._run_one(move, worlds, rng)

    def _run_one(self, move: Move, worlds: int, rng: Random) -> None:
        """Try one move in this number of worlds, those of the other moves first."""
        while len(self.worlds) < worlds:
            self.worlds.append((self.asked.resample(rng, self.judge.bot), rng.random()))
        shares = self.shares[move]
        for world, luck in self.worlds[len(shares) : worlds]:
            shares.append(self.judge.play_after(world, self.asked.seat, move, luck))

    def decide(self, rng: Random) -> None:
        """Run until one move is surely the best, or until the errors are narrow."""
        worlds, judge = self.judge.fewest, self.judge
        while True:
            self.run(worlds, rng)
            best = self.ranked()[0]
            for move, lead in self.leads(best).items():
                if lead.mean > SURE * lead.error:
                    self.rivals.remove(move)
            widest = max(self.worth(move).error for move in self.rivals)
            if worlds >= judge.most or widest <= judge.narrow:
                return
            worlds = judge.more(worlds)

    def halve(self, left: int, kept: Collection[Move], rng: Random) -> None:
        """Drop the worse half of the moves after each world, until `left` remain besides `kept`.

        The first half is dropped only after a few worlds, as chance decides a single one. Few are
        enough: of moves that are about as good it does not matter which one is raced.
        """
        worlds = self.judge.fewest // 4
        while len(others := [move for move in self.rivals if move not in kept]) > left:
            worlds += 1
            for move in others:
                self._run_one(move, worlds, rng)
            others.sort(key=lambda move: -self.worth(move).mean)
            for move in others[max(left, (len(others) + 1) // 2) :]:
                self.rivals.remove(move)

    def challenge(self, move: Move, least: float, rng: Random, sure: float = 0.0) -> Move | None:
        """Return the strongest rival of a move; None if none seems to gain `least` over it.

        Rivals that are unlikely to gain as much, or `sure` standard errors, are dropped, and so
        are those that another one surely beats or that did the same as the strongest in all
        worlds. So most races end early: half of the fewest worlds are enough to drop rivals.
        """
        worlds, judge = self.judge.fewest // 2 + 1, self.judge
        while True:
            self.run(worlds, rng)
            gains = {rival: self.lead(rival, move) for rival in self.rivals if rival != move}
            for rival, gain in gains.items():
                if judge.is_unlikely(gain, worlds, least, sure):
                    self.rivals.remove(rival)
            likely = [rival for rival in gains if rival in self.rivals]
            best = max(likely, key=lambda rival: gains[rival].mean, default=None)
            if best is None:
                return None
            gain = gains[best]
            for rival in likely:
                lead = self.lead(best, rival)
                is_same = self.shares[rival] == self.shares[best]
                if rival != best and (is_same or lead.mean > SURE * lead.error):
                    self.rivals.remove(rival)
            is_likely = gain.mean >= max(least, gain.error)
            one_left = worlds >= judge.fewest and set(self.rivals) <= {best, move}
            if worlds >= judge.most or (is_likely and one_left):
                return best if is_likely else None
            worlds = max(judge.fewest, judge.more(worlds))

    def ranked(self) -> list[Move]:
        """Return all moves, those still tried first, then by their mean worth."""
        there = set(self.rivals)
        return sorted(self.shares, key=lambda move: (move not in there, -self.worth(move).mean))

    def worth(self, move: Move) -> Estimate:
        """Return what a move is worth to the seat that decides."""
        seat = self.asked.seat
        return Estimate.of_share([shares[seat] for shares in self.shares[move]])

    def lead(self, one: Move, other: Move, seat: int | None = None) -> Estimate:
        """Return by how much a move is better than another in the same worlds, for one seat.

        If the lead is the same in all worlds, it may differ in the next: one more world without a
        lead is counted then, so the error is never 0 and no lead is certain.
        """
        of = self.asked.seat if seat is None else seat
        both = zip(self.shares[one], self.shares[other], strict=False)
        leads = [a[of] - b[of] for a, b in both]
        found = Estimate.of(leads)
        return (
            found if found.error else Estimate(sum(leads) / (len(leads) + 1), 1 / (len(leads) + 1))
        )

    def leads(self, best: Move) -> dict[Move, Estimate]:
        """Return the leads of a move over all others that are still tried."""
        return {move: self.lead(best, move) for move in self.rivals if move != best}
