"""The play of Kharnage (spec: Play): set-up, whose decision, carrying it out."""

from __future__ import annotations

from random import Random
from typing import Any, Self

from games.engine.chance import Chance
from games.engine.contract import (
    Game,
    Happening,
    Json,
    Lapse,
    Move,
    Option,
    Options,
)
from games.engine.refusals import BadMove, IllegalMove
from games.titles.kharnage.rules import (
    attacks,
    cardset,
    deployment,
    hidden,
    loading,
    moves,
    planning,
    shapes,
    soundness,
)
from games.titles.kharnage.rules.table import Table
from games.titles.kharnage.rules.words import why_not

KHARNAGE = Game(
    slug="kharnage",
    name="Kharnage",
    seats=range(2, 5),
    options=(
        Option("cheer", ("auto", "manual")),
        Option("armies", (None,), cardset.read_armies),
        Option("cards", (None,), cardset.read_cards),
    ),
    agree=cardset.agree,
    lapses=("cheer", "manual"),
)


class Kharnage(Table):
    """The full state, and what may be done with it."""

    game = KHARNAGE
    revealing = frozenset(("deployed", "revealed"))
    forgotten = frozenset(("deployed",))

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        """Armies dealt, reserves shuffled, and what strategy 0 brings deployed."""
        position = cls(seats, options)
        position.armies = deployment.deal_armies(position.cards, seats, options, chance)
        for seat, army in enumerate(position.armies):
            cards = position.cards.cards
            position.reserves[seat] = [cards[id] for id in chance.shuffle(army.reserve)]
            # Strategies 1 to 6 and generals in hand.
            position.hands[seat] = army.hand
            position.generals[seat] = list(army.generals)
        for seat in range(seats):
            deployment.set_up(position, seat)
        return position

    @classmethod
    def load(cls, data: Any, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        loading.fill(position, data, chance)
        return position

    @classmethod
    def read_move(cls, data: Json, seats: int) -> Move:
        return moves.read_move(data, seats)

    # --- Whose decision, and which.

    def to_move(self) -> tuple[int, ...]:
        if self.turn is None:
            return planning.to_plan(self) if self.phase == "plan" else ()
        # `turn` stays the attacker's while all others are asked to cheer.
        return tuple(self.cheer) if self.cheer else (self.turn,)

    def moves(self, seat: int) -> list[Move]:
        phase = self.phase
        if phase == "plan":
            return planning.legal(self, seat)
        if phase == "cheer":
            return [moves.CHEER, moves.SILENT] if seat in self.cheer else []
        if seat != self.turn:
            return []
        if phase == "destroy":
            return attacks.destroy_moves(self, seat)
        if phase in ("target", "magic"):
            return attacks.target_moves(self, seat)
        if phase == "reinforce":
            return deployment.reinforce_moves(self, seat)
        return list(moves.THROW) if phase == "throw" else deployment.web_moves(self, seat)

    def lapse(self, seat: int) -> Lapse | None:
        """Who says nothing for so long has stayed silent."""
        return Lapse(attacks.CHEER_SECONDS, moves.SILENT) if seat in self.cheer else None

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        return why_not(self, seat, move)

    def play(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        if self.ended is None:
            for card in moves.named_cards(move):
                if not self.cards.knows(card):
                    raise BadMove("There is no card “{card}” in this game.", card=card)
        return super().play(seat, move, chance)

    # --- Carrying out a move.

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        if isinstance(move, moves.Plan):
            return planning.plan(self, seat, self.cards.strategies[move.strategy])
        told: list[Happening] = []
        if isinstance(move, moves.Destroy):
            attacks.destroy(self, seat, move, told)
        elif isinstance(move, moves.Target):
            attacks.target(self, seat, move, told)
        elif isinstance(move, moves.Stop):
            attacks.stop(self, seat, told)
        elif isinstance(move, moves.Web):
            deployment.web(self, seat, move, told)
        elif isinstance(move, moves.Throw):
            deployment.throw(self, seat, move.do, told)
        elif isinstance(move, moves.Reinforce):
            general = None if move.general is None else self.cards.cards[move.general]
            deployment.reinforce(self, seat, general, told)
        else:
            attacks.cheer(self, seat, isinstance(move, moves.Cheer), told)
        if not self.cheer:
            planning.go_on(self, told)
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
