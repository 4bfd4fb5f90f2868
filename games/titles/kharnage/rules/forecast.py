"""Forecast the result of a choice by making it on a table that has what the seat sees.

The rules play the moves, so a forecast cannot differ from what will happen. Reserves and piles are
left empty, since no forecast goes beyond the attack, which does not use them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from games.engine.chance import Chance
from games.engine.contract import Effect, Move, Options, View
from games.engine.refusals import IllegalMove
from games.titles.kharnage.rules import attacks
from games.titles.kharnage.rules.moves import Destroy, Target, Throw, Web
from games.titles.kharnage.rules.position import Kharnage

_UNSEEN = ("reserves", "piles", "planned")
"""The keys of a view that a position does not have, or in another form."""
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
    """The strengths of an army, without the cards under a web."""

    melee: int
    ranged: int


class Forecast:
    """Forecasts for the seat that is asked, played on copies of the table that it sees."""

    def __init__(self, position: Kharnage, seat: int) -> None:
        self._position = position
        self._seat = seat

    @classmethod
    def of_view(cls, view: View, seat: int, options: Options) -> Self:
        """Build a forecast from the view of the seat that is asked, with the match's options."""
        seats = len(view["lines"])
        seen = {key: value for key, value in view.items() if key not in _UNSEEN}
        # So that no cheering interrupts a forecast.
        return cls(Kharnage.load(seen, seats, {**options, "cheer": "auto"}, _no_chance()), seat)

    def attack(self, move: Target) -> dict[int, Fall]:
        """Return by army what falls if the attack is aimed this way."""
        return self._strike(self._position.clone(), move)

    def throw(self) -> dict[int, Fall]:
        """Return by army what a throw would destroy at full strength."""
        thrown = self._position.clone()
        _play(thrown, self._seat, Throw(True))
        falls: dict[int, Fall] = {}
        for move in thrown.moves(self._seat):
            if isinstance(move, Target) and len(move.seats) == 1:
                falls |= self._strike(thrown.clone(), move)
        return falls

    def left(self, move: Destroy) -> int:
        """Return the strength that is left for this army after the card is destroyed."""
        effects = _play(self._position.clone(), self._seat, move)
        return next(int(one.facts["left"]) for one in effects if one.kind == "destroyed")

    def strengths(self, seat: int) -> Strengths:
        """Return the strengths of an army."""
        return _strengths(self._position, seat)

    def webbed(self, move: Web) -> Strengths:
        """Return the strengths of the target's army after the web."""
        assert move.target is not None
        webbed = self._position.clone()
        _play(webbed, self._seat, move)
        return _strengths(webbed, move.target)

    def why_not(self, move: Move) -> IllegalMove | None:
        """Return why this move is not legal now; None if it is."""
        if move in self._position.moves(self._seat):
            return None
        return self._position.why_not(self._seat, move)

    def _strike(self, position: Kharnage, move: Target) -> dict[int, Fall]:
        """Aim, then destroy the cheapest card of the open line until nothing can be paid.

        That is the most cards: a line is left only when it is empty, whatever the order.
        """
        cards: dict[int, Counter[Copy]] = {seat: Counter() for seat in move.seats}
        fallen: set[int] = set()
        effects = _play(position, self._seat, move)
        while True:
            for kind, facts, _to in effects:
                if kind == "destroyed":
                    cards[facts["target"]][facts["card"], facts["web"]] += 1
                elif kind == "kharnage":
                    fallen.add(facts["target"])
            if position.phase != "destroy" or position.turn != self._seat:
                return {seat: Fall(cards[seat], seat in fallen) for seat in move.seats}
            offered = [m for m in position.moves(self._seat) if isinstance(m, Destroy)]
            effects = _play(position, self._seat, min(offered, key=lambda m: _cost(position, m)))


def _strengths(position: Kharnage, seat: int) -> Strengths:
    melee, ranged = (attacks.strength(position, seat, icon) for icon in ("melee", "ranged"))
    return Strengths(melee, ranged)


def _cost(position: Kharnage, move: Destroy) -> int:
    card = position.cards.cards[move.card]
    return card.defence if move.web else card.cost


def _play(position: Kharnage, seat: int, move: Move) -> list[Effect]:
    return position.play(seat, move, _no_chance())


def _no_chance() -> Chance:
    """Return chance that no forecast draws from."""
    return Chance(b"", 0)
