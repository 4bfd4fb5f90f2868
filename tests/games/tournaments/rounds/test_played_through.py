"""Whole tournaments with withdrawals, late entries and absences, down to the last digit."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import pytest

from bench.tournaments import Simulated, arena, simulated
from games.tournaments.rounds import Format, Plan, standings
from games.tournaments.rounds.history import scores_of


def digest(played: Simulated) -> str:
    """Return a hash of every table, bye and standing."""
    lines = standings(played.plan, played.entrants, played.results, played.byes)
    facts: Iterable[object] = (
        [(one.round, one.entrants, one.places, sorted(one.absent)) for one in played.results],
        [(one.round, one.entrant) for one in played.byes],
        [
            (line.entrant, line.place, str(line.points), [str(one.value) for one in line.tiebreaks])
            for line in lines
        ],
    )
    return sha256(repr(facts).encode()).hexdigest()[:16]


SWISS_64 = Plan(Format.SWISS, size=2, rounds=7, seed=8)
SWISS_48 = Plan(Format.SWISS, size=4, rounds=5, seed=8, sizes=(3, 4))
ARENA_32 = Plan(Format.ARENA, size=2, rounds=0, seed=8)


@pytest.mark.parametrize(
    ("plan", "players", "expected"),
    [
        (SWISS_64, 64, "5a8ab29915fb2685"),
        (SWISS_48, 48, "b00f3c3cb485f9ba"),
        (ARENA_32, 32, "0dc7803f5f440ec1"),
    ],
    ids=["swiss of 64", "swiss of 48 at tables of four", "arena of 32"],
)
def test_tournament_of_golden_value(plan: Plan, players: int, expected: str) -> None:
    if plan.format == Format.ARENA:
        played = arena(plan, players)
        pairs = [one for one in played.results if one.is_played]
        last: dict[int, frozenset[int]] = {}
        for result in pairs:
            seated = frozenset(result.entrants)
            assert any(last.get(one) != seated for one in seated)
            last |= dict.fromkeys(seated, seated)
    else:
        played = simulated(plan, players, irregular=True)
        assert played.again == 0
        assert any(one.withdrawn_after for one in played.entrants)
        assert any(one.first_round > 1 for one in played.entrants)
    assert any(one.absent for one in played.results)
    lines = standings(plan, played.entrants, played.results, played.byes)
    given_out = sum(
        score.points for result in played.results for score in scores_of(result).values()
    )
    assert sum(line.points for line in lines) == given_out + len(played.byes)
    assert digest(played) == expected
