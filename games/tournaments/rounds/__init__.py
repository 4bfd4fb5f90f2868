"""Pairing and scoring of tournaments. Pure Python: nothing here reads the database.

    plan = Plan(Format.SWISS, size=2, rounds=3, seed=7)
    entrants = [Entrant(id=number, rating=1500) for number in range(8)]
    first = pair_round(plan, entrants, results=[], byes=[], number=1)
    results = [Result(1, table, places=(1, 2)) for table in first.tables]
    second = pair_round(plan, entrants, results, byes=[], number=2)
    standings(plan, entrants, results, byes=[])[0].points

The order of entrants, results and byes never matters, and the same arguments always give the same
round. `docs/tournaments.md` explains the formats to players, `docs/decisions/0056-tournaments.md`
the costs that the pairings keep low.
"""

from games.tournaments.rounds.model import (
    Bye,
    Entrant,
    Format,
    Plan,
    Result,
    Round,
    Standing,
    TieBreak,
    TieBreakKind,
)
from games.tournaments.rounds.pairing import is_over, pair_round, pair_waiting, rounds_for
from games.tournaments.rounds.standings import standings

__all__ = [
    "Bye",
    "Entrant",
    "Format",
    "Plan",
    "Result",
    "Round",
    "Standing",
    "TieBreak",
    "TieBreakKind",
    "is_over",
    "pair_round",
    "pair_waiting",
    "rounds_for",
    "standings",
]
