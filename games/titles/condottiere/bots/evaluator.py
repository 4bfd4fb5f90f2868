"""What counts between two battles, for the evaluator of the judge."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from games.engine.contract import Effect
from games.engine.evaluator import Evaluator
from games.titles.condottiere.bots.map import map_of
from games.titles.condottiere.bots.outlook import prices_of
from games.titles.condottiere.rules.position import Condottiere


def stage(table: Condottiere, effects: Sequence[Effect]) -> str | None:
    """Return the number of seats where the next city is to be chosen; None during a battle."""
    if table.phase != "choose" or effects[0].kind == "declined":
        return None
    return f"{table.seats}-series" if table.options["points"] else str(table.seats)


def features(table: Condottiere, effects: Sequence[Effect]) -> Sequence[Sequence[float]]:
    """Return what counts for each seat."""
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
    return found


EVALUATOR = Evaluator(
    stage,
    features,
    Path(__file__).parents[1] / "evaluator.json",
    options=({}, {"points": 20}),
)
