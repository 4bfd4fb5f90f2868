"""The table of Kabale und Hiebe: the stage with its columns, the players, my hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.boards.board import BoardTable
from games.titles.kabale.board.faces import Card, Goal, faces, sorted_cards
from games.titles.kabale.board.fresh import arrivals
from games.titles.kabale.board.lines import LINE_WRITERS
from games.titles.kabale.board.parts import Choice, Lane, Player, laid, wealth
from games.titles.kabale.board.show import Show, show_of
from games.titles.kabale.rules.moves import Cloak, Place, Swap
from games.titles.kabale.rules.rounds import ROUNDS

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.matches.presenters.table import Chair, Table


class KabaleTable(BoardTable):
    """What the template shows, from a table's view and moves alone."""

    rounds = ROUNDS

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.round: int = table.view["round"]

    # --- The stage.

    @cached_property
    def lanes(self) -> list[Lane]:
        open_to_me = {move.column for move in self.table.moves if isinstance(move, Place)}
        came = arrivals(self.table.fresh, self.view["columns"], self.table.seat)
        return [
            self._lane(at, column, at in open_to_me, came)
            for at, column in enumerate(self.view["columns"])
        ]

    def _lane(self, at: int, column: Json, legal: bool, came: dict[tuple[int, int], str]) -> Lane:
        goal = Goal(*column["goal"])
        cards = tuple(
            laid(
                facts,
                self.table.chair(facts["seat"]),
                goal.area,
                (at, place) in came,
                came.get((at, place), ""),
            )
            for place, facts in enumerate(column["cards"])
        )
        return Lane(at, goal, column["storm"], cards, legal, asks=at == self.asked_column)

    @property
    def asked_column(self) -> int | None:
        """The column of the cloak or traitor that is being decided."""
        pending = self.view["pending"]
        return None if pending is None else int(pending["column"])

    @property
    def asked_goal(self) -> Goal:
        """The goal of the traitor's column."""
        return Goal(*self.view["columns"][self.asked_column]["goal"])

    @cached_property
    def latest(self) -> str:
        """What just happened, in short; the award is told at length elsewhere."""
        names = [chair.name for chair in self.table.chairs]
        told = [h for h in self.table.fresh if h.kind in LINE_WRITERS and h.to is None]
        if any(happening.kind == "round-ended" for happening in told):
            told = [h for h in told if h.kind in ("goals-opened", "round-begins", "over")]
        return " ".join(LINE_WRITERS[h.kind](h.facts, names).text for h in told)

    # --- The award: shown where it happened, in the replay; the table knows the way there.

    @cached_property
    def show(self) -> Show | None:
        """The award of the step that is looked at, if it ended a round."""
        return None if self.table.live else show_of(self.table.fresh, self.table.chairs)

    @cached_property
    def awards(self) -> list[tuple[int, int]]:
        """The rounds that were awarded, and the number of the step that told each."""
        return [
            (happening.facts["round"], number)
            for number, step in enumerate(self.table.steps, start=1)
            for happening in step.happenings
            if happening.kind == "round-ended"
        ]

    # --- The players.

    @cached_property
    def players(self) -> list[Player]:
        deciding = self._deciding()
        return [self._player(chair, chair.seat == deciding) for chair in self.table.chairs]

    def _deciding(self) -> int | None:
        """For whom the table waits: the owner of a cloak or traitor, or whoever's turn it is."""
        pending = self.view["pending"]
        seat: int | None = self.view["turn"] if pending is None else pending["seat"]
        return seat

    def _player(self, chair: Chair, to_act: bool) -> Player:
        view, seat = self.view, chair.seat
        hand, stack = view["hands"][seat], view["stacks"][seat]
        opened = isinstance(hand, list) and seat != self.table.seat
        return Player(
            chair=chair,
            hand=_size(hand),
            stack=_size(stack),
            discards=_faces(view["discards"][seat]),
            open_hand=_faces(hand) if opened else (),
            wealth=wealth(view["won"][seat]),
            to_act=to_act,
            on_turn=view["turn"] == seat,
        )

    # --- My side.

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        seat = self.table.seat
        if seat is None or not isinstance(self.view["hands"][seat], list):
            return ()
        return _faces(self.view["hands"][seat])

    @cached_property
    def asks(self) -> str:
        """What is asked of me: place, cloak or swap; nothing when it is another's decision."""
        return self.phase if self.table.moves else ""

    @property
    def choosing(self) -> bool:
        """Whether one of my cards is to be chosen."""
        return any(isinstance(move, Place | Cloak) for move in self.table.moves)

    @cached_property
    def choices(self) -> list[Choice]:
        """The goals my traitor can be bought with."""
        return [
            Choice(move.column, Goal(*self.view["columns"][move.column]["goal"]))
            for move in self.table.moves
            if isinstance(move, Swap) and move.column is not None
        ]

    @cached_property
    def ask(self) -> str:
        """One sentence: what is asked of me, or for whom the table waits."""
        if self.table.over or self.phase == "over":
            return self.table.result
        if self.table.moves:
            return self._my_question()
        deciding = self._deciding()
        name = "" if deciding is None else self.table.chair(deciding).name
        if self.phase == "cloak":
            return _("{name} decides whether to hide a card under the cloak.").format(name=name)
        if self.phase == "swap":
            return _("{name} decides whether the traitor swaps goals.").format(name=name)
        return _("{name} is to lay a card.").format(name=name)

    def _my_question(self) -> str:
        if self.phase == "cloak":
            return _("Your cloak was uncovered: hide a card under it, or decline.")
        if self.phase == "swap":
            text = _("Your traitor was uncovered: swap {goal} with another goal, or leave it.")
            return text.format(goal=self.asked_goal.text)
        return _("Choose a card, then the column to lay it in.")


def _size(cards: Any) -> int:
    """A pile as it is told: its size, or its cards where all is open."""
    return len(cards) if isinstance(cards, list) else int(cards)


def _faces(cards: list[str]) -> tuple[Card, ...]:
    return faces(sorted_cards(cards))
