"""Kharnage on screen: the hill, the armies around it, the viewer's plans and decisions."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from games.boards.board import Board, BoardTable
from games.boards.drawing.sheet import Sheet
from games.boards.endings import Ending
from games.boards.guides import Advice, Guide
from games.boards.table_view import TableView
from games.boards.words import list_words
from games.engine.contract import Effect, Json, Move
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
from games.titles.kharnage.board.tolls import Tolls
from games.titles.kharnage.rules.attacks import CHEER_SECONDS
from games.titles.kharnage.rules.cardset import built_in
from games.titles.kharnage.rules.moves import Plan, Reinforce
from games.titles.kharnage.rules.position import KHARNAGE


class KharnageTable(BoardTable):
    """What the template shows, read only from a table's view and moves."""

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._armies = Armies(table)

    @cached_property
    def armies(self) -> list[Army]:
        """Return the armies clockwise from the one at the bottom, which is the viewer's own."""
        return self._armies.all()

    @property
    def mine(self) -> Army:
        return self.armies[0]

    @property
    def others(self) -> list[Army]:
        """The other armies, from left to right."""
        return self.armies[1:]

    @cached_property
    def hill(self) -> Hill:
        return hill_of(self._armies)

    @cached_property
    def hand(self) -> tuple[faces.Plan, ...]:
        """Return the viewer's unused strategy cards, by initiative."""
        legal = {move.strategy for move in self.moves_of(Plan)}
        plans = [self._armies.plan(id, id in legal) for id in self.my_cards]
        return tuple(sorted(plans, key=lambda plan: plan.initiative))

    @cached_property
    def my_plan(self) -> faces.Plan | None:
        """Return the viewer's plan for this round."""
        plan = None if self.me is None else self.view["plans"][self.me.seat]
        return None if plan is None else self._armies.plan(plan)

    @cached_property
    def my_generals(self) -> tuple[faces.Unit, ...]:
        """Return the generals in the viewer's hand."""
        if self.me is None:
            return ()
        seat = self.me.seat
        return tuple(self._armies.unit(id, seat) for id in self.view["generals"][seat])

    @cached_property
    def generals(self) -> list[tuple[faces.Unit, str]]:
        """Return the generals the viewer may send now, with the move that sends each."""
        return [
            (self._armies.unit(move.general), carried(move))
            for move in self.moves_of(Reinforce)
            if move.general is not None
        ]

    cheer_seconds = CHEER_SECONDS

    def plan(self, id: str) -> faces.Plan:
        """Return the face of a strategy card of this match."""
        return self._armies.plan(id)

    def unit(self, id: str, web: bool = False) -> faces.Unit:
        """Return the face of a unit or a general of this match."""
        return self._armies.unit(id, web=web)

    def card_words(self, ids: Sequence[str]) -> str:
        """Return the names of cards of this match, with their numbers."""
        return self._armies.card_words(ids)

    @property
    def tolls(self) -> Tolls:
        """What the viewer's choices would cost the other players."""
        return self._armies.tolls

    @property
    def aiming(self) -> bool:
        """Whether the viewer has to choose a target."""
        return bool(self.table.moves) and self.phase in ("target", "magic")

    @property
    def needs_my_army(self) -> bool:
        """Whether the viewer's army stays in sight: not for a web, which concerns all others."""
        return self.phase != "web"

    @property
    def splits(self) -> bool:
        """Whether the viewer may split the attack between two armies."""
        return self._armies.splits

    # --- One sentence: the viewer's decision, or the players who decide.

    def waiting(self) -> str:
        if self.phase == "plan":
            return self._waiting_for_plans()
        if self.phase == "cheer":
            silent = [self.names[seat] for seat in self.view["pending"]["cheer"]]
            return _("Kharnage! {names} must cheer.").format(names=list_words(silent))
        text = {
            "reinforce": _("{name} is choosing: a general or a reserve card."),
            "target": _("{name} is choosing who to attack."),
            "magic": _("{name} is choosing what the magic strikes."),
            "destroy": _("{name} is choosing what to destroy."),
            "throw": _("{name} is weighing a goblin in one hand."),
            "web": _("{name} is choosing a card for the web."),
        }[self.phase]
        return text.format(name=self.names[self.view["turn"]])

    def _waiting_for_plans(self) -> str:
        hands, planned = self.view["hands"], self.view["planned"]
        planning = [
            n for n, hand, done in zip(self.names, hands, planned, strict=True) if hand and not done
        ]
        text = _("Round {n}. Still planning: {names}.")
        if self.me is not None and planned[self.me.seat]:
            text = _("Your plan is made. Still planning: {names}.")
        return text.format(n=self.view["round"], names=list_words(planning))

    @property
    def grave(self) -> tuple[Json, ...]:
        """The choice of a target, the end of an attack, and a silence that may cost a token."""
        return {"type": "target"}, {"type": "stop"}, {"type": "silent"}

    def question(self) -> str:
        phase, hill = self.phase, self.hill
        if phase == "plan":
            return _("Choose your plan for round {n}, in secret.").format(n=hill.round)
        if phase == "reinforce":
            return _("A general’s flag: send a general, or a reserve card?")
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
            player, left = strike.targets[0]
            text = _("{left} strength left against {name}: destroy a card, or stop.")
            return text.format(left=left, name=player.name)
        text = _("{kind} attack of {n}: choose the army to attack, or split the attack.")
        if not self.splits:
            text = _("{kind} attack of {n}: choose the army to attack.")
        kind = strike.name[:1].upper() + strike.name[1:]
        return text.format(kind=kind, n=strike.strength)


class KharnageBoard(Board):
    """Kharnage on screen."""

    game = KHARNAGE
    table = KharnageTable
    line_writers = LINE_WRITERS
    chapters = CHAPTERS
    banners = BANNERS
    decisive = frozenset({"destroyed", "scored", "over"})
    palette = PALETTE
    results = {
        "rounds": ngettext_lazy(
            "The hill falls silent: {names} wins.",
            "The hill falls silent: {names} share the victory.",
            "count",
        )
    }

    def ending(self, table: TableView) -> Ending:
        return tally_ending(table)

    def guide(self, table: TableView) -> Guide:
        return guide_of(table.board)

    def advice(self, table: TableView, move: Move) -> Advice:
        return advice_of(table.board, move)

    def lesson(self, chosen: Move, better: Move) -> str:
        return lesson_of(chosen, better)

    def card_name(self, card: str) -> str:
        return faces.card_name(built_in(), card)

    def condense(self, effects: Sequence[Effect]) -> list[Effect]:
        """Combine the effects of a deployed pile into one line of the log."""
        return condense(effects)

    def draw(self, sheet: Sheet, table: TableView) -> None:
        draw_kharnage(sheet, table.board)
