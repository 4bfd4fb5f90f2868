"""The board of Liar's Dice: cups around the table, the bid in the middle, and my dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from games.boards.board import Board, BoardTable
from games.boards.guides import Guide
from games.boards.lines import Facts, Names, PlainLine
from games.boards.panels import Panel
from games.boards.pieces import Dice, Die, Picker, dice, face_picker
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
BIDS = gettext_lazy("{name} bids {dice}.")


def counted(count: int, face: int) -> str:
    """Return dice in words: “3 fives”."""
    return _("{count} × {face}").format(count=count, face=WORDS[face])


@dataclass(frozen=True)
class Side(Panel):
    """A player and the dice in front of them."""

    dice: Dice
    shown: Dice
    """The dice of the round before."""


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
        name, claimed = self.names[self.bid.seat], counted(self.bid.count, self.bid.face)
        return str(BIDS).format(name=name, dice=claimed)

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
            Side(one, one.seat in waits, dice(self.view["dice"][one.seat]), self._shown(one.seat))
            for one in self.table.players
        ]

    def _shown(self, seat: int) -> Dice:
        if self.last is None:
            return dice(0)
        return dice(self.last.dice[seat], marked=self.last.claim.face)

    @property
    def mine(self) -> Dice:
        """The viewer's own dice."""
        seat = self.table.seat
        return dice(0 if seat is None else self.view["dice"][seat], _("My dice"))

    @property
    def bids(self) -> Picker:
        """Every bid that the viewer can make, in rows by number of dice."""
        return face_picker(self.moves_of(Bid), _named, "face", count="count")

    @property
    def grave(self) -> Sequence[dict[str, object]]:
        return ()

    def question(self) -> str:
        if self.bid is None:
            return _("Make the first bid.")
        return _("Bid higher, or doubt.")

    def waiting(self) -> str:
        return _("Waiting for {name}.").format(name=self.names[self.view["turn"]])


def _named(bid: Bid) -> str:
    return _("Bid {dice}").format(dice=counted(bid.count, bid.face))


def _counted(facts: Facts, names: Names) -> dict[str, str]:
    return {"name": names[facts.get("seat", 0)], "dice": counted(facts["count"], facts["face"])}


class DiceBoard(Board):
    """Liar's Dice at a table."""

    game = LiarsDice.game
    table = DiceTable
    styles = ("css/pieces.css",)
    line_writers: ClassVar = {
        "bid": PlainLine(_counted, BIDS),
        "doubted": PlainLine(
            lambda facts, names: {"name": names[facts["seat"]], "other": names[facts["bidder"]]},
            gettext_lazy("{name} doubts {other}."),
        ),
        "shown": PlainLine(_counted, gettext_lazy("There are {dice}.")),
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
        mine: list[int] = shown.view["dice"][shown.table.seat]
        odds = at_least(shown.bid.count - mine.count(shown.bid.face), shown.total - len(mine))
        usual = _("With your dice the bid is true {odds} times in 100.").format(
            odds=round(100 * odds)
        )
        return Guide(asked, usual)

    def lesson(self, chosen: Move, better: Move) -> str:
        if isinstance(better, Doubt):
            return _("Doubt a bid that needs more than the odds give.")
        return _("Bid faces that you have yourself.")
