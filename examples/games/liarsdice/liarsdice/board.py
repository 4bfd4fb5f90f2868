"""The board of Liar's Dice: cups around the table, the bid in the middle, and my dice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from games.boards.board import Board, BoardTable
from games.boards.guides import Guide
from games.boards.lines import Facts, Line, Names, PlainLine
from games.boards.panels import Panel, css_classes
from games.engine.contract import Move

from .bots import at_least
from .rules.moves import Bid, Claim, Doubt, Shown
from .rules.position import LiarsDice

WORDS = {
    1: gettext_lazy("ones"),
    2: gettext_lazy("twos"),
    3: gettext_lazy("threes"),
    4: gettext_lazy("fours"),
    5: gettext_lazy("fives"),
    6: gettext_lazy("sixes"),
}
CORNERS = ((1, 1), (3, 3), (1, 3), (3, 1), (1, 2), (3, 2))
"""The pips of a six, in the order in which faces gain them; the middle is apart."""


class Pip(NamedTuple):
    """The place of a pip, on a die four units wide."""

    x: int
    y: int


@dataclass(frozen=True)
class Die:
    """A die; without a face it lies under a cup."""

    face: int = 0
    hit: bool = False
    """Whether it counts for the bid that was doubted."""

    @property
    def pips(self) -> tuple[Pip, ...]:
        """The pips to draw."""
        middle = (Pip(2, 2),) if self.face % 2 else ()
        return middle + tuple(Pip(*one) for one in CORNERS[: self.face // 2 * 2])

    @property
    def name(self) -> str:
        """The face as a number; a question mark if it is hidden."""
        return str(self.face or "?")

    @property
    def states(self) -> str:
        """The CSS classes of the die."""
        return css_classes("die", is_hidden=not self.face, is_hit=self.hit)


def counted(count: int, face: int) -> str:
    """Return dice in words: “3 fives”."""
    return _("{count} × {face}").format(count=count, face=WORDS[face])


@dataclass(frozen=True)
class Side(Panel):
    """A player and the dice in front of them."""

    dice: tuple[Die, ...] = ()
    shown: tuple[Die, ...] = ()
    """The dice of the round before."""


@dataclass(frozen=True)
class Button:
    """A bid as a button."""

    id: str
    die: Die
    name: str
    value: str


@dataclass(frozen=True)
class Row:
    """The bids with one number of dice."""

    count: int
    buttons: tuple[Button, ...]


class DiceTable(BoardTable):
    """What the template shows."""

    @cached_property
    def bid(self) -> Claim | None:
        """Return the bid that stands."""
        found = self.view["bid"]
        return None if found is None else Claim(**found)

    @property
    def bid_die(self) -> Die:
        return Die(self.bid.face if self.bid else 0)

    @property
    def bid_words(self) -> str:
        """Say who bids what."""
        if self.bid is None:
            return _("No bid yet")
        name, dice = self.names[self.bid.seat], counted(self.bid.count, self.bid.face)
        return _("{name} bids {dice}").format(name=name, dice=dice)

    @cached_property
    def last(self) -> Shown | None:
        """Return the dice of the round before."""
        found = self.view["last"]
        if found is None:
            return None
        return Shown(Claim(**found["claim"]), tuple(map(tuple, found["dice"])))

    @property
    def last_words(self) -> str:
        """Say how the round before ended."""
        if self.last is None:
            return ""
        claim, there = self.last.claim, self.last.there
        facts = {"name": self.names[claim.seat], "dice": counted(claim.count, claim.face)}
        text = _("{name} bid {dice}. There were {there}: a lie.")
        if there >= claim.count:
            text = _("{name} bid {dice}. There were {there}: the truth.")
        return text.format(**facts, there=there)

    @cached_property
    def total(self) -> int:
        """Return how many dice are left."""
        return sum(one if isinstance(one, int) else len(one) for one in self.view["dice"])

    @property
    def total_words(self) -> str:
        return ngettext("{n} die on the table", "{n} dice on the table", self.total).format(
            n=self.total
        )

    @cached_property
    def sides(self) -> list[Side]:
        """Return the players with their dice."""
        waits = () if self.over else (self.view["turn"],)
        return [
            Side(player, player.seat in waits, self._dice(player.seat), self._shown(player.seat))
            for player in self.table.players
        ]

    def _dice(self, seat: int) -> tuple[Die, ...]:
        held = self.view["dice"][seat]
        return (Die(),) * held if isinstance(held, int) else tuple(map(Die, held))

    def _shown(self, seat: int) -> tuple[Die, ...]:
        if self.last is None:
            return ()
        face = self.last.claim.face
        return tuple(Die(one, one == face) for one in self.last.dice[seat])

    @property
    def mine(self) -> tuple[Die, ...]:
        """The viewer's own dice."""
        return () if self.table.seat is None else self._dice(self.table.seat)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Return every bid that the viewer can make, by number of dice."""
        bids = groupby(self.moves_of(Bid), key=lambda bid: bid.count)
        return tuple(Row(count, tuple(map(_button, same))) for count, same in bids)

    @property
    def may_doubt(self) -> bool:
        """Whether the viewer can doubt the bid."""
        return "doubt" in self.move_types

    @property
    def grave(self) -> Sequence[dict[str, object]]:
        return ()

    def question(self) -> str:
        if self.bid is None:
            return _("Make the first bid.")
        return _("Bid higher, or doubt.")

    def waiting(self) -> str:
        return _("Waiting for {name}.").format(name=self.names[self.view["turn"]])


def _button(bid: Bid) -> Button:
    name = _("Bid {dice}").format(dice=counted(bid.count, bid.face))
    value = json.dumps(bid.dump())
    return Button(f"bid-{bid.count}-{bid.face}", Die(bid.face), name, value)


def _bid_line(facts: Facts, names: Names) -> Line:
    dice = counted(facts["count"], facts["face"])
    text = _("{name} bids {dice}.").format(name=names[facts["seat"]], dice=dice)
    return Line(text, facts["seat"])


def _shown_line(facts: Facts, names: Names) -> Line:
    dice = counted(facts["count"], facts["face"])
    return Line(_("There are {dice}.").format(dice=dice))


class DiceBoard(Board):
    """Liar's Dice at a table."""

    game = LiarsDice.game
    table = DiceTable
    line_writers: ClassVar = {
        "bid": _bid_line,
        "doubted": PlainLine(
            lambda facts, names: {"name": names[facts["seat"]], "other": names[facts["bidder"]]},
            gettext_lazy("{name} doubts {other}."),
        ),
        "shown": _shown_line,
        "lost": PlainLine(
            lambda facts, names: {"name": names[facts["seat"]], "left": facts["left"]},
            ngettext_lazy(
                "{name} loses a die and has {left} left.",
                "{name} loses a die and has {left} left.",
                "left",
            ),
            strong=True,
        ),
    }

    def guide(self, table: object) -> Guide | None:
        shown: DiceTable = self.build(table)  # type: ignore[arg-type]  # the site's own table
        if shown.table.seat is None or not shown.table.may_act:
            return None
        asked = _("A bid says how many dice of one face lie under all cups together.")
        if shown.bid is None:
            return Guide(asked, _("Begin with a face that you have yourself."))
        own = sum(die.face == shown.bid.face for die in shown.mine)
        odds = at_least(shown.bid.count - own, shown.total - len(shown.mine))
        usual = _("With your dice the bid is true {odds} times in 100.").format(
            odds=round(100 * odds)
        )
        return Guide(asked, usual)

    def lesson(self, chosen: Move, better: Move) -> str:
        if isinstance(better, Doubt):
            return _("Doubt a bid that needs more than the odds give.")
        return _("Bid faces that you have yourself.")
