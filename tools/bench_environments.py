"""Measure the steps a second of each environment of `tavola_games` and of other libraries' games.

    make bench-environments

This needs what `make research` installs. All players make random legal moves. A step is one
decision: list the legal moves as a mask or numbers, make the mover's observation as an array, and
carry out the move. All environments take turns in one process, for some rounds of a second of CPU
each. The best round counts, because other processes can only slow a round down.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable, Iterator
from random import Random
from time import process_time

import pyspiel
import rlcard
from open_spiel.python.games import kuhn_poker, liars_poker
from open_spiel.python.observation import make_observation

from tavola_games import game, openspiel, slugs
from tavola_games.gymnasium import SeatEnv
from tavola_games.pettingzoo import env
from tavola_games.table import Table

SEATS = 4
IN_PYTHON = (kuhn_poker, liars_poker)
"""These modules register their games when they are imported."""
OPENSPIEL = ("leduc_poker", "gin_rummy", "hearts", "python_kuhn_poker", "python_liars_poker")
"""Card games of OpenSpiel, in C++ and in Python."""
RLCARD = ("leduc-holdem", "limit-holdem", "gin-rummy", "uno", "doudizhu")
Steps = Iterator[None]


def rules(slug: str, seats: int) -> Steps:
    """Play with only the rules: no numbers, no arrays."""
    rng, table = Random(1), Table(slug, seats, None)
    while True:
        table.begin(rng.getrandbits(64))
        while table.asked:
            seat = table.asked[0]
            table.play(seat, rng.choice(table.position.moves(seat)))
            yield


def arrays(slug: str, seats: int) -> Steps:
    """Play with arrays, without a library around them."""
    rng, table = Random(1), Table(slug, seats, None)
    while True:
        table.begin(rng.getrandbits(64))
        while table.asked:
            seat = table.asked[0]
            table.observe(seat)
            table.decide(seat, rng.choice(table.mask(seat).nonzero()[0]))
            yield


def pettingzoo(slug: str, seats: int) -> Steps:
    rng, table = Random(1), env(slug, seats=seats, seed=1)
    while True:
        table.reset()
        for _ in table.agent_iter():
            observation, _, termination, _, _ = table.last()
            if termination:
                table.step(None)
                continue
            table.step(rng.choice(observation["action_mask"].nonzero()[0]))
            yield


def gymnasium(slug: str, seats: int) -> Steps:
    """Play one seat; a step includes the moves of the easy bots until the seat's next decision."""
    rng, table = Random(1), SeatEnv(slug, seats=seats)
    table.reset(seed=1)
    while True:
        _, info = table.reset()
        terminated = False
        while not terminated:
            action = rng.choice(info["action_mask"].nonzero()[0])
            _, _, terminated, _, info = table.step(action)
            yield


def of_openspiel(name: str) -> Steps:
    rng, table = Random(1), pyspiel.load_game(name)
    observation = make_observation(table)
    if observation is None:
        # Some games only offer an observation with perfect recall.
        recalling = pyspiel.IIGObservationType(perfect_recall=True)
        observation = make_observation(table, recalling)
    while True:
        state = table.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
                continue
            observation.set_from(state, state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            yield


def of_rlcard(name: str) -> Steps:
    rng, table = Random(1), rlcard.make(name, config={"seed": 1})
    while True:
        state, _ = table.reset()
        while not table.is_over():
            state, _ = table.step(rng.choice(list(state["legal_actions"])))
            yield


def measured(steps: Steps, seconds: float) -> float:
    """Return the steps per second of CPU, measured for about `seconds`."""
    made, began = 0, process_time()
    while (took := process_time() - began) < seconds:
        for _ in range(20):
            next(steps)
        made += 20
    return made / took


def everything() -> dict[tuple[str, str], Steps]:
    """Return the steps of each environment, by (library, game)."""
    openspiel.register()
    ways: dict[str, Callable[[str, int], Steps]] = {
        "rules only": rules,
        "arrays": arrays,
        "PettingZoo": pettingzoo,
        "Gymnasium, against easy bots": gymnasium,
        "OpenSpiel": lambda slug, seats: of_openspiel(f"tavola_{slug}(players={seats})"),
    }
    found: dict[tuple[str, str], Steps] = {}
    for way, steps in ways.items():
        for slug in slugs():
            seats = min(SEATS, game(slug).seats[-1])
            found[way, f"{game(slug).name}, {seats} seats"] = steps(slug, seats)
    for name in OPENSPIEL:
        found["OpenSpiel's own", name] = of_openspiel(name)
    for name in RLCARD:
        found["RLCard's own", name] = of_rlcard(name)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second of each environment.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    measuring = everything()
    best = dict.fromkeys(measuring, 0.0)
    for _ in range(asked.rounds):
        for key, steps in measuring.items():
            best[key] = max(best[key], measured(steps, asked.seconds))
    for (way, name), speed in best.items():
        print(f"{way:<30}{name:<28}{speed:>10,.0f} steps/s")  # noqa: T201


if __name__ == "__main__":
    main()
