"""Round robin: each player meets every other one once, by the circle method.

Player numbers are drawn. The last number stays, the others move on by one place each round, and
those opposite each other meet; with an odd number of players the one opposite the empty place has a
bye. Seats alternate along the circle, so that no player sits in one seat more than once more often
than in the other. A second cycle has the seats swapped.

The matches of a player who withdraws before half of them are played do not count for the others, as
in chess. Later withdrawals are byes for the players still to be met.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from games.tournaments.rounds.history import lot
from games.tournaments.rounds.model import Entrant, Plan, Result, Round


def cycle_length(players: int) -> int:
    """Return the number of rounds in which everyone meets everyone."""
    return max(1, players - 1 + players % 2)


def pair_circle(plan: Plan, entrants: Collection[Entrant], number: int) -> Round:
    """Return the tables and byes of a round.

    Raises:
        ValueError: A player enters after the first round, for which a schedule has no room.
    """
    if any(entrant.first_round > 1 for entrant in entrants):
        raise ValueError("A round robin takes no late entries.")
    playing = {entrant.id for entrant in entrants if entrant.plays_in(number)}
    tables: list[tuple[int, ...]] = []
    byes: list[int] = []
    for one, other in scheduled(plan, entrants, number):
        here = [entrant for entrant in (one, other) if entrant is not None and entrant in playing]
        if len(here) == 2:
            tables.append(tuple(here))
        else:
            byes += here
    return Round(tuple(tables), tuple(byes))


def scheduled(
    plan: Plan, entrants: Iterable[Entrant], number: int
) -> list[tuple[int | None, int | None]]:
    """Return who meets whom in a round, in the order of seats; None is the empty place."""
    drawn = sorted(entrants, key=lambda one: (lot(plan.seed, one.id), one.id))
    circle: list[int | None] = [entrant.id for entrant in drawn]
    if len(circle) % 2:
        circle.append(None)
    cycle, turn = divmod(number - 1, max(1, len(circle) - 1))
    moving = circle[:-1]
    moving = moving[turn:] + moving[:turn]
    pairs = [(moving[0], circle[-1]) if turn % 2 == 0 else (circle[-1], moving[0])]
    for place in range(1, len(circle) // 2):
        one, other = moving[place], moving[-place]
        pairs.append((one, other) if place % 2 else (other, one))
    return [(other, one) for one, other in pairs] if cycle % 2 else pairs


def annulled(plan: Plan, entrants: Sequence[Entrant], results: Iterable[Result]) -> set[int]:
    """Return the players who withdrew before half of their matches were played."""
    rounds = plan.rounds or cycle_length(len(entrants))
    played: dict[int, int] = {}
    for result in results:
        for entrant in result.entrants:
            if entrant not in result.absent:
                played[entrant] = played.get(entrant, 0) + 1
    matches = rounds - rounds // cycle_length(len(entrants)) * (len(entrants) % 2)
    return {
        entrant.id
        for entrant in entrants
        if entrant.withdrawn_after is not None
        and entrant.withdrawn_after < rounds
        and 2 * played.get(entrant.id, 0) < matches
    }
