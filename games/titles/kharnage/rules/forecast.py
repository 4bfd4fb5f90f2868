"""What a choice would bring about, found by making it on a table built of what its seat sees.

Nothing is computed here a second time: the moves are played by the rules, so that a forecast
cannot differ from what will happen. Reserves and piles are left empty; no forecast goes further
than the attack, and an attack does not ask for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from games.engine.chance import Chance
from games.engine.contract import Happening, Move, Options, View
from games.engine.refusals import IllegalMove
from games.titles.kharnage.rules import attacks
from games.titles.kharnage.rules.moves import Destroy, Target, Throw, Web
from games.titles.kharnage.rules.position import Kharnage

_UNSEEN = ("reserves", "piles", "planned")
"""What a view says in its own way, and a position otherwise."""
Copy = tuple[str, bool]
"""A card, and whether it lies under a web."""


@dataclass(frozen=True)
class Fall:
    """The most cards that an attack can destroy in one army, the cheapest of each line first."""

    cards: Mapping[Copy, int]
    kharnage: bool

    @property
    def count(self) -> int:
        return sum(self.cards.values())


@dataclass(frozen=True)
class Strengths:
    """An army's, without what sleeps under a web."""

    melee: int
    ranged: int


class Forecast:
    """Plays on copies of the table that this seat sees, while it is asked."""

    def __init__(self, position: Kharnage, seat: int) -> None:
        self._position = position
        self._seat = seat

    @classmethod
    def of_view(cls, view: View, seat: int, options: Options) -> Self:
        """From the view of the seat that is asked; `options` are the match's."""
        seats = len(view["lines"])
        seen = {key: value for key, value in view.items() if key not in _UNSEEN}
        # Nobody need be asked to cheer in between.
        return cls(Kharnage.load(seen, seats, {**options, "cheer": "auto"}, _no_chance()), seat)

    def attack(self, move: Target) -> dict[int, Fall]:
        """What falls where, if an attack is aimed so."""
        return self._strike(self._position.clone(), move)

    def throw(self) -> dict[int, Fall]:
        """What a throw would destroy in each army it reaches, alone."""
        thrown = self._position.clone()
        _play(thrown, self._seat, Throw(True))
        falls: dict[int, Fall] = {}
        for move in thrown.moves(self._seat):
            if isinstance(move, Target) and len(move.seats) == 1:
                falls |= self._strike(thrown.clone(), move)
        return falls

    def left(self, move: Destroy) -> int:
        """The strength that is left for this army once that card is destroyed."""
        happenings = _play(self._position.clone(), self._seat, move)
        return next(int(h.facts["left"]) for h in happenings if h.kind == "destroyed")

    def strengths(self, seat: int) -> Strengths:
        """This army's, as they are."""
        return _strengths(self._position, seat)

    def webbed(self, move: Web) -> Strengths:
        """Those of the army whose card this web is put on, from then on."""
        assert move.target is not None
        webbed = self._position.clone()
        _play(webbed, self._seat, move)
        return _strengths(webbed, move.target)

    def why_not(self, move: Move) -> IllegalMove | None:
        """Why this move is not possible now; None where it is."""
        if move in self._position.moves(self._seat):
            return None
        return self._position.why_not(self._seat, move)

    def _strike(self, position: Kharnage, move: Target) -> dict[int, Fall]:
        """Aim, then destroy the cheapest card of the open line until nothing can be paid.

        That is the most cards: a line is left only when it is empty, whatever the order.
        """
        cards: dict[int, Counter[Copy]] = {seat: Counter() for seat in move.seats}
        fallen: set[int] = set()
        happenings = _play(position, self._seat, move)
        while True:
            for kind, facts, _to in happenings:
                if kind == "destroyed":
                    cards[facts["target"]][facts["card"], facts["web"]] += 1
                elif kind == "kharnage":
                    fallen.add(facts["target"])
            if position.phase != "destroy" or position.turn != self._seat:
                return {seat: Fall(cards[seat], seat in fallen) for seat in move.seats}
            offered = [m for m in position.moves(self._seat) if isinstance(m, Destroy)]
            happenings = _play(position, self._seat, min(offered, key=lambda m: _cost(position, m)))


def _strengths(position: Kharnage, seat: int) -> Strengths:
    melee, ranged = (attacks.strength(position, seat, icon) for icon in ("melee", "ranged"))
    return Strengths(melee, ranged)


def _cost(position: Kharnage, move: Destroy) -> int:
    card = position.cards.cards[move.card]
    return card.defence if move.web else card.cost


def _play(position: Kharnage, seat: int, move: Move) -> list[Happening]:
    return position.play(seat, move, _no_chance())


def _no_chance() -> Chance:
    """Nothing that is forecast draws from it."""
    return Chance(b"", 0)
