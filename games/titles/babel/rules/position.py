"""The play of Babel (spec: Set-up; Turn)."""

from __future__ import annotations

from random import Random
from typing import Any, Self

from games.engine.chance import Chance
from games.engine.contract import Game, Happening, Json, Move, Options
from games.engine.piles import without
from games.engine.refusals import BadMove, IllegalMove
from games.titles.babel.rules import actions, ending, hidden, loading, powers, shapes, soundness
from games.titles.babel.rules.cards import RUN, TEMPLE_CARDS, TRIBE_CARDS
from games.titles.babel.rules.moves import (
    HALVE,
    Build,
    Discard,
    End,
    Migrate,
    Power,
    Settle,
    Travel,
    read_move,
)
from games.titles.babel.rules.table import Table
from games.titles.babel.rules.words import why_not

BABEL = Game(slug="babel", name="Babel", seats=range(2, 3), undo=True)
HAND, DRAWN, TEMPLE_CARDS_DRAWN = 5, 3, 2


class Babel(Table):
    """The full state, and what may be done with it."""

    game = BABEL
    revealing = frozenset(("drew-cards", "temple-cards"))

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        """A level-1 card each, then the decks: temple first; 5 cards each, and 3 more to begin."""
        position = cls(seats, options)
        position.duty = [True, True]
        position.rows = [[1], [1]]
        position.temple_deck = chance.shuffle(without(TEMPLE_CARDS, (1, 1)))
        position.tribe_deck = chance.shuffle(TRIBE_CARDS)
        for seat in range(seats):
            position._draw(seat, HAND, chance)
        position._draw(position.turn, DRAWN, chance)
        return position

    @classmethod
    def load(cls, data: Any, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        loading.fill(position, data, chance)
        return position

    @classmethod
    def read_move(cls, data: Json, seats: int) -> Move:
        return read_move(data, seats)

    # --- Whose decision, and which.

    def to_move(self) -> tuple[int, ...]:
        if self.phase == "actions":
            return (self.turn,)
        return (1 - self.turn,) if self.phase == "halve" else ()

    def moves(self, seat: int) -> list[Move]:
        return actions.legal(self) if seat in self.to_move() else []

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        return why_not(self, seat, move)

    def reveals(self, move: Move) -> bool:
        """Cards are drawn, or the other seat discards of its hand."""
        if isinstance(move, Power):
            return move.power == HALVE
        return isinstance(move, (End, Discard))

    def play(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        if isinstance(move, Power) and move.run is None and self.ended is None:
            move = self._with_run(seat, move)
        return super().play(seat, move, chance)

    def _with_run(self, seat: int, move: Power) -> Power:
        """The run may be left out when only one serves; BadMove else."""
        serving = powers.serving_runs(self, seat, move.power)
        if len(serving) != 1:
            raise BadMove(
                "“run” may be left out only when one run serves: here {n} do.", n=len(serving)
            )
        return Power(move.power, serving[0], move.tribe, move.row)

    # --- Carrying out a move.

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        if isinstance(move, End):
            return self._end_turn(seat, chance)
        told = self._carry_out(seat, move)
        # The end is tested after every move.
        return told + ending.test(self)

    def _carry_out(self, seat: int, move: Move) -> list[Happening]:
        if isinstance(move, Settle):
            return self._settle(seat, move.tribe)
        if isinstance(move, Travel):
            return self._travel(seat, move.tribe)
        if isinstance(move, Migrate):
            return self._migrate(seat, move.source, move.target)
        if isinstance(move, Discard):
            return self._discard(seat, move.tribe)
        if isinstance(move, Build):
            return self._build(seat, move.row)
        assert isinstance(move, Power)
        return [Happening("power", powers.use(self, seat, move))]

    def _travel(self, seat: int, tribe: str) -> list[Happening]:
        """A hand card is discarded, the stone goes to its site."""
        told = {"seat": seat, "from": self.stones[seat], "to": tribe}
        self.hands[seat].remove(tribe)
        self.tribe_discard.append(tribe)
        self.stones[seat] = tribe
        return [Happening("travelled", told)]

    def _settle(self, seat: int, tribe: str) -> list[Happening]:
        """A hand card onto the top of one's own row at the stone's site."""
        site = self.stones[seat]
        self.hands[seat].remove(tribe)
        self.tribes[seat][site].append(tribe)
        return [Happening("settled", {"seat": seat, "tribe": tribe, "site": site})]

    def _build(self, seat: int, row: int) -> list[Happening]:
        """The top card of a row onto one's own temple at the stone's site."""
        site = self.stones[seat]
        level = self.rows[row].pop()
        self.raise_to(seat, site, level)
        if row == seat:
            # While the first-turn build is owed, one's own row is the starting card alone.
            self.duty[seat] = False
        told = {"seat": seat, "site": site, "row": row, "level": level}
        return [Happening("built", told)]

    def _migrate(self, seat: int, source: str, target: str) -> list[Happening]:
        """The top three cards of one own row to another, their order kept; once a turn."""
        row = self.tribes[seat][source]
        cards = row[-RUN:]
        del row[-RUN:]
        self.tribes[seat][target] += cards
        self.migrated = True
        told = {"seat": seat, "from": source, "to": target, "cards": cards}
        return [Happening("migrated", told)]

    def _discard(self, seat: int, tribe: str) -> list[Happening]:
        """Halved: one card at a time, face up; after the last one the turn goes on."""
        self.hands[seat].remove(tribe)
        self.tribe_discard.append(tribe)
        self.due -= 1
        if not self.due:
            self.phase = "actions"
        return [Happening("discarded", {"seat": seat, "tribe": tribe, "due": self.due})]

    def _end_turn(self, seat: int, chance: Chance) -> list[Happening]:
        """Step 3, then the next seat's step 1."""
        told = [Happening("ended", {"seat": seat})]
        drawn = self._draw_temple_cards(seat)
        if drawn:
            told.append(Happening("temple-cards", {"seat": seat, "cards": drawn}))
        if not self.temple_deck:
            # Rule 3: the last card of the temple deck is drawn (or none was left): over at once.
            return [*told, ending.end(self, "deck")]
        told += ending.test(self)
        if self.ended is not None:
            return told
        self.migrated = False
        self.turn = 1 - seat
        told.append(Happening("turn", {"seat": self.turn}))
        return told + self._draw(self.turn, DRAWN, chance)

    def _draw_temple_cards(self, seat: int) -> list[int]:
        """Step 3: two temple cards onto one's own row, the higher first, the lower on top."""
        count = min(TEMPLE_CARDS_DRAWN, len(self.temple_deck))
        drawn = sorted((self.temple_deck.pop() for _ in range(count)), reverse=True)
        self.known = max(0, self.known - count)
        self.rows[seat] += drawn
        return drawn

    def _draw(self, seat: int, count: int, chance: Chance) -> list[Happening]:
        """Step 1: tribe cards from the deck; when one has to be drawn and it is empty, the
        discards are shuffled, in mid-draw too; both empty: as many as there are."""
        told = []
        drawn: list[str] = []
        for _ in range(count):
            if not self.tribe_deck:
                if not self.tribe_discard:
                    break
                told.append(Happening("reshuffled", {"count": len(self.tribe_discard)}))
                self.tribe_deck = chance.shuffle(self.tribe_discard)
                self.tribe_discard = []
            drawn.append(self.tribe_deck.pop())
        self.hands[seat] += drawn
        told.append(Happening("drew", {"seat": seat, "count": len(drawn)}))
        cards = {"seat": seat, "cards": drawn}
        told.append(Happening("drew-cards", cards, frozenset((seat,))))
        return told

    # --- Hidden, imagined, checked.

    def view(self, seat: int | None) -> shapes.View:
        return hidden.view(self, seat)

    def imagine(self, seat: int | None, rng: Random) -> Self:
        imagined = self.clone()
        hidden.imagine(imagined, seat, rng)
        return imagined

    def check(self) -> None:
        soundness.check(self)
