"""Reasons for moves from the awards, as far as the viewer can see them.

Each move is made on a copy of the view's columns. Cards that the viewer cannot see count as in
`award_as_seen`, so the sentences say that they hold from what the viewer can see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.guides import Reason
from games.titles.kabale.board.faces import goal_name
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.moves import Swap
from games.titles.kabale.rules.reckoning import award_as_seen
from games.titles.kabale.rules.rounds import score

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.titles.kabale.board.board import KabaleTable


@dataclass(frozen=True)
class Forecast:
    """The awards that the viewer can foresee for their moves."""

    board: KabaleTable
    seat: int

    def behind(self, card: str, column: int) -> Iterator[Reason]:
        """Yield what a card does at the end of a column where it uncovers none."""
        lane = self._columns[column]
        after = self._with_card(lane, len(lane["cards"]), card)
        if lane["cards"]:
            yield from _taken(self.seat, lane, after)
        if len(after["cards"]) != after["goal"][1]:
            return
        if all(_is_fulfilled(after if other is lane else other) for other in self._columns):
            yield Reason("ends-round", _("Then all goals are fulfilled, so the round ends."))
        else:
            text = _("Then {goal} is fulfilled.")
            yield Reason("fulfils", text.format(goal=_name(lane)))

    def hidden(self, card: str) -> Iterator[Reason]:
        """Yield that the viewer would take the goal with a card under the cloak."""
        yield from _taken(self.seat, self._asked, self._with_hidden(card))

    def nothing_hidden(self) -> Iterator[Reason]:
        """Yield that the viewer takes the goal without hiding a card, or with no card."""
        if _taker(self._asked) == self.seat:
            text = _("From what you can see, you would take {goal} anyway.")
            yield Reason("hides-nothing", text.format(goal=_name(self._asked)), {"wins": True})
        elif all(_taker(self._with_hidden(card)) != self.seat for card in self.board.my_cards):
            text = _("From what you can see, none of your cards would win you {goal}.")
            yield Reason("hides-nothing", text.format(goal=_name(self._asked)), {"wins": False})

    def swapped(self, column: int) -> Iterator[Reason]:
        """Yield a goal that a swap brings the viewer, or else one that it takes from another."""
        before, after = self._columns, self._with_swap(column)
        gain = self._score(after, self.seat) - self._score(before, self.seat)
        gained = _goals(after, self.seat) - _goals(before, self.seat)
        if gain > 0 and gained:
            yield _takes(max(gained, key=lambda goal: goal.points))
            return
        for player in self.board.players:
            lost = _goals(before, player.seat) - _goals(after, player.seat)
            loss = self._score(before, player.seat) - self._score(after, player.seat)
            if gain >= 0 and loss > 0 and lost and player.seat != self.seat:
                goal = max(lost, key=lambda goal: goal.points)
                text = _("From what you can see, {name} would no longer take {goal}.")
                words = text.format(name=player.name, goal=goal_name(*goal))
                yield Reason("loses", words, {"seat": player.seat, "goal": goal})
                return

    def not_swapped(self) -> Iterator[Reason]:
        """Yield that no swap would bring the viewer more points."""
        now = self._score(self._columns, self.seat)
        swaps = [move.column for move in self.board.moves_of(Swap) if move.column is not None]
        if all(self._score(self._with_swap(other), self.seat) <= now for other in swaps):
            text = _("From what you can see, no swap would bring you more points.")
            yield Reason("no-swap-pays", text)

    # --- The columns now, and after a move.

    @property
    def _columns(self) -> list[Json]:
        columns: list[Json] = self.board.view["columns"]
        return columns

    @property
    def _asked(self) -> Json:
        assert self.board.asked_column is not None
        return self._columns[self.board.asked_column]

    def _with_card(self, lane: Json, place: int, card: str) -> Json:
        cards = list(lane["cards"])
        cards.insert(place, {"seat": self.seat, "card": card, "up": False, "cloaked": False})
        return {**lane, "cards": cards}

    def _with_hidden(self, card: str) -> Json:
        """Return the column that is asked about with a card right behind the viewer's cloak."""
        laid = [(one["seat"], one["card"]) for one in self._asked["cards"]]
        return self._with_card(self._asked, laid.index((self.seat, "cloak")) + 1, card)

    def _with_swap(self, column: int) -> list[Json]:
        columns, asked = list(self._columns), self.board.asked_column
        assert asked is not None
        for at, other in ((asked, column), (column, asked)):
            columns[at] = {**self._columns[at], "goal": self._columns[other]["goal"]}
        return columns

    def _score(self, columns: list[Json], seat: int) -> int:
        """Return the score of a seat with the goals that it would take now."""
        won = [Goal(*goal) for goal in self.board.view["won"][seat]]
        return score([*won, *_goals(columns, seat).elements()])


def _taken(seat: int, before: Json, after: Json) -> Iterator[Reason]:
    """Yield that a seat would take a column's goal after a move, but not before it."""
    if _taker(before) != seat == _taker(after):
        yield _takes(Goal(*after["goal"]))


def _takes(goal: Goal) -> Reason:
    text = _("From what you can see, you would then take {goal}.")
    return Reason("takes", text.format(goal=goal_name(*goal)), {"goal": goal})


def _taker(lane: Json) -> int | None:
    return award_as_seen(lane).winner


def _goals(columns: list[Json], seat: int) -> Counter[Goal]:
    return Counter(Goal(*lane["goal"]) for lane in columns if _taker(lane) == seat)


def _is_fulfilled(lane: Json) -> bool:
    return bool(lane["storm"] or len(lane["cards"]) >= lane["goal"][1])


def _name(lane: Json) -> str:
    return goal_name(*lane["goal"])
