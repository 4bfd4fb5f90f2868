"""Babel on screen: five sites between two builders, and what each power would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.boards.board import Board, BoardTable
from games.boards.lines import Line
from games.engine.contract import Outcome
from games.titles.babel.board.asking import question, waiting
from games.titles.babel.board.faces import Card, card_name, face, grouped, temple_face
from games.titles.babel.board.landscape import Fresh, Landscape
from games.titles.babel.board.lines import LINE_WRITERS
from games.titles.babel.board.offers import Prospects
from games.titles.babel.board.parts import Builder, Site, TempleRow
from games.titles.babel.board.track import Track
from games.titles.babel.rules.cards import QUARRY
from games.titles.babel.rules.moves import Discard, End, Settle, Travel
from games.titles.babel.rules.position import BABEL

if TYPE_CHECKING:
    from games.matches.presenters.table import Table


MUCH_LONGER = 4


class BabelBoard(Board):
    """How the house shows Babel."""

    game = BABEL
    line_writers = LINE_WRITERS

    def build(self, table: Table) -> BabelTable:
        return BabelTable(table)

    def card_name(self, card: str) -> str:
        return card_name(card)

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        if count > 1:
            return _("Equal temples, equal hands: {names} share the victory.").format(names=winners)
        if outcome.reason in _RESULTS and len(set(outcome.scores)) == 1:
            text = _("Both stand equally high: {names} wins with more tribe cards in hand.")
        else:
            text = _RESULTS.get(outcome.reason, lambda: _("{names} wins."))()
        return text.format(names=winners)


_RESULTS = {
    "fifteen": lambda: _("{names} wins with 15 or more, the other having 9 or less."),
    "twenty": lambda: _("{names} reaches 20 in the end phase and wins."),
    "nine": lambda: _("The end phase is over at 9 or less: {names} stands higher and wins."),
    "deck": lambda: _("The last temple card is drawn: {names} stands higher and wins."),
}


class BabelTable(BoardTable):
    """What the template shows, from a table's view and moves alone."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.near = table.seat or 0
        """The seat whose side is the lower one: the viewer's own."""

    @cached_property
    def fresh(self) -> Fresh:
        return Fresh(self.table.fresh, self.table.seat)

    @cached_property
    def prospects(self) -> Prospects | None:
        """What I could do, while I am the one who acts."""
        table = self.table
        if table.seat is None or not table.may_act or self.halved:
            return None
        return Prospects(self.view, table.seat, table.chairs)

    # --- The sites.

    @cached_property
    def sites(self) -> list[Site]:
        table = self.table
        acts = table.moves if self.prospects else ()
        landscape = Landscape(self.view, table.chairs, self.near, self.fresh, acts, self.prospects)
        return landscape.sites()

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
        opened = isinstance(hand, list)
        shown = opened and seat != self.table.seat
        asked = 1 - view["turn"] if self.phase == "halve" else view["turn"]
        return Builder(
            chair=self.table.chair(seat),
            hand=len(hand) if opened else hand,
            total=view["totals"][seat],
            temple_row=self._temple_row(seat),
            open_hand=tuple(face(c, count=n) for c, n in grouped(hand)) if shown else (),
            side="near" if seat == self.near else "far",
            to_act=not self.table.over and self.phase != "over" and seat == asked,
            in_quarry=view["stones"][seat] == QUARRY,
        )

    def _temple_row(self, seat: int) -> TempleRow:
        row = self.view["rows"][seat]
        return TempleRow(
            chair=self.table.chair(seat),
            top=temple_face(row[-1], self.builds.get(seat, "")) if row else None,
            below=tuple(reversed(row[:-1])),
            build=seat in self.builds,
            owed=self.view["duty"][seat],
            fresh=seat in self.fresh.temple_rows,
        )

    @cached_property
    def builds(self) -> dict[int, str]:
        return self.prospects.builds(self.table.moves) if self.prospects else {}

    # --- The middle of the table.

    @cached_property
    def track(self) -> Track:
        chairs = [builder.chair for builder in self.builders]
        totals = self.view["totals"]
        return Track(
            tuple((chair, totals[chair.seat]) for chair in chairs), bool(self.view["end_phase"])
        )

    @property
    def temple_deck(self) -> int:
        return _size(self.view["temple_deck"])

    @property
    def tribe_deck(self) -> int:
        return _size(self.view["tribe_deck"])

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

    @property
    def discarded(self) -> int:
        return len(self.view["tribe_discard"])

    @cached_property
    def report(self) -> list[Line]:
        """What the other one has used against me since I last acted."""
        if self.halved:
            return []
        names = [chair.name for chair in self.table.chairs]
        told: list[Line] = []
        for happening in reversed(self.table.recent):
            if happening.facts.get("seat") == self.table.seat and happening.kind in _ACTS:
                break
            if happening.kind == "power" and happening.facts["power"] != "skip":
                told.append(LINE_WRITERS["power"](happening.facts, names))
            elif happening.kind == "turn" and self.table.seat is None:
                break
        return told[::-1]

    # --- My side.

    @cached_property
    def halved(self) -> bool:
        """Whether I am to discard half my hand."""
        return self.table.may_act and self.phase == "halve"

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """My hand, equal cards together, with what each may be used for."""
        seat = self.table.seat
        if seat is None or not isinstance(self.view["hands"][seat], list):
            return ()
        cards = self.view["hands"][seat]
        return tuple(face(card, count=count, **self._uses(card)) for card, count in grouped(cards))

    def _uses(self, card: str) -> dict[str, Any]:
        if card not in self.settles | self.travels | self.discardable:
            return {}
        marks = {"no-travel": card not in self.travels, "no-settle": card not in self.settles}
        states = ["is-legal", *(mark for mark, on in marks.items() if on and not self.halved)]
        return {"legal": True, "states": " ".join(states)}

    @cached_property
    def settles(self) -> set[str]:
        return {move.tribe for move in self.table.moves if isinstance(move, Settle)}

    @cached_property
    def travels(self) -> set[str]:
        return {move.tribe for move in self.table.moves if isinstance(move, Travel)}

    @cached_property
    def discardable(self) -> set[str]:
        return {move.tribe for move in self.table.moves if isinstance(move, Discard)}

    @property
    def buildable(self) -> list[TempleRow]:
        """The temple rows whose top I may build."""
        return [b.temple_row for b in reversed(self.builders) if b.temple_row.build]

    @cached_property
    def can_end(self) -> bool:
        return any(isinstance(move, End) for move in self.table.moves)

    @property
    def in_quarry(self) -> bool:
        """Whether my stone has not left the quarry yet."""
        seat = self.table.seat
        return seat is not None and self.view["stones"][seat] == QUARRY

    @property
    def due(self) -> int:
        due: int = self.view["due"]
        return due

    @property
    def attacker(self) -> str:
        """Who is on turn: while a hand is being halved, the one who does it."""
        return self.table.chair(self.view["turn"]).name

    @cached_property
    def ask(self) -> str:
        """One sentence: what is asked of me, or for whom the table waits."""
        if self.table.over or self.phase == "over":
            return self.table.result
        return question(self.table) if self.table.may_act else waiting(self.table)


_ACTS = frozenset(("travelled", "settled", "built", "migrated", "power", "ended"))


def _size(deck: int | list[Any]) -> int:
    """A deck is a number in a view, and a list when all is open."""
    return deck if isinstance(deck, int) else len(deck)
