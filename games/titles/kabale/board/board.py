"""Kabale und Hiebe on screen: a stage with its columns and goals, the players, my hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.board import Board, BoardTable
from games.boards.endings import Ending
from games.boards.guides import Advice, Guide
from games.boards.panels import Card, size_of
from games.engine.contract import Json, Move, Outcome
from games.titles.kabale.board.banners import BANNERS
from games.titles.kabale.board.chapters import CHAPTERS
from games.titles.kabale.board.ending import fortunes_ending
from games.titles.kabale.board.faces import Goal, card_name, faces
from games.titles.kabale.board.guide import advice_of, guide_of
from games.titles.kabale.board.learning import lesson_of
from games.titles.kabale.board.lines import LINE_WRITERS
from games.titles.kabale.board.parts import (
    Lane,
    Places,
    Player,
    arrivals,
    column_card,
    tally_of,
    wealth,
)
from games.titles.kabale.board.picture import PALETTE, draw_kabale
from games.titles.kabale.board.show import Show, show_of
from games.titles.kabale.rules.moves import Place, Swap
from games.titles.kabale.rules.position import KABALE
from games.titles.kabale.rules.rounds import ROUNDS

if TYPE_CHECKING:
    from games.boards.drawing.sheet import Sheet
    from games.matches.presenters.chairs import Chair
    from games.matches.presenters.table import Table


class KabaleTable(BoardTable):
    """What the template shows, from a table's view and moves alone."""

    rounds = ROUNDS

    # --- The stage.

    @cached_property
    def lanes(self) -> list[Lane]:
        came = arrivals(self.table.fresh, self.view["columns"], self.table.seat)
        return [self._lane(at, column, came) for at, column in enumerate(self.view["columns"])]

    def _lane(self, at: int, column: Json, came: Places) -> Lane:
        goal = Goal(*column["goal"])
        cards = tuple(
            column_card(facts, self.table.chair(facts["seat"]), goal.area, came.get((at, place)))
            for place, facts in enumerate(column["cards"])
        )
        return Lane(
            at,
            goal,
            column["storm"],
            cards,
            tally_of(column, self.chairs),
            legal=at in self._open_columns,
            swaps=at in self._other_goals,
            asks=at == self.asked_column,
        )

    @cached_property
    def _open_columns(self) -> frozenset[int]:
        """Where I may lay a card."""
        return frozenset(move.column for move in self.moves_of(Place))

    @cached_property
    def _other_goals(self) -> frozenset[int]:
        """The columns whose goals my traitor can swap with."""
        return frozenset(move.column for move in self.moves_of(Swap) if move.column is not None)

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
        """What just happened, in short; the award is shown at length elsewhere."""
        news = [h for h in self.table.fresh if h.kind in LINE_WRITERS and h.to is None]
        # For whom the table waits stands above it.
        news = [h for h in news if h.kind not in ("cloak-asked", "swap-asked")]
        if any(happening.kind == "round-ended" for happening in news):
            news = [h for h in news if h.kind in ("goals-opened", "round-begins", "over")]
        return " ".join(LINE_WRITERS[h.kind](h.facts, self.names).text for h in news)

    # --- The award: shown where it happened, in the replay; the table knows the way there.

    @cached_property
    def awarded(self) -> Show | None:
        """The award of the step that is looked at, if it ended a round."""
        return show_of(self.table.fresh, self.table.chairs)

    @property
    def show(self) -> Show | None:
        """The same where it is shown: in a replay, and at a table that has none."""
        at_table = self.table.at_table and self.table.has_replay
        return None if at_table else self.awarded

    @property
    def finale(self) -> Show | None:
        """The award of the last round: what is left on the stage when all is over."""
        return self.awarded if self.table.over else None

    @cached_property
    def awards(self) -> list[tuple[int, int]]:
        """The rounds that were awarded, and the number of the step of each."""
        return [
            (happening.facts["round"], number)
            for number, step in enumerate(self.table.steps, start=1)
            for happening in step.happenings
            if happening.kind == "round-ended"
        ]

    @property
    def way_to_last_award(self) -> str:
        """Where the newest award is told step by step."""
        return f"{reverse('replay', args=[self.table.match.id])}?step={self.awards[-1][1]}"

    # --- The players.

    @cached_property
    def players(self) -> list[Player]:
        deciding = self._deciding()
        return [self._player(chair, chair.seat == deciding) for chair in self.table.chairs]

    def _deciding(self) -> int | None:
        """For whom the table waits: the owner of a cloak or traitor, or the seat on turn.

        For nobody once the match is over, also where it ended before the game did.
        """
        if self.over:
            return None
        pending = self.view["pending"]
        seat: int | None = self.view["turn"] if pending is None else pending["seat"]
        return seat

    def _player(self, chair: Chair, to_act: bool) -> Player:
        view, seat = self.view, chair.seat
        hand, stack = view["hands"][seat], view["stacks"][seat]
        opened = isinstance(hand, list) and seat != self.table.seat
        return Player(
            chair=chair,
            to_act=to_act,
            hand=size_of(hand),
            stack=size_of(stack),
            discards=faces(view["discards"][seat]),
            open_hand=faces(hand) if opened else (),
            wealth=wealth(view["won"][seat]),
            on_turn=not self.over and view["turn"] == seat,
        )

    # --- My side.

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        return faces(self.my_cards)

    @cached_property
    def asks(self) -> str:
        """What is asked of me: place, cloak or swap; nothing when it is another's decision."""
        return self.phase if self.table.moves else ""

    @property
    def choosing(self) -> bool:
        return not self.move_types.isdisjoint(("place", "cloak"))

    @cached_property
    def choices(self) -> list[Lane]:
        """The same as they are offered in words, beside my hand."""
        return [lane for lane in self.lanes if lane.swaps]

    def waiting(self) -> str:
        deciding = self._deciding()
        name = "" if deciding is None else self.table.chair(deciding).name
        if self.phase == "cloak":
            return _("{name} decides whether to hide a card under the cloak.").format(name=name)
        if self.phase == "swap":
            return _("{name} decides whether the traitor swaps goals.").format(name=name)
        return _("{name} is to lay a card.").format(name=name)

    @property
    def grave(self) -> tuple[Json, ...]:
        """What is done without a card being chosen first."""
        return {"type": "cloak", "card": None}, {"type": "swap"}

    def question(self) -> str:
        if self.phase == "cloak":
            return _("Your cloak was uncovered: hide a card under it, or decline.")
        if self.phase == "swap":
            text = _("Your traitor was uncovered: swap {goal} with another goal, or leave it.")
            return text.format(goal=self.asked_goal.text)
        return _("Choose a card, then the column to lay it in.")


