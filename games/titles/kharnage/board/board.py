"""Kharnage on screen: the hill, the armies around it, my plans and what is asked of me."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.board import Board, BoardTable
from games.engine.contract import Happening, Outcome
from games.titles.kharnage.board import asks, faces
from games.titles.kharnage.board.armies import Armies, carried
from games.titles.kharnage.board.hill import hill_of
from games.titles.kharnage.board.lines import LINE_WRITERS, digest
from games.titles.kharnage.board.parts import Army, Hill
from games.titles.kharnage.rules.attacks import CHEER_SECONDS
from games.titles.kharnage.rules.cardset import built_in
from games.titles.kharnage.rules.moves import NO_WEB, THROW, Plan, Reinforce
from games.titles.kharnage.rules.position import KHARNAGE

if TYPE_CHECKING:
    from games.matches.presenters.table import Table


class KharnageBoard(Board):
    """How the house shows Kharnage."""

    game = KHARNAGE
    line_writers = LINE_WRITERS

    def build(self, table: Table) -> KharnageTable:
        return KharnageTable(table)

    def card_name(self, card: str) -> str:
        return faces.card_name(built_in(), card)

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        if outcome.reason == "rounds":
            return ngettext(
                "The hill falls silent: {names} wins.",
                "The hill falls silent: {names} share the victory.",
                count,
            ).format(names=winners)
        return _("{names} wins.").format(names=winners)

    def digest(self, told: Sequence[Happening]) -> list[Happening]:
        """A pile unfolds in one line, not in ten."""
        return digest(told)


class KharnageTable(BoardTable):
    """What the template shows, from a table's view and moves alone."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._armies = Armies(table)

    @cached_property
    def armies(self) -> list[Army]:
        return self._armies.all()

    @cached_property
    def hill(self) -> Hill:
        return hill_of(self._armies)

    @cached_property
    def ask(self) -> str:
        return asks.ask(self._armies, self.hill)

    @cached_property
    def hand(self) -> tuple[faces.Plan, ...]:
        """My strategy cards that are left, by initiative."""
        seat = self.table.seat
        if seat is None:
            return ()
        legal = {move.strategy for move in self.table.moves if isinstance(move, Plan)}
        cards = [self._armies.cards.strategies[id] for id in self.view["hands"][seat]]
        cards.sort(key=lambda card: card.initiative)
        return tuple(faces.plan(card, legal=card.id in legal) for card in cards)

    @cached_property
    def my_plan(self) -> faces.Plan | None:
        """What I have planned for this round."""
        plan = None if self.table.seat is None else self.view["plans"][self.table.seat]
        return None if plan is None else faces.plan(self._armies.cards.strategies[plan])

    @cached_property
    def my_generals(self) -> tuple[faces.Unit, ...]:
        """The generals I hold."""
        seat = self.table.seat
        if seat is None:
            return ()
        cards = [self._armies.cards.cards[id] for id in self.view["generals"][seat]]
        return tuple(faces.unit(card, seat=seat) for card in cards)

    @cached_property
    def generals(self) -> list[tuple[faces.Unit, str]]:
        """The generals I may send now, with the move that sends each."""
        return [
            (faces.unit(self._armies.cards.cards[move.general]), carried(move))
            for move in self.table.moves
            if isinstance(move, Reinforce) and move.general is not None
        ]

    @property
    def reserve(self) -> int:
        """How many cards my reserve holds."""
        return self.armies[0].head.facts.reserve

    @property
    def reserve_move(self) -> str:
        return carried(Reinforce(None))

    @property
    def throws(self) -> list[str]:
        """Throwing the card, keeping it."""
        return [carried(move) for move in THROW]

    @property
    def no_web(self) -> str:
        return carried(NO_WEB)

    cheer_seconds = CHEER_SECONDS

    @property
    def tokens(self) -> int:
        """How many kharnage tokens I could lose."""
        return 0 if self.table.seat is None else self.view["kharnage"][self.table.seat]

    @property
    def aiming(self) -> bool:
        """Whether I am to choose whom to attack."""
        return bool(self.table.moves) and self.phase in ("target", "magic")

    @property
    def splits(self) -> bool:
        """Whether the attack can be split between two armies."""
        return self._armies.splits

    @property
    def aims_cards(self) -> bool:
        """Whether I am to choose a card on the field."""
        return bool(self._armies.deeds)
