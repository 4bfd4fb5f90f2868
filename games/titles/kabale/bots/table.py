"""The table as a seat sees it, made into a position from which others can be imagined."""

from __future__ import annotations

from games.engine.contract import Json, Options, View
from games.titles.kabale.rules.cards import CARDS, GOALS, Goal
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.table import Column, Laid


def table_of(view: View, seat: int, options: Options) -> Kabale:
    """A position that fits the view: what the seat has not seen lies anywhere it may lie."""
    table = Kabale(len(view["hands"]), options)
    table.round, table.phase, table.turn = view["round"], view["phase"], view["turn"]
    pending = view["pending"]
    table.pending = None if pending is None else (pending["seat"], pending["column"])
    table.discards = [list(pile) for pile in view["discards"]]
    table.won = [[Goal(*goal) for goal in goals] for goals in view["won"]]
    unseen = [_unseen(view, other) for other in range(table.seats)]
    table.columns = [_column(column, unseen) for column in view["columns"]]
    for other, hand in enumerate(view["hands"]):
        if other == seat:
            table.hands[other] = list(hand)
        else:
            table.hands[other] = [unseen[other].pop() for _ in range(hand)]
    table.stacks = unseen
    goals = list(GOALS)
    for goal in table.known_goals():
        goals.remove(goal)
    table.goals = goals[: view["goals"]]
    return table


def _unseen(view: View, owner: int) -> list[str]:
    """The cards of a seat that are in none of the places looked into."""
    seen = set(view["discards"][owner])
    if isinstance(view["hands"][owner], list):
        seen.update(view["hands"][owner])
    for column in view["columns"]:
        seen.update(laid["card"] for laid in column["cards"] if laid["seat"] == owner)
    return [card for card in CARDS if card not in seen]


def _column(column: Json, unseen: list[list[str]]) -> Column:
    cards = []
    for laid in column["cards"]:
        owner = laid["seat"]
        card = unseen[owner].pop() if laid["card"] is None else laid["card"]
        cards.append(Laid(owner, card, laid["up"], laid["cloaked"]))
    return Column(Goal(*column["goal"]), cards, column["storm"])
