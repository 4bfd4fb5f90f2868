"""The board of Magpies: the treasures on offer, the last bids, and my feathers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.boards.board import Board, BoardTable
from games.boards.guides import Guide
from games.boards.lines import Facts, Line, Names, PlainLine
from games.boards.panels import Panel, css_classes, size_of
from games.engine.contract import Move

from .rules.moves import BID
from .rules.position import Magpies, taker


def added(numbers: Sequence[int]) -> str:
    """Return the worth of treasures: “3 + 8”."""
    return " + ".join(map(str, numbers))


@dataclass(frozen=True)
class Side(Panel):
    """A player with feathers and treasures."""

    feathers: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    laid: bool = False

    @property
    def score(self) -> int:
        """What the treasures are worth."""
        return sum(self.won)


@dataclass(frozen=True)
class Feather:
    """A feather that was shown, or one of mine."""

    number: int
    name: str
    states: str
    legal: bool = False

    @property
    def value(self) -> str:
        """The move that bids it."""
        return json.dumps(BID[self.number].dump())


class MagpieTable(BoardTable):
    """What the template shows."""

    @cached_property
    def sides(self) -> list[Side]:
        """Return the players."""
        laid = self.view["laid"]
        return [
            Side(
                player,
                not self.over and not laid[player.seat],
                tuple(self.view["hands"][player.seat]),
                tuple(self.view["won"][player.seat]),
                laid[player.seat],
            )
            for player in self.table.players
        ]

    @property
    def stack_words(self) -> str:
        """Say how many treasures are still to come."""
        left = size_of(self.view["stack"])
        return ngettext("{n} treasure to come", "{n} treasures to come", left).format(n=left)

    @property
    def last(self) -> list[Feather]:
        """Return the feathers of the round before."""
        bids, best = self.view["last"], taker(self.view["last"])
        marks = [{"is_best": n == best, "is_equal": bids.count(b) > 1} for n, b in enumerate(bids)]
        return [
            Feather(bid, self.names[seat], css_classes("feather", f"seat-{seat}", **marks[seat]))
            for seat, bid in enumerate(bids)
        ]

    @property
    def last_words(self) -> str:
        """Say how the round before ended."""
        best = taker(self.view["last"])
        if best is None:
            return _("All squabbled: what was on offer stayed.")
        return _("{name} won the last round.").format(name=self.names[best])

    @property
    def may_bid(self) -> bool:
        return "bid" in self.move_types

    @property
    def hand(self) -> list[Feather]:
        """The viewer's own feathers."""
        if (seat := self.table.seat) is None:
            return []
        legal, laid, said = self.may_bid, self.view["bids"][seat], _("Bid {number}")
        css = ("feather", f"seat-{seat}")
        return [
            Feather(one, said.format(number=one), css_classes(*css, is_laid=one == laid), legal)
            for one in self.view["hands"][seat]
        ]

    @property
    def grave(self) -> Sequence[dict[str, object]]:
        return ()

    def question(self) -> str:
        return _("Bid a feather for {offer}.").format(offer=added(self.view["offer"]))


def _taken(facts: Facts, names: Names) -> Line:
    name, offer = names[facts["seat"]], added(facts["offer"])
    return Line(
        _("{name} takes {offer}.").format(name=name, offer=offer), facts["seat"], strong=True
    )


def _shown(facts: Facts, names: Names) -> Line:
    pairs = zip(names, facts["bids"], strict=False)
    return Line(", ".join(_("{name}: {number}").format(name=n, number=bid) for n, bid in pairs))


class MagpieBoard(Board):
    """Magpies at a table."""

    game = Magpies.game
    table = MagpieTable
    line_writers: ClassVar = {
        "laid": PlainLine(
            lambda facts, names: {"name": names[facts["seat"]]},
            gettext_lazy("{name} has bid."),
        ),
        "shown": _shown,
        "taken": _taken,
        "squabbled": PlainLine(
            lambda facts, names: {"offer": added(facts["offer"])},
            gettext_lazy("All squabble: {offer} stays."),
        ),
    }

    def guide(self, table: Any) -> Guide | None:
        if table.seat is None or not table.may_act:
            return None
        return Guide(
            _("The highest feather that is bid only once takes what is on offer."),
            _("Spend high feathers on high treasures, but not always the same number."),
        )

    def lesson(self, chosen: Move, better: Move) -> str:
        return _("Save high feathers for high treasures.")
