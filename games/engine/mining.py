"""Finding puzzles: decisions of finished games in which one move is clearly best.

Most decisions are set aside after a few trials. What is left is raced, every move in the same
imagined worlds, and at last examined: in other worlds, with games played on by stronger bots, and
by the deepest bot there is. All luck comes from the seed and the number of the game, so the same
puzzles are found on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from games.engine.arena import Played, Setup
from games.engine.bots import Bot, Question
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Move, Position
from games.engine.puzzles import Puzzle
from games.engine.review import Decision, Reviewer, decisions, value_of
from games.engine.search import Estimate

LEAST_GAP = 0.10
"""By so much of a victory the best move is better than the next one, at least."""
SURE = 3
"""And by so many standard errors of that difference."""
FEWEST = 3
"""So many moves with different effects there are, at least."""
WEAK = 0.7
"""This part of the games is played by weak bots alone, who leave most to be found."""
MIXED = 0.2
"""In this part one weak bot sits among strong ones."""
AGREED = 0.6
"""How often a decision is looked at in which the quick bot and the strong one agree."""
GLANCE = ((3, 0.001), (8, 0.05))
"""After so many worlds the strong one's move leads the other by so much, or that is all."""
STAGES = ((4, -0.02), (12, 0.05), (28, 0.07), (72, 0.09))
"""The same for all moves, one stage after the other: what costs little is judged mildly."""
FAR_BEHIND = 3.5
"""A move so many errors and twice the gap behind is not tried any more."""
EXAMINED = 144
"""In so many other worlds the best move and its rivals are compared; others in a quarter."""


Judged = list[tuple[tuple[Move, ...], float]]
"""Moves of one effect, and the chance to win after them; the best first."""


