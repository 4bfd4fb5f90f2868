"""Babel on screen: five sites between two builders, and what each power would do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.board import Board, BoardTable
from games.boards.endings import Ending
from games.boards.guides import Advice, Guide
from games.boards.lines import Line
from games.boards.panels import Card, size_of
from games.engine.contract import Json, Move, Outcome
from games.titles.babel.board.banners import BANNERS
from games.titles.babel.board.chapters import CHAPTERS
from games.titles.babel.board.ending import towers_ending
from games.titles.babel.board.faces import NAMES, face, grouped, temple_face
from games.titles.babel.board.flank import Builder, TempleRow, Track
from games.titles.babel.board.guide import advice_of, guide_of
from games.titles.babel.board.landscape import Fresh, Landscape, fresh_of
from games.titles.babel.board.learning import lesson_of
from games.titles.babel.board.lines import LINE_WRITERS, describe_power
from games.titles.babel.board.offers import Plan, Prospects
from games.titles.babel.board.parts import Site
from games.titles.babel.board.picture import PALETTE, draw_babel
from games.titles.babel.board.sentences import halving_words, question_words, waiting_words
from games.titles.babel.rules.cards import QUARRY
from games.titles.babel.rules.moves import Discard, Settle, Travel
from games.titles.babel.rules.position import BABEL, TEMPLE_CARDS_DRAWN

if TYPE_CHECKING:
    from games.boards.drawing.sheet import Sheet
    from games.matches.presenters.table import Table


MUCH_LONGER = 4


class BabelTable(BoardTable):
    """What the template shows, from a table's view and moves alone."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.near = table.seat or 0
        """The seat whose side is the lower one: the viewer's own."""

    @cached_property
    def fresh(self) -> Fresh:
        return fresh_of(self.table.fresh, self.table.seat)

    @cached_property
    def prospects(self) -> Prospects | None:
        """What I could do, while I am the one who acts."""
        table = self.table
        if table.seat is None or not table.may_act or self.choosing:
            return None
        return Prospects(self.view, table.seat, table.chairs)

    # --- The sites.

    @cached_property
    def sites(self) -> list[Site]:
        return Landscape(self).sites()

    @cached_property
    def peopled(self) -> list[Site]:
        """The sites where anything stands: what a figure shows of the land."""
        return [site for site in self.sites if not site.bare]

    @cached_property
    def leaning(self) -> str:
        """Which side has so much longer rows that it should have more of the room."""
        near = max(site.near.size for site in self.sites)
        far = max(site.far.size for site in self.sites)
        if abs(near - far) < MUCH_LONGER:
            return ""
        return "near" if near > far else "far"

    # --- The builders.

    @cached_property
    def builders(self) -> list[Builder]:
        """The other one first, as on the board."""
        return [self._builder(seat) for seat in (1 - self.near, self.near)]

    def _builder(self, seat: int) -> Builder:
        view = self.view
        hand = view["hands"][seat]
        shown = isinstance(hand, list) and seat != self.table.seat
        asked = 1 - view["turn"] if self.phase == "halve" else view["turn"]
        return Builder(
            chair=self.table.chair(seat),
            to_act=not self.over and seat == asked,
            hand=size_of(hand),
            total=view["totals"][seat],
            temple_row=self._temple_row(seat),
            open_hand=tuple(face(c, count=n) for c, n in grouped(hand)) if shown else (),
            side="near" if seat == self.near else "far",
            in_quarry=view["stones"][seat] == QUARRY,
        )

    def _temple_row(self, seat: int) -> TempleRow:
        row = self.view["rows"][seat]
        plan = self.builds.get(seat)
        return TempleRow(
            chair=self.table.chair(seat),
            top=temple_face(row[-1], plan.effect if plan else "") if row else None,
            below=tuple(reversed(row[:-1])),
            plan=plan,
            owed=self.view["duty"][seat],
            fresh=seat in self.fresh.temple_rows,
        )

    @cached_property
    def builds(self) -> dict[int, Plan]:
        return self.prospects.builds(self.table.moves) if self.prospects else {}

    # --- The middle of the table.

    @cached_property
    def track(self) -> Track:
        totals = tuple((builder.chair, builder.total) for builder in self.builders)
        return Track(totals, bool(self.view["end_phase"]))

    @property
    def decks(self) -> tuple[int, int]:
        """How many temple cards and tribe cards are left."""
        return size_of(self.view["temple_deck"]), size_of(self.view["tribe_deck"])

    @cached_property
    def known(self) -> tuple[int, ...]:
        """The temple cards that all have seen, in the order in which they will be drawn."""
        known = self.view["known"]
        if isinstance(known, int):
            deck = self.view["temple_deck"]
            known = deck[len(deck) - known :]
        return tuple(reversed(known))

    @cached_property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile, which is open, equal cards together."""
        return tuple(face(c, count=n) for c, n in grouped(self.view["tribe_discard"]))

    @cached_property
    def report(self) -> list[Line]:
        """What the other one has used against me since I last acted."""
        if self.choosing:
            return []
        lines: list[Line] = []
        for happening in self.table.recent:
            if happening.facts.get("seat") == self.table.seat and happening.kind in _ACTS:
                break
            if happening.kind == "power" and happening.facts["power"] != "skip":
                lines.append(describe_power(happening.facts, self.names))
            elif happening.kind == "turn" and self.table.seat is None:
                break
        return lines[::-1]

    # --- My side.

    @cached_property
    def choosing(self) -> bool:
        """Whether I am to discard half my hand."""
        return self.table.may_act and self.phase == "halve"

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """My hand, equal cards together, with what each may be used for."""
        cards = grouped(self.my_cards)
        return tuple(face(card, count=count, **self._uses(card)) for card, count in cards)

    def _uses(self, card: str) -> dict[str, Any]:
        types = {name for name, cards in self.usable.items() if card in cards}
        if not types:
            return {}
        states = ["is-legal"]
        if not self.choosing:
            barred = [name for name in ("travel", "settle") if name not in types]
            states += [f"no-{name}" for name in barred]
            # Unless the stone is there already, it is the build of the first turn.
            if barred and not self.in_quarry and card != self.stone:
                states.append("owes")
        move = json.dumps({"type": "discard", "tribe": card}) if self.choosing else ""
        return {"legal": True, "states": " ".join(states), "move": move}

    @cached_property
    def usable(self) -> dict[str, set[str]]:
        """The cards of my hand that can be used, by type of move."""
        found: dict[str, set[str]] = {"settle": set(), "travel": set(), "discard": set()}
        for move in self.table.moves:
            if isinstance(move, Settle | Travel | Discard):
                found[move.type].add(move.tribe)
        return found

    @property
    def barred(self) -> dict[str, bool]:
        """Whether some card of my hand cannot settle, or not travel, though others can."""
        held = set(self.my_cards)
        return {kind: bool(held - self.usable[kind]) for kind in ("settle", "travel")}

    @property
    def buildable(self) -> list[TempleRow]:
        """The temple rows whose top I may build."""
        return [b.temple_row for b in reversed(self.builders) if b.temple_row.plan]

    @property
    def stone(self) -> str:
        """Where my stone is."""
        return str(self.view["stones"][self.me.seat]) if self.me is not None else ""

    @property
    def in_quarry(self) -> bool:
        """Whether my stone has not left the quarry yet."""
        return self.stone == QUARRY

    @property
    def nowhere_to_go(self) -> bool:
        """Whether all my cards are of the people where my stone is."""
        return not self.in_quarry and set(self.my_cards) == {self.stone}

    @property
    def is_last_turn(self) -> bool:
        """Whether ending my turn draws the last temple card, which ends the game."""
        return self.decks[0] <= TEMPLE_CARDS_DRAWN

    @property
    def remaining(self) -> int:
        """How many cards stay in the hand that is being halved."""
        return size_of(self.view["hands"][1 - self.view["turn"]]) - int(self.view["due"])

    @property
    def halving(self) -> str:
        """Whose hand is being halved, as it stands over the land."""
        return halving_words(self)

    @property
    def victim(self) -> str:
        """The other one: whose hand it is."""
        return self.table.chair(1 - self.view["turn"]).name

    @property
    def attacker(self) -> str:
        """Who is on turn: while a hand is being halved, the one who does it."""
        return self.table.chair(self.view["turn"]).name

    @property
    def grave(self) -> tuple[Json, ...]:
        """Ending the turn, and a card that is gone with one click."""
        return {"type": "end"}, {"type": "discard"}

    def question(self) -> str:
        assert self.table.seat is not None
        return question_words(self, self.table.seat)

    def waiting(self) -> str:
        return waiting_words(self)


_ACTS = frozenset(("travelled", "settled", "built", "migrated", "power", "ended"))


class BabelBoard(Board):
    """Babel on screen."""

    game = BABEL
    table = BabelTable
    line_writers = LINE_WRITERS
    chapters = CHAPTERS
    banners = BANNERS
    palette = PALETTE
    results = {
        "fifteen": gettext_lazy("{names} wins with 15 or more, the other having 9 or less."),
        "twenty": gettext_lazy("{names} reaches 20 in the end phase and wins."),
        "nine": gettext_lazy("The end phase is over at 9 or less: {names} stands higher and wins."),
        "deck": gettext_lazy("The last temple card is drawn: {names} stands higher and wins."),
    }

    def ending(self, table: Table) -> Ending:
        return towers_ending(table)

    def guide(self, table: Table) -> Guide:
        return guide_of(table.board)

    def advice(self, table: Table, move: Move) -> Advice:
        return advice_of(table.board, move)

    def lesson(self, chosen: Move, better: Move) -> str:
        return lesson_of(chosen, better)

    def card_name(self, card: str) -> str:
        return str(NAMES[card])

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        if count > 1:
            text = _("Equal temples, equal hands: {names} share the victory.")
        elif outcome.reason in self.results and len(set(outcome.scores)) == 1:
            text = _("Both stand equally high: {names} wins with more tribe cards in hand.")
        else:
            return super().result(winners, count, outcome)
        return text.format(names=winners)

    def draw(self, sheet: Sheet, table: Table) -> None:
        draw_babel(sheet, table.board)
