"""The way in: pair a round, seat those who wait in an arena, and know when it is over."""

from __future__ import annotations

from collections.abc import Sequence

from games.tournaments.rounds.arena import pair_arena
from games.tournaments.rounds.history import History
from games.tournaments.rounds.knockout import knockout, rounds_of
from games.tournaments.rounds.model import Bye, Entrant, Format, Plan, Result, Round
from games.tournaments.rounds.round_robin import cycle_length, pair_circle
from games.tournaments.rounds.swiss import pair_two
from games.tournaments.rounds.tables import pair_tables, table_sizes

FEWEST_ROUNDS = 3


def pair_round(
    plan: Plan,
    entrants: Sequence[Entrant],
    results: Sequence[Result],
    byes: Sequence[Bye],
    number: int,
) -> Round:
    """Return the tables and byes of a round.

    Everyone who takes part in the round is at one table, or has a bye. In a knock-out this holds
    for those who are still in it.

    Args:
        plan: What the organiser decided. Not for arenas.
        entrants: Everyone who ever entered, also those who have withdrawn.
        results: All tables so far. Those of this round and later ones are ignored.
        byes: All byes so far.
        number: The round, from 1.

    Raises:
        ValueError: A player enters a round robin or a knock-out late.
    """
    earlier = [result for result in results if result.round < number]
    if plan.format == Format.ROUND_ROBIN:
        return pair_circle(plan, entrants, number)
    if plan.format == Format.KNOCKOUT:
        return knockout(plan, entrants, earlier).round(number)
    history = History(entrants, earlier, byes, before=number)
    here = [entrant for entrant in entrants if entrant.plays_in(number)]
    return (pair_two if plan.size == 2 else pair_tables)(plan, here, history)


def pair_waiting(
    plan: Plan, waiting: Sequence[int], entrants: Sequence[Entrant], results: Sequence[Result]
) -> Round:
    """Return tables of an arena for players who wait. Those without a table wait on.

    Args:
        plan: What the organiser decided.
        waiting: The players who wait, the longest first.
        entrants: Everyone who ever entered.
        results: All matches so far; those with no places yet are being played.
    """
    return pair_arena(plan, waiting, entrants, results)


def is_over(
    plan: Plan,
    entrants: Sequence[Entrant],
    results: Sequence[Result],
    byes: Sequence[Bye],
    number: int,
) -> bool:
    """Return whether a tournament is over after a round.

    It is not while a table of the round is played. It is early if too few players remain for a
    table. An arena is over when its time is, so never here.
    """
    if plan.format == Format.ARENA:
        return False
    if any(result.places is None and result.round <= number for result in results):
        return False
    if plan.format == Format.KNOCKOUT:
        following = pair_round(plan, entrants, results, byes, number + 1)
        # In a bracket, two who have both a bye have yet to meet.
        return not following.tables and (plan.size > 2 or len(following.byes) < 2)
    ahead = range(number + 1, plan.rounds + 1)
    if plan.format == Format.ROUND_ROBIN:
        return not any(pair_circle(plan, entrants, later).tables for later in ahead)
    return not any(
        table_sizes(sum(one.plays_in(later) for one in entrants), plan.size, plan.allowed)
        for later in ahead
    )


def rounds_for(format: Format, players: int, size: int, sizes: Sequence[int] = ()) -> int:
    """Return the usual number of rounds; 0 for an arena.

    Swiss of two: one more than it takes to leave one player without a loss. Swiss at tables: two
    more than it takes to leave one player who always won. Never more than there are new opponents
    for, but three at least.
    """
    if format == Format.ARENA:
        return 0
    if format == Format.ROUND_ROBIN:
        return cycle_length(players)
    if format == Format.KNOCKOUT:
        return rounds_of(players, size, frozenset({size, *sizes}))
    rounds, left = 1 if size == 2 else 2, 1
    while left < players:
        left *= size
        rounds += 1
    return max(FEWEST_ROUNDS, min(rounds, (players - 1) // (size - 1)))
