"""The play of Kharnage: set-up, decisions and moves (spec: Play)."""

from __future__ import annotations

from random import Random
from typing import Self

from games.engine.chance import Chance
from games.engine.contract import Effect, Game, Json, Move, Option, Options, Timeout
from games.engine.refusals import BadMove, IllegalMove
from games.titles.kharnage.rules import (
    attacks,
    cardset,
    deployment,
    hidden,
    loading,
    planning,
    shapes,
)
from games.titles.kharnage.rules.information_state import Memory
from games.titles.kharnage.rules.moves import (
    CHEER,
    SILENT,
    THROW,
    Cheer,
    Destroy,
    Plan,
    Reinforce,
    Silent,
    Stop,
    Target,
    Throw,
    Web,
    named_card,
    read_move,
)
from games.titles.kharnage.rules.table import Table
from games.titles.kharnage.rules.words import why_not

KHARNAGE = Game(
    slug="kharnage",
    name="Kharnage",
    seats=range(2, 5),
    options=(
        Option("cheer", ("auto", "manual")),
        Option("armies", (None,), cardset.read_armies, ratable=False),
        Option("cards", (None,), cardset.read_cards, cardset.require_bounded, ratable=False),
    ),
    agree=cardset.agree,
    timed_option=("cheer", "manual"),
)


class Kharnage(Table):
    """The full state with its moves."""

    game = KHARNAGE
    read_move = staticmethod(read_move)
    revealing = frozenset(("deployed", "revealed"))
    forgotten = frozenset(("deployed",))
    information_state = Memory

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        """Deal the armies, shuffle the reserves, and deploy the cards of strategy 0."""
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
        if not any(position.hands):
            # A set of cards of its own may have no strategies (spec: Play).
            planning.end(position)
        return position

    def fill(self, given: Json, chance: Chance) -> None:
        loading.fill(self, given, chance)

    # --- Decisions.

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
            return [CHEER, SILENT] if seat in self.cheer else []
        if seat != self.turn:
            return []
        if phase == "destroy":
            return attacks.destroy_moves(self, seat)
        if phase in ("target", "magic"):
            return attacks.target_moves(self, seat)
        if phase == "reinforce":
            return deployment.reinforce_moves(self, seat)
        return list(THROW) if phase == "throw" else deployment.web_moves(self, seat)

    @property
    def under_way(self) -> bool:
        """Whether a round is over: a seat may have decided on nothing but its plan."""
        return self.round > 1

    def question_timeout(self, seat: int) -> Timeout | None:
        """Make a seat that does not cheer in time stay silent."""
        return Timeout(attacks.CHEER_SECONDS, SILENT) if seat in self.cheer else None

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        return why_not(self, seat, move)

    def decide(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        card = named_card(move)
        if not (card is None or card in self.cards.cards or card in self.cards.strategies):
            raise BadMove("There is no card “{card}” in this game.", card=card)
        return super().decide(seat, move, chance)

    # --- Carrying out a move.

    plays = {
        Plan: planning.plan,
        Reinforce: deployment.reinforce,
        Target: attacks.target,
        Destroy: attacks.destroy,
        Stop: attacks.stop,
        Throw: deployment.throw,
        Web: deployment.web,
        Cheer: attacks.cheer,
        Silent: attacks.cheer,
    }

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        effects = self.plays[type(move)](self, seat, move, chance)
        if not self.cheer:
            planning.go_on(self, effects)
        return effects

    # --- Views and resampled positions.

    def view(self, seat: int | None) -> shapes.View:
        return hidden.view(self, seat)

    def resample(self, seat: int | None, rng: Random) -> Self:
        resampled = self.clone()
        hidden.resample(resampled, seat, rng)
        return resampled
