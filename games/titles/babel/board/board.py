"""Babel on screen: the sites, the two builders, and the effect of each possible action."""

from __future__ import annotations

import json

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.board import Board, BoardTable
from games.boards.drawing.sheet import Sheet
from games.boards.endings import Ending
from games.boards.guides import Advice, Guide, Threat
from games.boards.lines import Line
from games.boards.panels import Card, size_of
from games.boards.table_view import TableView
from games.engine.contract import Effect, Json, Move, Outcome
from games.titles.babel.board.banners import BANNERS
from games.titles.babel.board.chapters import CHAPTERS
from games.titles.babel.board.ending import towers_ending
from games.titles.babel.board.faces import (
    NAMES,
    POWER_HELP,
    POWER_NAMES,
    face,
    grouped,
    temple_face,
)
from games.titles.babel.board.flank import Builder, TempleRow, Track
from games.titles.babel.board.guide import advice_of, guide_of, threats_of
from games.titles.babel.board.landscape import Fresh, Landscape, fresh_of
from games.titles.babel.board.learning import lesson_of
from games.titles.babel.board.lines import LINE_WRITERS, describe_power
from games.titles.babel.board.offers import Plan, Prospects
from games.titles.babel.board.parts import Site
from games.titles.babel.board.picture import PALETTE, draw_babel
from games.titles.babel.board.sentences import halving_words, question_words, waiting_words
from games.titles.babel.rules import shapes
from games.titles.babel.rules.cards import QUARRY
from games.titles.babel.rules.moves import Discard, Settle, Travel
from games.titles.babel.rules.position import BABEL, TEMPLE_CARDS_DRAWN
from games.titles.babel.rules.threats import Win, threats


