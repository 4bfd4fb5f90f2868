"""What counts between two rounds, for the evaluator of the judge."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from games.engine.contract import Effect
from games.engine.evaluator import Evaluator
from games.titles.kharnage.bots.board import costs_of, typical, worth
from games.titles.kharnage.rules.attacks import strength
from games.titles.kharnage.rules.position import Kharnage


def stage(table: Kharnage, effects: Sequence[Effect]) -> str | None:
    """Return the number of seats and the round that begins; None within a round."""
    # The next round begins with the last effect of a move.
    if not effects or effects[-1].kind != "round":
        return None
    return f"{table.seats} seats, round {table.round}"


def features(table: Kharnage, effects: Sequence[Effect]) -> Sequence[Sequence[float]]:
    """Return what counts for each seat."""
    seats = range(table.seats)
    melee = [strength(table, seat, "melee") for seat in seats]
    ranged = [strength(table, seat, "ranged") for seat in seats]
    trample = [sum([card.trample for card in table.in_play(seat)]) for seat in seats]
    # By attacker: what one melee and one ranged attack destroy of the army that loses most, and
    # what either destroys of each army.
    felled = {"melee": [0.0] * table.seats, "ranged": [0.0] * table.seats}
    at_risk = [0.0] * table.seats
    costs = [costs_of(table, seat) for seat in seats]
    for seat in seats:
        for other in seats:
            if other != seat:
                by_melee = worth(costs[other], melee[seat], trample[seat])
                by_ranged = worth(costs[other], ranged[seat])
                felled["melee"][seat] = max(felled["melee"][seat], by_melee)
                felled["ranged"][seat] = max(felled["ranged"][seat], by_ranged)
                at_risk[other] = max(at_risk[other], by_melee, by_ranged)
    found = []
    for seat, hand in enumerate(table.hands):
        attacks = [
            sum([card.count(kind) * most[seat] for kind, most in felled.items()]) for card in hand
        ]
        found.append(
            [
                float(table.points[seat] + table.kharnage[seat]),
                float(table.kharnage[seat]),
                float(table.sizes[seat]),
                float(melee[seat]),
                float(ranged[seat]),
                float(trample[seat]),
                float(len(table.reserves[seat])),
                typical(table.armies[seat]).worth,
                max(attacks, default=0.0),
                at_risk[seat],
            ]
        )
    return found


EVALUATOR = Evaluator(
    stage, features, Path(__file__).parents[1] / "evaluator.json", points=2, least_seats=3
)
