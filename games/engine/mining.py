"""Find puzzles: decisions of finished games in which one move is clearly best.

Most decisions are rejected after a few worlds. The moves of the others are compared in the same
worlds (games/engine/judge.py). The last ones are examined in other worlds, which are played to
their end, and the deepest bot must choose the same move. All chance comes from the seed and the
number of the game, so every machine finds the same puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from random import Random

from games.engine.arena import Played, Setup
from games.engine.bots import Bot, PlaysOn, Question, question
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Move, Position
from games.engine.judge import GROWTH, SURE, Judge, Race
from games.engine.puzzles import Puzzle
from games.engine.review import Decision, decisions

LEAST_GAP = 0.10
"""Minimum lead of the best move over the next one, as a share of a victory, less `SURE` errors."""
FEWEST = 3
"""Minimum number of moves with different results."""
WEAK = 0.1
"""Share of games played only by weak bots, whose games leave most to find."""
MIXED = 0.3
"""Share of games with one weak bot among strong ones."""
AGREED = 0.6
"""Share of decisions that are examined although the quick bot and the strong one agree."""
GLANCE = ((3, 0.001), (8, 0.05))
"""(worlds, lead): the scout's move must lead the other one by this after that many worlds."""
STAGES = ((4, -0.02), (12, 0.05), (28, 0.07), (72, 0.09))
"""The same for all moves in stages; early stages are cheap and lenient."""
FAR_BEHIND = 3.5
"""A move is dropped if it is behind by this many errors and by twice the minimum gap."""
FOLLOWED = 24
"""The worlds in which a strong bot follows the next best move of a puzzle."""
FIRST_LOOK, EXAMINED = 24, 240
"""The fewest and the most worlds in which a puzzle is examined."""

Alike = Sequence[tuple[Move, ...]]
"""The legal moves, those with the same result together."""
Judged = list[tuple[tuple[Move, ...], float]]
"""Moves with the same result and the chance to win after them; the best first."""


@dataclass(frozen=True, slots=True)
class Mine:
    """How puzzles of a game are found."""

    rules: type[Position]
    bots: Sequence[Bot]
    """Bots that play the games, the weakest first; the strongest play most of them."""
    scout: Bot
    """Proposes the best move at little cost."""
    judge: Judge
    examiner: Bot
    """The deepest bot there is, which must choose the best move as well."""
    seed: int
    early: float = 0.5
    """The first part of a game that is skipped, because everything is still open there."""
    most: int = 8
    """Decisions with more moves are skipped: several would be nearly as good, and all must be
    tried."""

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
        other = self.judge.bot.choose(asked, rng)
        if other == best:
            if rng.random() > AGREED:
                return None
            other = rng.choice([move for move in asked.moves if move != best])
        glance = Race.of(self.judge, asked, [best, other])
        if not all(leads(glance, best, worlds, gap, rng) for worlds, gap in GLANCE):
            return None
        alike = equivalent_moves(asked, rng)
        if len(alike) < FEWEST:
            return None
        best = next(moves[0] for moves in alike if best in moves)
        race = Race.of(self.judge, asked, [moves[0] for moves in alike])
        if not all(leads(race, best, worlds, gap, rng) for worlds, gap in STAGES):
            return None
        advised = self.examiner.choose(asked, rng)
        if not any(best in moves and advised in moves for moves in alike):
            return None
        return examined(self.judge, asked, alike, best, rng)


def examined(judge: Judge, asked: Question, alike: Alike, best: Move, rng: Random) -> Judged | None:
    """Return the worth of each move of a puzzle; None if the best one does not lead by enough.

    Every world is played to its end. There are as many as the intervals need: all other moves must
    be behind by `LEAST_GAP` and `SURE` standard errors.
    """
    race = Race.of(replace(judge, evaluator=None), asked, [moves[0] for moves in alike])
    worlds = FIRST_LOOK
    while True:
        race.run(worlds, rng)
        for move, lead in race.leads(best).items():
            if lead.mean + SURE * lead.error < LEAST_GAP:
                return None
            if lead.mean - SURE * lead.error >= LEAST_GAP:
                race.rivals.remove(move)
        if race.rivals == [best]:
            chance = race.worth(best).mean
            # Others were tried in fewer worlds, so their leads say more than their own means.
            worths = [(moves, chance - race.lead(best, moves[0]).mean) for moves in alike]
            return sorted(worths, key=lambda one: -one[1])
        if worlds >= EXAMINED:
            return None
        worlds = min(EXAMINED, ceil(GROWTH * worlds))


@dataclass(frozen=True, slots=True)
class Followed:
    """A bot that is strong at one seat and quick at the others."""

    quick: Bot
    strong: Bot
    seat: int
    level = "followed"
    slow = True

    def choose(self, question: Question, rng: Random) -> Move:
        bot = self.strong if question.seat == self.seat else self.quick
        return bot.choose(question, rng)

    def play_on(
        self, world: Position, seat: int, moves: Sequence[Move], rng: Random
    ) -> Sequence[Move]:
        if seat != self.seat and isinstance(self.quick, PlaysOn):
            return self.quick.play_on(world, seat, moves, rng)
        return (self.choose(question(world, seat), rng),)


def wins_as_often(
    judge: Judge, strong: Bot, asked: Question, move: Move, chance: float, rng: Random
) -> bool:
    """Return whether a move wins as often as the best one, if a strong bot follows it.

    Then the best one leads only where the seat plays on weakly, and the decision is no puzzle.

    Args:
        judge: The judge of the puzzle, whose bot plays the other seats.
        strong: The bot that plays on for the seat that decides.
        asked: The decision.
        move: The next best move.
        chance: The chance to win after the best move.
        rng: The only source of chance.
    """
    bot = Followed(judge.bot, strong, asked.seat)
    race = Race.of(replace(judge, bot=bot, evaluator=None), asked, [move])
    for worlds in range(1, FOLLOWED + 1):
        race.run(worlds, rng)
        lost = worlds * (1 - race.worth(move).mean)
        if lost > FOLLOWED * (1 - chance):
            return False
    return True


def leads(race: Race, best: Move, worlds: int, gap: float, rng: Random) -> bool:
    """Return whether a move leads by `gap` after this number of worlds.

    Moves that are far behind it are dropped from the race.
    """
    race.run(worlds, rng)
    found = race.leads(best)
    for move, lead in found.items():
        if lead.mean > max(2 * LEAST_GAP, FAR_BEHIND * lead.error) and len(found) > 1:
            race.rivals.remove(move)
    return all(lead.mean >= gap for lead in found.values())


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
