"""Round robins: who meets whom, seats, and a second cycle."""

from __future__ import annotations

from collections import Counter

import pytest

from games.tournaments.rounds import Entrant, Format, Plan, pair_round, rounds_for


@pytest.mark.parametrize("players", range(2, 17))
def test_each_player_meets_every_other_in_both_seats(players: int) -> None:
    entrants = [Entrant(number, 1500) for number in range(players)]
    cycle = rounds_for(Format.ROUND_ROBIN, players, 2)
    plan = Plan(Format.ROUND_ROBIN, 2, 2 * cycle, seed=3)
    rounds = [pair_round(plan, entrants, [], [], number + 1) for number in range(2 * cycle)]
    seats = Counter(table for found in rounds for table in found.tables)
    assert seats == {
        (one, two): 1 for one in range(players) for two in range(players) if one != two
    }
    balance: Counter[int] = Counter()
    for found in rounds[:cycle]:
        for first, second in found.tables:
            balance[first] += 1
            balance[second] -= 1
    assert all(abs(balance[one]) <= (players + 1) % 2 for one in range(players))
    byes = [one for found in rounds[:cycle] for one in found.byes]
    assert sorted(byes) == (list(range(players)) if players % 2 else [])


def test_late_entry_is_refused() -> None:
    plan = Plan(Format.ROUND_ROBIN, 2, 3, seed=3)
    with pytest.raises(ValueError, match="late"):
        pair_round(plan, [Entrant(1, 1), Entrant(2, 1, first_round=2)], [], [], 1)