class BabelTable(BoardTable):
    """The template's values, computed only from the table's view and moves."""

    view: shapes.Shown

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self.near = table.near

    @cached_property
    def fresh(self) -> Fresh:
        return fresh_of(self.table.fresh, self.table.seat)

    @cached_property
    def prospects(self) -> Prospects | None:
        """Return what the viewer could do, while it is the viewer's turn to act."""
        table = self.table
        if table.seat is None or not table.may_act or self.choosing:
            return None
        return Prospects(self.view, table.seat, table.players)

    @cached_property
    def wins(self) -> tuple[Win, ...]:
        """Return what wins the match for a seat in its current or next turn."""
        if self.over:
            return ()
        # In a replay with all hands, the view is the position, which has only the number of these.
        known = {**self.view, "known": list(reversed(self.known))}
        return tuple(threats(known, self.table.options))

    @cached_property
    def threats(self) -> tuple[Threat, ...]:
        return threats_of(self)

    def explain(self, effect: Effect) -> str:
        if effect.kind != "power":
            return ""
        power = effect.facts["power"]
        return f"{POWER_NAMES[power]}: {POWER_HELP[power]}"

    # --- The sites.

    @cached_property
    def sites(self) -> list[Site]:
        return Landscape(self).sites()

    @cached_property
    def peopled(self) -> list[Site]:
        """Return the sites that are not empty, for a figure in the rules."""
        return [site for site in self.sites if not site.bare]

    # --- The builders.

    @cached_property
    def builders(self) -> list[Builder]:
        """Return both builders in the order on the board, the viewer's own last."""
        return [self._builder(seat) for seat in (1 - self.near, self.near)]

    def _builder(self, seat: int) -> Builder:
        view = self.view
        hand = view["hands"][seat]
        open_hand = hand if isinstance(hand, list) and seat != self.table.seat else []
        asked = 1 - view["turn"] if self.phase == "halve" else view["turn"]
        return Builder(
            player=self.table.player(seat),
            to_act=not self.over and seat == asked,
            hand=size_of(hand),
            total=view["totals"][seat],
            temple_row=self._temple_row(seat),
            open_hand=tuple(face(c, count=n) for c, n in grouped(open_hand)),
            side="near" if seat == self.near else "far",
            in_quarry=view["stones"][seat] == QUARRY,
            threat=self.threat_of(seat),
        )

    def _temple_row(self, seat: int) -> TempleRow:
        row = self.view["rows"][seat]
        plan = self.builds.get(seat)
        return TempleRow(
            player=self.table.player(seat),
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
        totals = tuple((builder.player, builder.total) for builder in self.builders)
        return Track(totals, self.view["end_phase"])

    @property
    def decks(self) -> tuple[int, int]:
        """The numbers of temple cards and tribe cards left in the decks."""
        return size_of(self.view["temple_deck"]), size_of(self.view["tribe_deck"])

    @cached_property
    def known(self) -> tuple[int, ...]:
        """Return the temple cards in the deck that both have seen, in drawing order."""
        known, deck = self.view["known"], self.view["temple_deck"]
        if isinstance(known, int):
            assert isinstance(deck, list)
            known = deck[len(deck) - known :]
        return tuple(reversed(known))

    @cached_property
    def discards(self) -> tuple[Card, ...]:
        """Return the open discard pile, equal cards together."""
        return tuple(face(c, count=n) for c, n in grouped(self.view["tribe_discard"]))

    @cached_property
    def report(self) -> list[Line]:
        """Return the powers that the opponent has used since the viewer last acted."""
        if self.choosing:
            return []
        lines: list[Line] = []
        for effect in self.table.recent:
            if effect.facts.get("seat") == self.table.seat and effect.kind in _ACTS:
                break
            if effect.kind == "power" and effect.facts["power"] != "skip":
                lines.append(describe_power(effect.facts, self.names))
            elif effect.kind == "turn" and self.table.seat is None:
                break
        return lines[::-1]

    # --- My side.

    @cached_property
    def choosing(self) -> bool:
        """Return whether the viewer has to discard half of the hand."""
        return self.table.may_act and self.phase == "halve"

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """Return the viewer's hand, equal cards together, with their possible uses."""
        cards = grouped(self.my_cards)
        return tuple(face(card, count=count, **self._uses(card)) for card, count in cards)

    def _uses(self, card: str) -> dict[str, object]:
        types = {name for name, cards in self.usable.items() if card in cards}
        if not types:
            return {}
        states = ["is-legal"]
        if not self.choosing:
            barred = [name for name in ("travel", "settle") if name not in types]
            states += [f"no-{name}" for name in barred]
            # If the stone is not at that site, the build of the first turn forbids the use.
            if barred and not self.in_quarry and card != self.stone:
                states.append("owes")
        move = json.dumps({"type": "discard", "tribe": card}) if self.choosing else ""
        return {"legal": True, "states": " ".join(states), "move": move}

    @cached_property
    def usable(self) -> dict[str, set[str]]:
        """Return the hand cards that the viewer can use, by type of move."""
        found: dict[str, set[str]] = {"settle": set(), "travel": set(), "discard": set()}
        for move in self.table.moves:
            if isinstance(move, Settle | Travel | Discard):
                found[move.type].add(move.tribe)
        return found

    @property
    def barred(self) -> dict[str, bool]:
        """Whether some hand card can't settle, or can't travel."""
        held = set(self.my_cards)
        return {kind: bool(held - self.usable[kind]) for kind in ("settle", "travel")}

    @property
    def buildable(self) -> list[TempleRow]:
        """The temple rows whose top card the viewer may build."""
        return [b.temple_row for b in reversed(self.builders) if b.temple_row.plan]

    @property
    def stone(self) -> str:
        """The place of the viewer's stone."""
        return self.view["stones"][self.me.seat] if self.me is not None else ""

    @property
    def in_quarry(self) -> bool:
        """Whether the viewer's stone has not left the quarry yet."""
        return self.stone == QUARRY

    @property
    def nowhere_to_go(self) -> bool:
        """Whether all hand cards are of the tribe at whose site the viewer's stone is."""
        return not self.in_quarry and set(self.my_cards) == {self.stone}

    @property
    def is_last_turn(self) -> bool:
        """Whether the end of this turn draws the last temple card, which ends the game."""
        return self.decks[0] <= TEMPLE_CARDS_DRAWN

    @property
    def remaining(self) -> int:
        """The number of cards that stay in the halved hand."""
        return size_of(self.view["hands"][1 - self.view["turn"]]) - self.view["due"]

    @property
    def halving(self) -> str:
        """The sentence above the sites about the hand that is being halved."""
        return halving_words(self)

    @property
    def victim(self) -> str:
        """The name of the player whose hand is being halved."""
        return self.table.player(1 - self.view["turn"]).name

    @property
    def attacker(self) -> str:
        """The name of the player on turn, who may be halving the other's hand."""
        return self.table.player(self.view["turn"]).name

    @property
    def grave(self) -> tuple[Json, ...]:
        """The moves that need a confirmation: ending the turn, and discarding with one click."""
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
        "fifteen": gettext_lazy("{names} wins with 15 or more against 9 or less."),
        "twenty": gettext_lazy("{names} reaches 20 in the end phase and wins."),
        "nine": gettext_lazy(
            "The end phase is over at 9 or less: {names} has the higher total and wins."
        ),
        "deck": gettext_lazy(
            "The last temple card is drawn: {names} has the higher total and wins."
        ),
    }

    def ending(self, table: TableView) -> Ending:
        return towers_ending(table)

    def guide(self, table: TableView) -> Guide:
        return guide_of(table.board)

    def advice(self, table: TableView, move: Move) -> Advice:
        return advice_of(table.board, move)

    def lesson(self, chosen: Move, better: Move) -> str:
        return lesson_of(chosen, better)

    def card_name(self, card: str) -> str:
        return str(NAMES[card])

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        if count > 1:
            text = _("Equal totals, equal hands: {names} share the victory.")
        elif outcome.reason in self.results and len(set(outcome.scores)) == 1:
            text = _("Equal totals: {names} wins with more tribe cards in hand.")
        else:
            return super().result(winners, count, outcome)
        return text.format(names=winners)

    def draw(self, sheet: Sheet, table: TableView) -> None:
        draw_babel(sheet, table.board)
