"""The full state of Liar's Dice: how a game is dealt, played and ended."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Self

from games.engine.chance import Chance
from games.engine.contract import Effect, Game, Json, Move, Options, Outcome, places_by
from games.engine.fields import is_int, is_seat, listed, pile, refuse
from games.engine.piles import seen_by
from games.engine.refusals import BadPosition, IllegalMove
from games.engine.state import State, per_seat, start

from .memory import Memory
from .moves import (
    BIDS,
    DICE,
    DOUBT,
    FACES,
    MOST_SEATS,
    PLACE,
    Bid,
    Claim,
    Doubt,
    Shown,
    read_move,
)

are_dice = pile(FACES)


def rolled(count: int, chance: Chance) -> list[int]:
    """Return that many dice, the lowest first."""
    return sorted(chance.below(len(FACES)) + 1 for _ in range(count))


class LiarsDice(State):
    """The full state. `out` lists the players without dice, the first to lose them first."""

    game: ClassVar[Game] = Game("liarsdice", "Liar’s Dice", range(2, MOST_SEATS + 1))
    read_move = staticmethod(read_move)
    revealing = frozenset(("shown",))
    information_state = Memory

    turn: int = start(0, is_seat, "“turn” must be a seat.")
    bid: Claim | None = start(None)
    dice: list[list[int]] = per_seat([], are_dice)
    out: list[int] = start([], listed(is_seat), "“out” lists seats.")
    last: Shown | None = start(None)

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        position.dice = [rolled(DICE, chance) for _ in range(seats)]
        return position

    def fill(self, given: Json, chance: Chance) -> None:
        self.read(given)
        if "dice" not in given:
            self.dice = [rolled(0 if n in self.out else DICE, chance) for n in range(self.seats)]
        self.dice = [sorted(one) for one in self.dice]
        self.bid = self._claim(given.get("bid"))
        self.last = self._shown(given.get("last"))
        try:
            self.check()
        except AssertionError as error:
            raise BadPosition("The dice do not add up.") from error
        refuse(self.seats - len(self.out) < 2, "The game is over.")

    def _claim(self, value: Any) -> Claim | None:
        if value is None:
            return None
        whole = isinstance(value, dict) and value.keys() == {"seat", "count", "face"}
        refuse(not whole or not all(map(is_int, value.values())), "“bid” has the wrong parts.")
        claim = Claim(**value)
        known = is_seat(claim.seat, self.seats) and Bid(claim.count, claim.face) in PLACE
        refuse(not known, "There is no such bid.")
        return claim

    def _shown(self, value: Any) -> Shown | None:
        if value is None:
            return None
        whole = isinstance(value, dict) and value.keys() == {"claim", "dice"}
        refuse(not whole, "“last” has the wrong parts.")
        claim, dice = self._claim(value["claim"]), value["dice"]
        whole = isinstance(dice, list) and len(dice) == self.seats
        refuse(claim is None, "“last” has no bid.")
        wrong = not whole or any(not are_dice(one, self.seats) or len(one) > DICE for one in dice)
        refuse(wrong, "“last” has the dice of each seat.")
        assert claim is not None
        return Shown(claim, tuple(tuple(sorted(one)) for one in dice))

    @property
    def total(self) -> int:
        """How many dice are left."""
        return sum(map(len, self.dice))

    def after(self, seat: int) -> int:
        """Return the next seat that has dice."""
        return next(n % self.seats for n in range(seat + 1, seat + 1 + self.seats) if self.has(n))

    def has(self, seat: int) -> bool:
        """Return whether a seat has dice."""
        return bool(self.dice[seat % self.seats])

    def to_move(self) -> tuple[int, ...]:
        return () if self.ended else (self.turn,)

    def moves(self, seat: int) -> list[Move]:
        if seat not in self.to_move():
            return []
        lowest = 0 if self.bid is None else PLACE[Bid(self.bid.count, self.bid.face)] + 1
        higher: list[Move] = [*BIDS[lowest : self.total * len(FACES)]]
        return higher if self.bid is None else [*higher, DOUBT]

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        if isinstance(move, Doubt):
            return IllegalMove("There is no bid to doubt yet.")
        if isinstance(move, Bid) and move.count > self.total:
            return IllegalMove("There aren’t that many dice left.")
        return IllegalMove("Bid more dice, or the same number of a higher face.")

    def _bid(self, seat: int, move: Bid, chance: Chance) -> list[Effect]:
        self.bid = Claim(seat, move.count, move.face)
        self.turn = self.after(seat)
        return [Effect("bid", self.bid.dump())]

    def _doubt(self, seat: int, move: Doubt, chance: Chance) -> list[Effect]:
        assert self.bid is not None
        self.last = Shown(self.bid, tuple(map(tuple, self.dice)))
        count, claim, self.bid = self.last.there, self.bid, None
        loser = seat if count >= claim.count else claim.seat
        left = len(self.dice[loser]) - 1
        effects = [
            Effect("doubted", {"seat": seat, "bidder": claim.seat}),
            Effect("shown", {"count": count, "face": claim.face, "dice": self.last.dump()["dice"]}),
            Effect("lost", {"seat": loser, "left": left}),
        ]
        self.dice = [rolled(len(one) - (n == loser), chance) for n, one in enumerate(self.dice)]
        if not left:
            self.out.append(loser)
        if self.seats - len(self.out) == 1:
            scores = [self.out.index(n) if n in self.out else len(self.out) for n in self._seats()]
            self.ended = Outcome(tuple(scores), places_by(scores), "dice")
        self.turn = loser if left else self.after(loser)
        return effects

    plays = {Bid: _bid, Doubt: _doubt}

    def _seats(self) -> range:
        return range(self.seats)

    def view(self, seat: int | None) -> Json:
        hands: Any = seen_by(seat, self.dice)
        return {**self.dump(), "dice": hands}

    def resample(self, seat: int | None, rng: Random) -> Self:
        world = self.clone()
        world.dice = [
            one if owner == seat else sorted(rng.choice(FACES) for _ in one)
            for owner, one in enumerate(world.dice)
        ]
        return world

    def check(self) -> None:
        assert all(len(one) <= DICE and one == sorted(one) for one in self.dice)
        assert sorted(self.out) == [seat for seat in self._seats() if not self.has(seat)]
        assert self.has(self.turn)
        if self.bid is not None:
            assert self.bid.count <= self.total
            assert self.has(self.bid.seat)
            assert self.after(self.bid.seat) == self.turn
