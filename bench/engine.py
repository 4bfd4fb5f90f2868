"""Benchmarks of the engine: random games, replay and information state of a long match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter
from typing import NamedTuple

from games.engine.chance import Chance
from games.engine.contract import Effect, Json, Position, View
from games.engine.information_state import InformationState, information_state_of, tell
from games.engine.machine import REFERENCE
from games.engine.record import Record
from games.engine.referee import play_at_random
from games.engine.replay import play_one, replay
from games.titles.contract import Title
from games.titles.registry import all_games, newest, title_of, titles

SECONDS = 3.0
LONG_MATCH = 500
REPLAY_BUDGET = 10
TRIED = 20
LEARNING_BUDGET = 1.0
WORLDS = 100


class Figure(NamedTuple):
    """One measured figure and its budget."""

    name: str
    value: float
    unit: str
    budget: float | None = None
    more_is_better: bool = False

    @property
    def met(self) -> bool | None:
        if self.budget is None:
            return None
        return self.value >= self.budget if self.more_is_better else self.value <= self.budget


def engine(speed: float) -> list[Figure]:
    """Measure random play of every game, with budgets scaled to the speed of this machine."""
    figures = []
    for game in all_games():
        seats = min(4, game.seats[-1])
        rules = newest(game.slug)
        few = play_at_random(rules, 20, seats, {}, "bench")
        rounds = max(20, int(20 * SECONDS / max(few["seconds"], 0.01)))
        result = play_at_random(rules, rounds, seats, {}, "bench")
        budget = title_of(game.slug).budget.moves_per_second * speed / REFERENCE
        name = f"{game.name}, {seats} seats, random play"
        figures.append(Figure(name, result["moves_per_second"], "moves/s", round(budget), True))
    return figures


def long_record(rules: type[Position], longest: int, options: Json | None = None) -> Record:
    """Return the longest of some random matches, cut at `longest` moves.

    Without `options` it has those that make a match long.
    """
    rng = Random("bench")
    seats = min(4, rules.game.seats[-1])
    if options is None:
        options = dict(title_of(rules.game.slug).budget.long_options)
    chosen = rules.game.read_options(options)
    best: Record | None = None
    for _ in range(TRIED):
        seed = rng.randbytes(32)
        position = rules.deal(seats, chosen, Chance(seed, 0))
        moves: list[Json] = []
        while (asked := position.to_move()) and len(moves) < longest:
            seat = rng.choice(asked)
            move = rng.choice(position.moves(seat))
            moves.append({"seat": seat, **move.dump()})
            position.apply(seat, move, Chance(seed, len(moves)))
        if best is None or len(moves) > len(best.moves):
            best = Record(rules, seats, chosen, seed, None, moves)
        if len(moves) == longest:
            break
    assert best is not None
    return best


def long_title() -> Title:
    """Return the first title whose options can make a match long, or else the first title."""
    return next((title for title in titles() if title.budget.long_options), titles()[0])


def replays() -> list[Figure]:
    """Measure the replay of a long record, with every move checked against the legal moves."""
    figures = []
    for game in all_games():
        record = long_record(newest(game.slug), LONG_MATCH)
        assert replay(record).refusal is None
        best = round(_best_of_five(partial(replay, record)) * 1000, 2)
        moves = len(record.moves)
        budget = round(REPLAY_BUDGET * moves / LONG_MATCH, 1)
        figures.append(Figure(f"{game.name}, replay of {moves} moves", best, "ms", budget))
    return figures


def memories() -> list[Figure]:
    """Measure building a seat's information state, and resampling a world from it."""
    figures = []
    for game in all_games():
        record = long_record(newest(game.slug), LONG_MATCH)
        moves = len(record.moves)
        start, position = record.start(), record.start()
        steps: list[list[Effect]] = []
        for at, move in enumerate(record.moves, start=1):
            steps.append(play_one(position, record, at, move))
            if at == moves // 2:
                half, view = _learned(start, steps), position.view(0)
        learned = _best_of_five(partial(_learned, start, steps))
        name = f"{game.name}, learning from {moves} moves"
        figures.append(Figure(name, round(learned * 1000, 2), "ms", LEARNING_BUDGET))
        drawn = _best_of_five(partial(_resample, half, view, Random("bench")))
        name = f"{game.name}, a resampled world"
        figures.append(Figure(name, round(drawn / WORLDS * 1_000_000), "µs"))
    return figures


def _learned(start: Position, steps: list[list[Effect]]) -> InformationState[Position]:
    information_state = information_state_of(start, 0)
    for effects in steps:
        tell(information_state, effects)
    return information_state


def _resample(information_state: InformationState[Position], view: View, rng: Random) -> None:
    for _ in range(WORLDS):
        information_state.resample(view, rng)


def _best_of_five(work: Callable[[], object]) -> float:
    """Return the seconds of the fastest of five calls."""
    times = []
    for _ in range(5):
        started = perf_counter()
        work()
        times.append(perf_counter() - started)
    return min(times)
