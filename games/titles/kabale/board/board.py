"""Kabale und Hiebe on screen: the columns with their goals, the players, the viewer's hand."""

from __future__ import annotations

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.board import Board, BoardTable
from games.boards.drawing.sheet import Sheet
from games.boards.endings import Ending
from games.boards.guides import Advice, Guide
from games.boards.panels import Card, size_of
from games.boards.seats import TablePlayer
from games.boards.table_view import TableView
from games.engine.contract import Effect, Json, Move, Outcome
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
    PlayerPanel,
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


def _is_named_later(effect: Effect) -> bool:
    """Return whether the next effect names this uncovered card, so that two lines are enough."""
    return effect.kind == "uncovered" and effect.facts["card"] in ("assassin", "explorer", "storm")


class KabaleTable(BoardTable):
    """What the template shows, read only from a table's view and moves."""

    rounds = ROUNDS

    # --- The columns.

    @cached_property
    def lanes(self) -> list[Lane]:
        came = arrivals(self.table.fresh, self.view["columns"], self.table.seat)
        return [self._lane(at, column, came) for at, column in enumerate(self.view["columns"])]

    def _lane(self, at: int, column: Json, came: Places) -> Lane:
        goal = Goal(*column["goal"])
        cards = tuple(
            column_card(facts, self.table.player(facts["seat"]), goal.area, came.get((at, place)))
            for place, facts in enumerate(column["cards"])
        )
        return Lane(
            at,
            goal,
            column["storm"],
            cards,
            tally_of(column, self.players),
            legal=at in self._open_columns,
            swaps=at in self._other_goals,
            asks=at == self.asked_column,
        )

    @cached_property
    def _open_columns(self) -> frozenset[int]:
        """Return the columns where the viewer may lay a card."""
        return frozenset(move.column for move in self.moves_of(Place))

    @cached_property
    def _other_goals(self) -> frozenset[int]:
        """Return the columns whose goals the viewer's traitor can swap with."""
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
        """Return the newest effects in short, without the award, which has its own display."""
        news = [one for one in self.table.fresh if one.kind in LINE_WRITERS and one.to is None]
        # A line above the table says who decides, and a new stack is in the log.
        silent = ("cloak-asked", "swap-asked", "reshuffled")
        news = [one for one in news if one.kind not in silent and not _is_named_later(one)]
        if any(effect.kind == "round-ended" for effect in news):
            news = [one for one in news if one.kind in ("goals-opened", "round-begins", "over")]
        return " ".join(LINE_WRITERS[one.kind](one.facts, self.names).text for one in news)

    # --- The award: the replay shows it, and the table links there.

    @cached_property
    def awarded(self) -> Show | None:
        """Return the award of the step on screen, if it ended a round."""
        return show_of(self.table.fresh, self.table.players)

    @property
    def show(self) -> Show | None:
        """The award if it is shown here: in a replay, or at a table without a replay."""
        at_table = self.table.at_table and self.table.has_replay
        return None if at_table else self.awarded

    @property
    def finale(self) -> Show | None:
        """The award of the last round, once the match is over."""
        return self.awarded if self.table.over else None

    @cached_property
    def awards(self) -> list[tuple[int, int]]:
        """Return the rounds that were awarded, each with the number of its step."""
        return [
            (effect.facts["round"], number)
            for number, step in enumerate(self.table.steps, start=1)
            for effect in step.effects
            if effect.kind == "round-ended"
        ]

    @property
    def way_to_last_award(self) -> str:
        """The URL of the replay of the newest award."""
        return f"{self.table.replay_url}?step={self.awards[-1][1]}"

    # --- The players.

    @cached_property
    def panels(self) -> list[PlayerPanel]:
        deciding = self._deciding()
        return [self._panel(player, player.seat == deciding) for player in self.table.players]

    def _deciding(self) -> int | None:
        """Return the seat that decides: the owner of a cloak or traitor, or the seat on turn.

        Return None once the match is over, even if it ended before the game did.
        """
        if self.over:
            return None
        pending = self.view["pending"]
        seat: int | None = self.view["turn"] if pending is None else pending["seat"]
        return seat

    def _panel(self, player: TablePlayer, to_act: bool) -> PlayerPanel:
        view, seat = self.view, player.seat
        hand, stack = view["hands"][seat], view["stacks"][seat]
        opened = isinstance(hand, list) and seat != self.table.seat
        return PlayerPanel(
            player=player,
            to_act=to_act,
            hand=size_of(hand),
            stack=size_of(stack),
            discards=faces(view["discards"][seat]),
            open_hand=faces(hand) if opened else (),
            wealth=wealth(view["won"][seat]),
            on_turn=not self.over and view["turn"] == seat,
        )

    # --- The viewer's side.

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        return faces(self.my_cards)

    @cached_property
    def asks(self) -> str:
        """Return the viewer's decision: place, cloak or swap; "" when another seat decides."""
        return self.phase if self.table.moves else ""

    @property
    def choosing(self) -> bool:
        return not self.move_types.isdisjoint(("place", "cloak"))

    @cached_property
    def choices(self) -> list[Lane]:
        """Return the columns to swap with, for the list next to the hand."""
        return [lane for lane in self.lanes if lane.swaps]

    def waiting(self) -> str:
        deciding = self._deciding()
        name = "" if deciding is None else self.table.player(deciding).name
        if self.phase == "cloak":
            return _("{name} is choosing whether to hide a card under the cloak.").format(name=name)
        if self.phase == "swap":
            return _("{name} is choosing whether the traitor swaps goals.").format(name=name)
        return _("Waiting for {name} to lay a card.").format(name=name)

    @property
    def grave(self) -> tuple[Json, ...]:
        """The moves that the page holds for a moment, as they need no chosen card first."""
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
    decisive = frozenset({"awarded", "over"})
    palette = PALETTE

    def ending(self, table: TableView) -> Ending:
        return fortunes_ending(table)

    def guide(self, table: TableView) -> Guide:
        return guide_of(table.board)

    def advice(self, table: TableView, move: Move) -> Advice:
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
            text = _("{names} wins with {points} points, thanks to better goals.")
        else:
            text = ngettext(
                "{names} wins with {points} points.",
                "{names} share the victory with {points} points.",
                count,
            )
        return text.format(names=winners, points=best)

    def draw(self, sheet: Sheet, table: TableView) -> None:
        draw_kabale(sheet, table.board)
