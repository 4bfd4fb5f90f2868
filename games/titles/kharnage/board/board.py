"""Kharnage on screen: the hill, the armies around it, my plans and what is asked of me."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from games.boards.board import Board, BoardTable
from games.boards.endings import Ending
from games.boards.guides import Advice, Guide
from games.boards.words import list_words
from games.engine.contract import Happening, Json, Move
from games.titles.kharnage.board import faces
from games.titles.kharnage.board.armies import Armies, carried
from games.titles.kharnage.board.banners import BANNERS
from games.titles.kharnage.board.chapters import CHAPTERS
from games.titles.kharnage.board.ending import tally_ending
from games.titles.kharnage.board.guide import advice_of, guide_of
from games.titles.kharnage.board.hill import hill_of
from games.titles.kharnage.board.learning import lesson_of
from games.titles.kharnage.board.lines import LINE_WRITERS, condense
from games.titles.kharnage.board.parts import Army, Hill
from games.titles.kharnage.board.picture import PALETTE, draw_kharnage
from games.titles.kharnage.rules.attacks import CHEER_SECONDS
from games.titles.kharnage.rules.cardset import built_in
from games.titles.kharnage.rules.moves import Plan, Reinforce
from games.titles.kharnage.rules.position import KHARNAGE

if TYPE_CHECKING:
    from games.boards.drawing.sheet import Sheet
    from games.matches.presenters.table import Table


class KharnageTable(BoardTable):
    """What the template shows, from a table's view and moves alone."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._armies = Armies(table)

    @cached_property
    def armies(self) -> list[Army]:
        """Clockwise from the one that stands below: the viewer's own, if they play."""
        return self._armies.all()

    @property
    def mine(self) -> Army:
        return self.armies[0]

    @property
    def others(self) -> list[Army]:
        """From left to right."""
        return self.armies[1:]

    @cached_property
    def hill(self) -> Hill:
        return hill_of(self._armies)

    @cached_property
    def hand(self) -> tuple[faces.Plan, ...]:
        """My strategy cards that are left, by initiative."""
        legal = {move.strategy for move in self.moves_of(Plan)}
        plans = [self._armies.plan(id, id in legal) for id in self.my_cards]
        return tuple(sorted(plans, key=lambda plan: plan.initiative))

    @cached_property
    def my_plan(self) -> faces.Plan | None:
        """What I have planned for this round."""
        plan = None if self.me is None else self.view["plans"][self.me.seat]
        return None if plan is None else self._armies.plan(plan)

    @cached_property
    def my_generals(self) -> tuple[faces.Unit, ...]:
        """The generals I hold."""
        if self.me is None:
            return ()
        seat = self.me.seat
        return tuple(self._armies.unit(id, seat) for id in self.view["generals"][seat])

    @cached_property
    def generals(self) -> list[tuple[faces.Unit, str]]:
        """The generals I may send now, with the move that sends each."""
        return [
            (self._armies.unit(move.general), carried(move))
            for move in self.moves_of(Reinforce)
            if move.general is not None
        ]

    cheer_seconds = CHEER_SECONDS

    def plan(self, id: str) -> faces.Plan:
        """A strategy card of this match."""
        return self._armies.plan(id)

    def unit(self, id: str, web: bool = False) -> faces.Unit:
        """A unit or a general of this match."""
        return self._armies.unit(id, web=web)

    @property
    def aiming(self) -> bool:
        """Whether I am to choose whom to attack."""
        return bool(self.table.moves) and self.phase in ("target", "magic")

    @property
    def splits(self) -> bool:
        """Whether I may split the attack between two armies."""
        return self._armies.splits

    # --- One sentence: what is asked of me, or for whom the table waits.

    def waiting(self) -> str:
        if self.phase == "plan":
            return self._waiting_for_plans()
        if self.phase == "cheer":
            silent = [self.names[seat] for seat in self.view["pending"]["cheer"]]
            return _("Kharnage! {names} must cheer.").format(names=list_words(silent))
        text = {
            "reinforce": _("{name} chooses: a general, or a card of the reserve."),
            "target": _("{name} chooses whom to attack."),
            "magic": _("{name} chooses whom the magic strikes."),
            "destroy": _("{name} chooses what falls."),
            "throw": _("{name} weighs a goblin in the hand."),
            "web": _("{name} chooses a card for the web."),
        }[self.phase]
        return text.format(name=self.names[self.view["turn"]])

    def _waiting_for_plans(self) -> str:
        hands, planned = self.view["hands"], self.view["planned"]
        planning = [
            n for n, hand, done in zip(self.names, hands, planned, strict=True) if hand and not done
        ]
        text = _("Round {n}. Still planning: {names}.")
        if self.me is not None and planned[self.me.seat]:
            text = _("Your plan is laid. Still planning: {names}.")
        return text.format(n=self.view["round"], names=list_words(planning))

    @property
    def grave(self) -> tuple[Json, ...]:
        """An attack, whoever it strikes or spares, its end, and a silence that costs a token."""
        return {"type": "target"}, {"type": "stop"}, {"type": "silent"}

    def question(self) -> str:
        phase, hill = self.phase, self.hill
        if phase == "plan":
            return _("Choose your plan for round {n}, in secret.").format(n=hill.round)
        if phase == "reinforce":
            return _("A general's flag: send a general, or a reserve card?")
        if phase == "throw" and hill.surprise is not None:
            return _("Throw the {card}, a ranged attack of 3?").format(card=hill.surprise.name)
        if phase == "web":
            return _("Put a web on an enemy card: its icons sleep.")
        if phase == "cheer":
            attacker = self.names[self.view["turn"]]
            return _("{name} has made a Kharnage. Cheer!").format(name=attacker)
        strike = hill.strike
        if strike is None:
            return ""
        if phase == "destroy":
            chair, left = strike.targets[0]
            text = _("{left} strength left against {name}: destroy a card, or stop.")
            return text.format(left=left, name=chair.name)
        text = _("{kind} attack of {n}: click the army to attack, or split it.")
        if not self.splits:
            text = _("{kind} attack of {n}: click the army to attack.")
        kind = strike.name[:1].upper() + strike.name[1:]
        return text.format(kind=kind, n=strike.strength)


class KharnageBoard(Board):
    """Kharnage on screen."""

    game = KHARNAGE
    table = KharnageTable
    line_writers = LINE_WRITERS
    chapters = CHAPTERS
    banners = BANNERS
    palette = PALETTE
    results = {
        "rounds": ngettext_lazy(
            "The hill falls silent: {names} wins.",
            "The hill falls silent: {names} share the victory.",
            "count",
        )
    }

    def ending(self, table: Table) -> Ending:
        return tally_ending(table)

    def guide(self, table: Table) -> Guide:
        return guide_of(table.board)

    def advice(self, table: Table, move: Move) -> Advice:
        return advice_of(table.board, move)

    def lesson(self, chosen: Move, better: Move) -> str:
        return lesson_of(chosen, better)

    def card_name(self, card: str) -> str:
        return faces.card_name(built_in(), card)

    def condense(self, happenings: Sequence[Happening]) -> list[Happening]:
        """A pile unfolds in one line, not in ten."""
        return condense(happenings)

    def draw(self, sheet: Sheet, table: Table) -> None:
        draw_kharnage(sheet, table.board)