@dataclass(frozen=True, slots=True)
class Mine:
    """What puzzles of a game are found by."""

    rules: type[Position]
    bots: Sequence[Bot]
    """Those that play the games, quick ones, the weakest first."""
    scout: Bot
    """Says what may be best, at little cost."""
    reviewer: Reviewer
    """Judges while most is sieved out."""
    examiner: Reviewer
    """Judges what is left; its advisers are the deepest bots there are."""
    seed: int
    early: float = 0.5
    """This part of a game, its beginning, is passed over: everything is still open there."""
    most: int = 8
    """Of more moves than these several are nearly as good, and all would have to be tried."""

    @property
    def sieve(self) -> Reviewer:
        """More worlds tell more than more endings of each. Where a game is played on at random
        alone, what a move was good for is seldom seen."""
        judge = self.reviewer if self.reviewer.moves else self.examiner
        return replace(judge, endings=1)

    def setup(self, number: int) -> Setup:
        """Who plays a game: two seats mostly, now and then a larger table."""
        rng = Random(f"{self.seed}/{number}/setup")
        known = self.rules.game.seats
        larger = [seats for seats in (3, 4) if seats in known]
        seats = rng.choice(larger) if larger and rng.random() < 0.2 else known[0]
        strength = rng.random()
        bots = [self.bots[0] if strength < WEAK else self.bots[-1]] * seats
        if WEAK <= strength < WEAK + MIXED:
            bots[rng.randrange(seats)] = self.bots[0]
        options = self.rules.game.read_options({}, seats)
        return Setup(self.rules, options, tuple(bots), self.seed)

    def dig(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one game."""
        setup = self.setup(number)
        played = setup.play(number)
        record = played.record(setup)
        for decision in self._promising(record.start(), played):
            rng = Random(f"{self.seed}/{number}/{decision.number}")
            chances = self._sieved(decision, rng)
            if chances is not None:
                before = record.moves[: decision.number - 1]
                yield Puzzle.of(replace(record, moves=before), decision.question, chances)

    def _promising(self, start: Position, played: Played) -> Iterator[Decision]:
        late = range(int(self.early * len(played.moves)) + 1, len(played.moves) + 1)
        for decision in decisions(start, played.seed, played.made(), late):
            if FEWEST <= len(decision.question.moves) <= self.most:
                yield decision

    def _sieved(self, decision: Decision, rng: Random) -> Judged | None:
        """What each move of a decision is worth; None where this is no puzzle."""
        asked = decision.question
        best = self.scout.choose(asked, rng)
        other = self.bots[-1].choose(asked, rng)
        if other == best:
            if rng.random() > AGREED:
                return None
            other = rng.choice([move for move in asked.moves if move != best])
        glance = Race.of(self.sieve, asked, [best, other])
        if not all(glance.leads(worlds, gap, rng) for worlds, gap in GLANCE):
            return None
        alike = effects(asked, rng)
        if len(alike) < FEWEST:
            return None
        best = next(moves[0] for moves in alike if best in moves)
        race = Race.of(self.sieve, asked, [best, *(moves[0] for moves in alike)])
        if not all(race.leads(worlds, gap, rng) for worlds, gap in STAGES):
            return None
        for adviser in self.examiner.advisers:
            advised = adviser.choose(asked, rng)
            if not any(best in moves and advised in moves for moves in alike):
                return None
        final = Race.of(self.examiner, asked, race.rivals)
        if not final.leads(EXAMINED // 4, LEAST_GAP / 2, rng):
            return None
        if not final.leads(EXAMINED, LEAST_GAP, rng) or not final.is_sure:
            return None
        others = Race.of(self.examiner, asked, [best, *race.behind])
        others.run(EXAMINED // 4, rng)
        worth = {**final.chances(), **others.chances(), best: final.chances()[best]}
        if any(worth[best] - chance < LEAST_GAP for move, chance in worth.items() if move != best):
            return None
        return sorted(((moves, worth[moves[0]]) for moves in alike), key=lambda one: -one[1])


def effects(asked: Question, rng: Random) -> list[tuple[Move, ...]]:
    """The legal moves, those together that lead to the same position."""
    worlds = [asked.imagine(rng) for _ in range(2)]
    seed = rng.randbytes(SEED_BYTES)
    found: dict[str, list[Move]] = {}
    for move in asked.moves:
        after = []
        for world in worlds:
            position = world.clone()
            position.apply(asked.seat, move, Chance(seed, 1))
            after.append(position.dump())
        found.setdefault(repr(after), []).append(move)
    return [tuple(moves) for moves in found.values()]


class Lead(NamedTuple):
    """By how much the best move is ahead of another."""

    move: Move
    by: Estimate


@dataclass(slots=True)
class Race:
    """Moves of one decision, tried in the same worlds until the best is known."""

    reviewer: Reviewer
    asked: Question
    best: Move
    values: dict[Move, list[float]]
    """What each move was worth in each world, in their order."""
    rivals: list[Move]
    """Those that are still tried, the best itself among them."""
    behind: list[Move]
    """Those that have fallen far behind."""

    @classmethod
    def of(cls, reviewer: Reviewer, asked: Question, moves: Sequence[Move]) -> Race:
        """The first move is the one that leads."""
        values: dict[Move, list[float]] = {move: [] for move in moves}
        return cls(reviewer, asked, moves[0], values, list(values), [])

    def run(self, worlds: int, rng: Random) -> None:
        """Until so many worlds have been tried."""
        while len(self.values[self.best]) < worlds:
            world, luck = self.asked.imagine(rng), rng.random()
            for move in self.rivals:
                value = value_of(self.reviewer, world, self.asked.seat, move, luck)
                self.values[move].append(value)

    def leads(self, worlds: int, gap: float, rng: Random) -> bool:
        """Whether after so many worlds the best move leads by so much; who is far behind is left
        behind."""
        self.run(worlds, rng)
        leads = self._leads()
        for lead in leads:
            if lead.by.mean > max(2 * LEAST_GAP, FAR_BEHIND * lead.by.error) and len(leads) > 1:
                self.rivals.remove(lead.move)
                self.behind.append(lead.move)
        return all(lead.by.mean >= gap for lead in leads)

    @property
    def is_sure(self) -> bool:
        return all(lead.by.mean >= SURE * lead.by.error for lead in self._leads())

    def _leads(self) -> list[Lead]:
        mine = self.values[self.best]
        return [
            Lead(move, Estimate.of([a - b for a, b in zip(mine, self.values[move], strict=True)]))
            for move in self.rivals
            if move != self.best
        ]

    def chances(self) -> dict[Move, float]:
        return {move: sum(values) / len(values) for move, values in self.values.items() if values}