class KabaleBoard(Board):
    """Kabale und Hiebe on screen."""

    game = KABALE
    table = KabaleTable
    line_writers = LINE_WRITERS
    chapters = CHAPTERS
    banners = BANNERS
    palette = PALETTE

    def ending(self, table: Table) -> Ending:
        return fortunes_ending(table)

    def guide(self, table: Table) -> Guide:
        return guide_of(table.board)

    def advice(self, table: Table, move: Move) -> Advice:
        return advice_of(table.board, move)

    def lesson(self, chosen: Move, better: Move) -> str:
        return lesson_of(chosen, better)

    def card_name(self, card: str) -> str:
        return card_name(card)

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        if outcome.reason != "rounds":
            return _("{names} wins.").format(names=winners)
        best = outcome.scores[outcome.places.index(1)]
        if count == 1 and outcome.scores.count(best) > 1:
            # More goals of 5 points, then of 4, 3, 2, 1 (spec: End).
            text = _("{names} wins with {points} points and the better goals.")
        else:
            text = ngettext(
                "{names} wins with {points} points.",
                "{names} share the victory with {points} points.",
                count,
            )
        return text.format(names=winners, points=best)

    def draw(self, sheet: Sheet, table: Table) -> None:
        draw_kabale(sheet, table.board)
