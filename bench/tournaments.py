"""What the rounds and standings of large tournaments cost, and how often players meet again.

`manage.py bench --only tournaments` plays Swiss tournaments and arenas of 256 players at tables of
every size, with withdrawals, late entries and absences.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from time import process_time

from bench.engine import Figure
from games.tournaments.rounds import (
    Bye,
    Entrant,
    Format,
    Plan,
    Result,
    is_over,
    pair_round,
    pair_waiting,
    rounds_for,
    standings,
)

PLAYERS = 256
SIZES = (2, 3, 4, 5, 6)
BUDGET = 5
"""Seconds of a core that pairing a round may take."""
SPREAD = 250
"""The standard deviation of ratings; a player's strength in a match varies as much."""
MINUTES = 90
WITHDRAWN, LATE, ABSENT = 0.02, 0.02, 0.02
"""The parts of the players who withdraw in a round, come in a later round, or miss their table."""


def tournaments() -> list[Figure]:
    """Measure the longest time to pair a round, and the time of standings, for each table size."""
    figures = []
    for size in SIZES:
        rounds = rounds_for(Format.SWISS, PLAYERS, size)
        plan = Plan(Format.SWISS, size, rounds, seed=1, sizes=SIZES)
        played = simulated(plan, PLAYERS, irregular=True)
        name = f"{PLAYERS} players, tables of {size}, {rounds} rounds"
        figures += [
            Figure(f"{name}, slowest", round(max(played.seconds), 2), "s", BUDGET),
            Figure(f"{name}, meetings again", played.again, "pairs", 0),
            Figure(f"{name}, standings", round(_seconds_of_standings(played), 2), "s"),
        ]
    for size in (2, 4):
        played = arena(Plan(Format.ARENA, size, 0, seed=1, sizes=SIZES), PLAYERS)
        name = f"arena of {PLAYERS}, tables of {size}, slowest"
        figures.append(Figure(name, round(max(played.seconds), 2), "s", BUDGET))
    return figures


def _seconds_of_standings(played: Simulated) -> float:
    began = process_time()
    standings(played.plan, played.entrants, played.results, played.byes)
    return process_time() - began


@dataclass
class Simulated:
    """A tournament that is played by chance.

    Attributes:
        plan: The format.
        entrants: The players so far.
        results: The tables so far.
        byes: The byes so far.
        seconds: The time that pairing each round took, of this process.
    """

    plan: Plan
    entrants: list[Entrant]
    results: list[Result] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @property
    def again(self) -> int:
        """The number of meetings of players who had met before."""
        met = Counter(
            frozenset(pair)
            for result in self.results
            for pair in combinations(set(result.entrants) - result.absent, 2)
        )
        return sum(times - 1 for times in met.values())


def simulated(
    plan: Plan, players: int, *, irregular: bool = False, until: int | None = None
) -> Simulated:
    """Play a tournament in rounds.

    Args:
        plan: The format.
        players: The number of players.
        irregular: Whether players withdraw, come late and miss their tables.
        until: The last round that is played; without it, until the tournament is over.
    """
    chance = Random(f"{plan.seed}:{players}")
    played = Simulated(plan, [_entrant(number, chance) for number in range(players)])
    number = 0
    while not is_over(plan, played.entrants, played.results, played.byes, number):
        number += 1
        if irregular:
            _change(played, number, chance)
        _play(played, number, chance, ABSENT if irregular else 0)
        if number == until:
            break
    return played


def arena(plan: Plan, players: int) -> Simulated:
    """Play an arena of 90 minutes, in which players come late, pause and withdraw."""
    chance = Random(f"{plan.seed}:{players}")
    played = Simulated(plan, [])
    waiting: list[int] = []
    running: list[tuple[int, Result]] = []
    coming = [_entrant(number, chance) for number in range(players)]
    back: dict[int, int] = {}
    for minute in range(MINUTES):
        # Half of the players are there at the beginning.
        late = [one for one in coming if minute and chance.random() > 0.1]
        late = late if minute else coming[players // 2 :]
        played.entrants += [one for one in coming if one not in late]
        waiting += [one.id for one in coming if one not in late]
        coming = late
        waiting += [one for one, at in back.items() if at == minute]
        strength = {entrant.id: entrant.rating for entrant in played.entrants}
        for ends, table in [one for one in running if one[0] == minute]:
            running.remove((ends, table))
            played.results.append(result_of(table.round, table.entrants, strength, chance, ABSENT))
            for player in table.entrants:
                if chance.random() > WITHDRAWN:
                    back[player] = minute + 1 + chance.randrange(3)
        began = process_time()
        results = [*played.results, *(table for _ends, table in running)]
        found = pair_waiting(plan, waiting, played.entrants, results)
        played.seconds.append(process_time() - began)
        for players_of in found.tables:
            running.append((minute + chance.randint(3, 12), Result(minute + 1, players_of, None)))
            waiting = [one for one in waiting if one not in players_of]
    return played


def _entrant(number: int, chance: Random, first_round: int = 1) -> Entrant:
    return Entrant(number, round(chance.gauss(1500, SPREAD)), first_round)


def _change(played: Simulated, number: int, chance: Random) -> None:
    """Let players withdraw, and others enter."""
    at_first = len(played.entrants)
    for place, entrant in enumerate(played.entrants):
        if number > 1 and entrant.withdrawn_after is None and chance.random() < WITHDRAWN:
            played.entrants[place] = replace(entrant, withdrawn_after=number - 1)
    if played.plan.format == Format.SWISS and number > 1:
        late = sum(chance.random() < LATE for _place in range(at_first))
        played.entrants += [
            _entrant(at_first + place, chance, first_round=number) for place in range(late)
        ]


def _play(played: Simulated, number: int, chance: Random, absent: float) -> None:
    began = process_time()
    found = pair_round(played.plan, played.entrants, played.results, played.byes, number)
    played.seconds.append(process_time() - began)
    strength = {entrant.id: entrant.rating for entrant in played.entrants}
    played.byes += [Bye(number, entrant) for entrant in found.byes]
    played.results += [result_of(number, table, strength, chance, absent) for table in found.tables]


def result_of(
    number: int,
    table: tuple[int, ...],
    strength: dict[int, float],
    chance: Random,
    absent: float = 0,
) -> Result:
    """Return the result of a table that is played by chance."""
    missed = frozenset(player for player in table if chance.random() < absent)
    # Equal scores are ties.
    scores = [
        -1 if player in missed else max(0, round(chance.gauss(strength[player], SPREAD) / 50))
        for player in table
    ]
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Result(number, table, places, missed)
