"""Find puzzles: decisions of finished games in which one move is clearly best.

Most decisions are rejected after a few trials. The moves of the others are compared in the same
resampled worlds. The last ones are examined in other worlds, by stronger bots and by the deepest
bots there are. All chance comes from the seed and the number of the game, so every machine finds
the same puzzles.
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
"""Minimum lead of the best move over the next one, as a share of a victory."""
SURE = 3
"""Minimum lead in standard errors."""
FEWEST = 3
"""Minimum number of moves with different results."""
WEAK = 0.7
"""Share of games played only by weak bots, whose games leave most to find."""
MIXED = 0.2
"""Share of games with one weak bot among strong ones."""
AGREED = 0.6
"""Share of decisions that are examined although the quick bot and the strong one agree."""
GLANCE = ((3, 0.001), (8, 0.05))
"""(worlds, lead): the scout's move must lead the other one by this after that many worlds."""
STAGES = ((4, -0.02), (12, 0.05), (28, 0.07), (72, 0.09))
"""The same for all moves in stages; early stages are cheap and lenient."""
FAR_BEHIND = 3.5
"""A move is dropped if it is behind by this many errors and by twice the minimum gap."""
EXAMINED = 144
"""Worlds for comparing the best move with its rivals; a quarter of them for the other moves."""


Judged = list[tuple[tuple[Move, ...], float]]
"""Moves with the same result and the chance to win after them; the best first."""


@dataclass(frozen=True, slots=True)
class Mine:
    """How puzzles of a game are found."""

    rules: type[Position]
    bots: Sequence[Bot]
    """Quick bots that play the games, the weakest first."""
    scout: Bot
    """Proposes the best move at little cost."""
    reviewer: Reviewer
    """Judges while most decisions are rejected."""
    examiner: Reviewer
    """Judges the remaining decisions; its advisers are the deepest bots there are."""
    seed: int
    early: float = 0.5
    """The first part of a game that is skipped, because everything is still open there."""
    most: int = 8
    """Decisions with more moves are skipped: several would be nearly as good, and all must be
    tried."""

    @property
    def sieve(self) -> Reviewer:
        """The reviewer for rejecting decisions, with one ending for each world.

        More worlds give more information than more endings of each. A reviewer that plays only
        random moves rarely shows what a move was good for, so the examiner replaces it.
        """
        judge = self.reviewer if self.reviewer.moves else self.examiner
        return replace(judge, endings=1)

    def setup(self, number: int) -> Setup:
        """Choose seats and bots of a game: usually two seats, sometimes a larger table."""
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
        """Find the puzzles of one game."""
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
        """Return the worth of each move of a decision, or None if it is not a puzzle."""
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
        alike = equivalent_moves(asked, rng)
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


def equivalent_moves(asked: Question, rng: Random) -> list[tuple[Move, ...]]:
    """Group the legal moves that lead to the same position."""
    worlds = [asked.resample(rng) for _ in range(2)]
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
    """The lead of the best move over another."""

    move: Move
    by: Estimate


@dataclass(slots=True)
class Race:
    """Moves of one decision, tried in the same worlds until the best is known."""

    reviewer: Reviewer
    asked: Question
    best: Move
    values: dict[Move, list[float]]
    """The worth of each move in each world, in order."""
    rivals: list[Move]
    """Moves that are still tried, including the best."""
    behind: list[Move]
    """Moves that have fallen far behind."""

    @classmethod
    def of(cls, reviewer: Reviewer, asked: Question, moves: Sequence[Move]) -> Race:
        """Start a race; the first move is the one expected to lead."""
        values: dict[Move, list[float]] = {move: [] for move in moves}
        return cls(reviewer, asked, moves[0], values, list(values), [])

    def run(self, worlds: int, rng: Random) -> None:
        """Try the moves until this number of worlds is reached."""
        while len(self.values[self.best]) < worlds:
            world, luck = self.asked.resample(rng), rng.random()
            for move in self.rivals:
                value = value_of(self.reviewer, world, self.asked.seat, move, luck)
                self.values[move].append(value)

    def leads(self, worlds: int, gap: float, rng: Random) -> bool:
        """Return whether the best move leads by `gap` after this number of worlds.

        Moves that are far behind are dropped from the race.
        """
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
