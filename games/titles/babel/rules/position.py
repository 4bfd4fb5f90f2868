"""The play of Babel (spec: Set-up; Turn; End)."""

from __future__ import annotations

from random import Random
from typing import Self

from games.engine.chance import Chance
from games.engine.contract import Effect, Game, Json, Move, Options, Outcome, places_by
from games.engine.piles import without
from games.engine.refusals import BadMove, IllegalMove
from games.titles.babel.rules import actions, hidden, loading, shapes
from games.titles.babel.rules.cards import RUN, TEMPLE_CARDS, TRIBE_CARDS
from games.titles.babel.rules.information_state import Memory
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
    """The full state of a match, and its rules."""

    game = BABEL
    read_move = staticmethod(read_move)
    revealing = frozenset(("drew-cards", "temple-cards"))
    information_state = Memory

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        """Give each seat a level-1 card and 5 tribe cards, and the first seat 3 more.

        The temple deck is shuffled before the tribe deck.
        """
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

    # --- The seat to move, and its moves.

    def to_move(self) -> tuple[int, ...]:
        if self.phase == "actions":
            return (self.turn,)
        return (1 - self.turn,) if self.phase == "halve" else ()

    def moves(self, seat: int) -> list[Move]:
        return actions.legal(self) if seat in self.to_move() else []

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        return why_not(self, seat, move)

    def reveals(self, move: Move) -> bool:
        """Return whether the move draws cards or is part of halving a hand."""
        if isinstance(move, Power):
            return move.power == HALVE
        return isinstance(move, (End, Discard))

    def decide(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        if isinstance(move, Power) and move.run is None:
            move = self._with_run(seat, move)
        return super().decide(seat, move, chance)

    def _with_run(self, seat: int, move: Power) -> Power:
        """Add the run to a power that leaves it out; BadMove unless exactly one serves."""
        serving = actions.serving_runs(self, seat, move.power)
        if len(serving) != 1:
            raise BadMove(
                "“run” can be left out only when one run serves: here {n} do.", n=len(serving)
            )
        return Power(move.power, serving[0], move.tribe, move.row)

    # --- Carrying out a move.

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        effects = self.plays[type(move)](self, seat, move, chance)
        if self.ended is None:
            effects += self._test_end()
        return effects

    def _travel(self, seat: int, move: Travel, chance: Chance) -> list[Effect]:
        """Discard a hand card; the stone goes to its site."""
        facts = {"seat": seat, "from": self.stones[seat], "to": move.tribe}
        self.hands[seat].remove(move.tribe)
        self.tribe_discard.append(move.tribe)
        self.stones[seat] = move.tribe
        return [Effect("travelled", facts)]

    def _settle(self, seat: int, move: Settle, chance: Chance) -> list[Effect]:
        """Lay a hand card on top of the own row at the stone's site."""
        site = self.stones[seat]
        self.hands[seat].remove(move.tribe)
        self.tribes[seat][site].append(move.tribe)
        return [Effect("settled", {"seat": seat, "tribe": move.tribe, "site": site})]

    def _build(self, seat: int, move: Build, chance: Chance) -> list[Effect]:
        """Lay the top card of a temple row on the own temple at the stone's site."""
        site = self.stones[seat]
        level = self.rows[move.row].pop()
        self.raise_to(seat, site, level)
        if move.row == seat:
            # While the first-turn build is owed, the own row is only the starting card.
            self.duty[seat] = False
        facts = {"seat": seat, "site": site, "row": move.row, "level": level}
        return [Effect("built", facts)]

    def _migrate(self, seat: int, move: Migrate, chance: Chance) -> list[Effect]:
        """Move the top three cards of an own row to another in the same order; once a turn."""
        row = self.tribes[seat][move.source]
        cards = row[-RUN:]
        del row[-RUN:]
        self.tribes[seat][move.to] += cards
        self.migrated = True
        facts = {"seat": seat, "from": move.source, "to": move.to, "cards": cards}
        return [Effect("migrated", facts)]

    def _power(self, seat: int, move: Power, chance: Chance) -> list[Effect]:
        return [Effect("power", actions.use_power(self, seat, move))]

    def _discard(self, seat: int, move: Discard, chance: Chance) -> list[Effect]:
        """Discard a card of a halved hand, face up; after the last one the turn goes on."""
        self.hands[seat].remove(move.tribe)
        self.tribe_discard.append(move.tribe)
        self.due -= 1
        if not self.due:
            self.phase = "actions"
        return [Effect("discarded", {"seat": seat, "tribe": move.tribe, "due": self.due})]

    def _end_turn(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        """Carry out step 3, then step 1 of the next seat."""
        effects = [Effect("ended", {"seat": seat})]
        drawn = self._draw_temple_cards(seat)
        if drawn:
            effects.append(Effect("temple-cards", {"seat": seat, "cards": drawn}))
        if not self.temple_deck:
            # Rule 3: after the last card of the temple deck (or with none left) the game is over.
            return [*effects, self._end("deck")]
        # The end is tested before the next seat draws.
        effects += self._test_end()
        if self.ended is not None:
            return effects
        self.migrated = False
        self.turn = 1 - seat
        effects.append(Effect("turn", {"seat": self.turn}))
        return effects + self._draw(self.turn, DRAWN, chance)

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
        """Carry out step 3: draw two temple cards onto the own row, the lower one on top."""
        count = min(TEMPLE_CARDS_DRAWN, len(self.temple_deck))
        drawn = sorted((self.temple_deck.pop() for _ in range(count)), reverse=True)
        self.known = max(0, self.known - count)
        self.rows[seat] += drawn
        return drawn

    def _draw(self, seat: int, count: int, chance: Chance) -> list[Effect]:
        """Carry out step 1: draw tribe cards from the deck.

        Whenever a card is to be drawn from an empty deck, the discards are shuffled into a new one.
        If both are empty, the seat draws fewer cards.
        """
        effects = []
        drawn: list[str] = []
        for _ in range(count):
            if not self.tribe_deck:
                if not self.tribe_discard:
                    break
                effects.append(Effect("reshuffled", {"count": len(self.tribe_discard)}))
                self.tribe_deck = chance.shuffle(self.tribe_discard)
                self.tribe_discard = []
            drawn.append(self.tribe_deck.pop())
        self.hands[seat] += drawn
        effects.append(Effect("drew", {"seat": seat, "count": len(drawn)}))
        cards = {"seat": seat, "cards": drawn}
        effects.append(Effect("drew-cards", cards, frozenset((seat,))))
        return effects

    # --- The end.

    def _test_end(self) -> list[Effect]:
        """Test rules 1 and 2, after every move."""
        low, high = sorted(self.totals)
        effects = []
        if high >= HIGH and not self.end_phase:
            # Rule 1: one seat has 15 or more and the other 9 or fewer.
            if low <= LOW:
                return [self._end("fifteen")]
            # Rule 2: one seat has 15 or more and the other at least 10. The end phase then stays.
            self.end_phase = True
            effects.append(Effect("end-phase", {"totals": list(self.totals)}))
        if self.end_phase:
            # The same move can begin the end phase and end the game.
            if high >= HIGHEST:
                effects.append(self._end("twenty"))
            elif low <= LOW:
                effects.append(self._end("nine"))
        return effects

    def _end(self, reason: str) -> Effect:
        """End the game; `turn` and `migrated` keep their values."""
        self.phase = "over"
        self.due = 0
        # The higher total wins. If equal, more tribe cards in hand win; if equal too, it is a draw.
        ranked = list(zip(self.totals, map(len, self.hands), strict=True))
        self.ended = Outcome(tuple(self.totals), places_by(ranked), reason)
        return Effect("over", dict(self.ended.dump()))

    # --- Views, and positions that a seat resamples.

    def view(self, seat: int | None) -> shapes.View:
        return hidden.view(self, seat)

    def resample(self, seat: int | None, rng: Random) -> Self:
        resampled = self.clone()
        hidden.resample(resampled, seat, rng)
        return resampled
