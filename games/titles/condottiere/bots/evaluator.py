"""What counts between two battles, for the evaluator of the judge."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from games.engine.contract import Effect
from games.engine.evaluator import Evaluator, Features
from games.titles.condottiere.bots.map import map_of
from games.titles.condottiere.bots.outlook import prices_of
from games.titles.condottiere.rules.position import Condottiere


def features(table: Condottiere, effects: Sequence[Effect]) -> Features | None:
    """Return the features of a position in which the next city is to be chosen."""
    if table.phase != "choose" or effects[0].kind == "declined":
        return None
    seats, aim = table.seats, table.options["points"]
    board = map_of(
        tuple(table.cities.items()),
        seats,
        table.group_needed(),
        bool(table.options["taking_cities"]),
    )
    dealt = any(effect.kind == "dealt" for effect in effects)
    prices = prices_of(table, dealt)
    total = sum(prices) or 1
    found = []
    for seat, hand in enumerate(table.hands):
        share = prices[seat] / total - 1 / seats
        own = [
            board.standing(seat),
            float(board.held[seat].bit_count()),
            share,
            share * board.usual_stake(seat),
            prices[seat],
            float(len(hand)),
            0.0 if dealt else float(hand.count("scarecrow")),
            float(table.holder == seat),
        ]
        found.append([*own, table.series[seat] / aim] if aim else own)
    return Features(f"{seats}-series" if aim else f"{seats}", found)


EVALUATOR = Evaluator(
    features,
    Path(__file__).parents[1] / "evaluator.json",
    options=({}, {"points": 20}),
)
