"""The play of Babel (spec: Set-up; Turn; End)."""

from __future__ import annotations

from random import Random
from typing import Self

from games.engine.chance import Chance
from games.engine.contract import Game, Happening, Json, Move, Options, Outcome, places_by
from games.engine.piles import without
from games.engine.refusals import BadMove, IllegalMove
from games.titles.babel.rules import actions, hidden, loading, shapes
from games.titles.babel.rules.cards import RUN, TEMPLE_CARDS, TRIBE_CARDS
from games.titles.babel.rules.knowledge import Memory
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
HIGH, LOW, HIGHEST = 15, 9, 20


class Babel(Table):
    """The full state, and what may be done with it."""

    game = BABEL
    read_move = staticmethod(read_move)
    revealing = frozenset(("drew-cards", "temple-cards"))
    knowledge = Memory

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

    def fill(self, given: Json, chance: Chance) -> None:
        loading.fill(self, given, chance)

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

    def decide(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        if isinstance(move, Power) and move.run is None:
            move = self._with_run(seat, move)
        return super().decide(seat, move, chance)

    def _with_run(self, seat: int, move: Power) -> Power:
        """The run may be left out when only one serves; BadMove else."""
        serving = actions.serving_runs(self, seat, move.power)
        if len(serving) != 1:
            raise BadMove(
                "“run” may be left out only when one run serves: here {n} do.", n=len(serving)
            )
        return Power(move.power, serving[0], move.tribe, move.row)

    # --- Carrying out a move.

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        happenings = self.plays[type(move)](self, seat, move, chance)
        if self.ended is None:
            happenings += self._test_end()
        return happenings

    def _travel(self, seat: int, move: Travel, chance: Chance) -> list[Happening]:
        """A hand card is discarded, the stone goes to its site."""
        facts = {"seat": seat, "from": self.stones[seat], "to": move.tribe}
        self.hands[seat].remove(move.tribe)
        self.tribe_discard.append(move.tribe)
        self.stones[seat] = move.tribe
        return [Happening("travelled", facts)]

    def _settle(self, seat: int, move: Settle, chance: Chance) -> list[Happening]:
        """A hand card onto the top of one's own row at the stone's site."""
        site = self.stones[seat]
        self.hands[seat].remove(move.tribe)
        self.tribes[seat][site].append(move.tribe)
        return [Happening("settled", {"seat": seat, "tribe": move.tribe, "site": site})]

    def _build(self, seat: int, move: Build, chance: Chance) -> list[Happening]:
        """The top card of a row onto one's own temple at the stone's site."""
        site = self.stones[seat]
        level = self.rows[move.row].pop()
        self.raise_to(seat, site, level)
        if move.row == seat:
            # While the first-turn build is owed, one's own row is the starting card alone.
            self.duty[seat] = False
        facts = {"seat": seat, "site": site, "row": move.row, "level": level}
        return [Happening("built", facts)]

    def _migrate(self, seat: int, move: Migrate, chance: Chance) -> list[Happening]:
        """The top three cards of one own row to another, their order unchanged; once a turn."""
        row = self.tribes[seat][move.source]
        cards = row[-RUN:]
        del row[-RUN:]
        self.tribes[seat][move.to] += cards
        self.migrated = True
        facts = {"seat": seat, "from": move.source, "to": move.to, "cards": cards}
        return [Happening("migrated", facts)]

    def _power(self, seat: int, move: Power, chance: Chance) -> list[Happening]:
        return [Happening("power", actions.use_power(self, seat, move))]

    def _discard(self, seat: int, move: Discard, chance: Chance) -> list[Happening]:
        """Halved: one card at a time, face up; after the last one the turn goes on."""
        self.hands[seat].remove(move.tribe)
        self.tribe_discard.append(move.tribe)
        self.due -= 1
        if not self.due:
            self.phase = "actions"
        return [Happening("discarded", {"seat": seat, "tribe": move.tribe, "due": self.due})]

    def _end_turn(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        """Step 3, then the next seat's step 1."""
        happenings = [Happening("ended", {"seat": seat})]
        drawn = self._draw_temple_cards(seat)
        if drawn:
            happenings.append(Happening("temple-cards", {"seat": seat, "cards": drawn}))
        if not self.temple_deck:
            # Rule 3: the last card of the temple deck is drawn (or none was left): over at once.
            return [*happenings, self._end("deck")]
        # Before the next seat draws.
        happenings += self._test_end()
        if self.ended is not None:
            return happenings
        self.migrated = False
        self.turn = 1 - seat
        happenings.append(Happening("turn", {"seat": self.turn}))
        return happenings + self._draw(self.turn, DRAWN, chance)

    plays = {
        Travel: _travel,
        Settle: _settle,
        Build: _build,
        Migrate: _migrate,
        Power: _power,
        Discard: _discard,
        End: _end_turn,
    }

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
        happenings = []
        drawn: list[str] = []
        for _ in range(count):
            if not self.tribe_deck:
                if not self.tribe_discard:
                    break
                happenings.append(Happening("reshuffled", {"count": len(self.tribe_discard)}))
                self.tribe_deck = chance.shuffle(self.tribe_discard)
                self.tribe_discard = []
            drawn.append(self.tribe_deck.pop())
        self.hands[seat] += drawn
        happenings.append(Happening("drew", {"seat": seat, "count": len(drawn)}))
        cards = {"seat": seat, "cards": drawn}
        happenings.append(Happening("drew-cards", cards, frozenset((seat,))))
        return happenings

    # --- The end.

    def _test_end(self) -> list[Happening]:
        """Rules 1 and 2, tested after every move."""
        low, high = sorted(self.totals)
        happenings = []
        if high >= HIGH and not self.end_phase:
            # Rule 1: one has 15 or more and the other 9 or fewer.
            if low <= LOW:
                return [self._end("fifteen")]
            # Rule 2: one has 15 or more and the other at least 10; once begun, it stays.
            self.end_phase = True
            happenings.append(Happening("end-phase", {"totals": list(self.totals)}))
        if self.end_phase:
            # One move can begin the end phase and end the game.
            if high >= HIGHEST:
                happenings.append(self._end("twenty"))
            elif low <= LOW:
                happenings.append(self._end("nine"))
        return happenings

    def _end(self, reason: str) -> Happening:
        """The game is over: nothing more happens, and `turn` and `migrated` stay."""
        self.phase = "over"
        self.due = 0
        # The higher total wins; equal: more tribe cards in hand; still equal: a draw.
        ranked = list(zip(self.totals, map(len, self.hands), strict=True))
        self.ended = Outcome(tuple(self.totals), places_by(ranked), reason)
        return Happening("over", dict(self.ended.dump()))

    # --- Hidden, imagined.

    def view(self, seat: int | None) -> shapes.View:
        return hidden.view(self, seat)

    def imagine(self, seat: int | None, rng: Random) -> Self:
        imagined = self.clone()
        hidden.imagine(imagined, seat, rng)
        return imagined
