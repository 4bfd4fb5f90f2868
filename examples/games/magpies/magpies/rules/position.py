"""The full state of Magpies: how a game is dealt, played and ended."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Self

from games.engine.chance import Chance
from games.engine.contract import Effect, Game, Json, Move, Options, Outcome, places_by
from games.engine.fields import among, pile, refuse
from games.engine.refusals import BadPosition, IllegalMove
from games.engine.state import State, per_seat, start

from .memory import Memory
from .moves import BID, NUMBERS, Bid, read_move

are_numbers = pile(NUMBERS)


def taker(bids: Sequence[int]) -> int | None:
    """Return the seat with the highest feather that no other seat bid; None if there is none."""
    alone = [bid for bid in bids if bids.count(bid) == 1]
    return bids.index(max(alone)) if alone else None


class Magpies(State):
    """The full state. Until all have bid, `bids` and `hands` both hold a feather."""

    game: ClassVar[Game] = Game("magpies", "Magpies", range(2, 5))
    read_move = staticmethod(read_move)
    revealing = frozenset(("shown",))
    information_state = Memory

    stack: list[int] = start([], are_numbers, "“stack” lists treasures.")
    offer: list[int] = start([], are_numbers, "“offer” lists treasures.")
    hands: list[list[int]] = per_seat([*NUMBERS], are_numbers)
    bids: list[int | None] = per_seat(None, among((None, *NUMBERS)))
    won: list[list[int]] = per_seat([], are_numbers)
    last: list[int] = start([], are_numbers, "“last” lists feathers.")

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        position.fill({}, chance)
        return position

    def fill(self, given: Json, chance: Chance) -> None:
        self.read(given)
        if "stack" not in given:
            self.stack = chance.shuffle(self.unseen())
        if "offer" not in given and self.stack:
            self.offer.append(self.stack.pop())
        self.hands = [sorted(hand) for hand in self.hands]
        try:
            self.check()
        except AssertionError as error:
            raise BadPosition("The feathers or treasures do not add up.") from error
        refuse(not self.hands[0], "The game is over.")

    def unseen(self) -> list[int]:
        """Return the treasures that are neither offered nor won, the lowest first."""
        seen = {*self.offer, *(one for won in self.won for one in won)}
        return [one for one in NUMBERS if one not in seen]

    def to_move(self) -> tuple[int, ...]:
        if self.ended:
            return ()
        return tuple(seat for seat, bid in enumerate(self.bids) if bid is None)

    def moves(self, seat: int) -> list[Move]:
        return [BID[one] for one in self.hands[seat]] if seat in self.to_move() else []

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        return IllegalMove("You have bid that feather before.")

    def _bid(self, seat: int, move: Bid, chance: Chance) -> list[Effect]:
        self.bids[seat] = move.feather
        own = {"seat": seat, "feather": move.feather}
        effects = [Effect("laid-own", own, frozenset((seat,))), Effect("laid", {"seat": seat})]
        if not self.to_move():
            self._show(effects)
        return effects

    def _show(self, effects: list[Effect]) -> None:
        """Show the feathers, hand out what is on offer, and turn up the next treasure."""
        self.last = [bid for bid in self.bids if bid is not None]
        for hand, bid in zip(self.hands, self.last, strict=True):
            hand.remove(bid)
        self.bids = [None] * self.seats
        effects.append(Effect("shown", {"bids": self.last.copy()}))
        if (winner := taker(self.last)) is None:
            effects.append(Effect("squabbled", {"offer": self.offer.copy()}))
        else:
            effects.append(Effect("taken", {"seat": winner, "offer": self.offer.copy()}))
            self.won[winner] += self.offer
            self.offer = []
        if self.stack:
            self.offer.append(self.stack.pop())
            effects.append(Effect("offered", {"treasure": self.offer[-1]}))
        else:
            scores = tuple(map(sum, self.won))
            self.ended = Outcome(scores, places_by(list(scores)), "treasures")

    plays = {Bid: _bid}

    def view(self, seat: int | None) -> Json:
        return {
            **self.dump(),
            "stack": len(self.stack),
            "bids": [bid if owner == seat else None for owner, bid in enumerate(self.bids)],
            "laid": [bid is not None for bid in self.bids],
        }

    def resample(self, seat: int | None, rng: Random) -> Self:
        world = self.clone()
        rng.shuffle(world.stack)
        for owner, bid in enumerate(world.bids):
            if bid is not None and owner != seat:
                world.bids[owner] = rng.choice(world.hands[owner])
        return world

    def check(self) -> None:
        treasures = [*self.stack, *self.offer, *(one for won in self.won for one in won)]
        assert sorted(treasures) == list(NUMBERS)
        rounds = 0 if self.ended else len(self.stack) + 1
        assert self.ended or self.offer
        for hand, bid in zip(self.hands, self.bids, strict=True):
            assert len(hand) == len(set(hand)) == rounds
            assert hand == sorted(hand)
            assert bid is None or bid in hand
        assert self.ended or None in self.bids
        assert len(self.last) in (0, self.seats)
