"""What an action would do, in words, before it is done."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.words import list_words
from games.titles.babel.board.faces import AMONG, PEOPLE, POWER_NAMES, counted
from games.titles.babel.board.parts import Goal, Offer
from games.titles.babel.rules.cards import RUN, runs
from games.titles.babel.rules.moves import Build, Migrate, Power
from games.titles.babel.rules.position import HIGH, HIGHEST, LOW

if TYPE_CHECKING:
    from games.engine.contract import Move, View
    from games.matches.presenters.table import Chair


class Prospects:
    """What the seat that is to move can do, and what would come of it."""

    def __init__(self, view: View, seat: int, chairs: Sequence[Chair]) -> None:
        self.view = view
        self.seat = seat
        self.rival = 1 - seat
        self.name = chairs[1 - seat].name
        self.site: str = view["stones"][seat]

    # --- Powers.

    def offers(self, moves: Sequence[Move]) -> dict[int, tuple[Offer, ...]]:
        """The powers that can be used, by the lowest card of the group that pays for them."""
        found: dict[int, list[Offer]] = {}
        for move in moves:
            if isinstance(move, Power) and move.run is not None:
                found.setdefault(move.run, []).append(self._offer(move))
        return {run: tuple(offers) for run, offers in found.items()}

    def _offer(self, move: Power) -> Offer:
        effect, mark, label = getattr(self, f"_{move.power}")(move)
        return Offer(move.power, json.dumps(move.dump()), label, effect, mark)

    def _expel(self, move: Power) -> tuple[str, str, str]:
        assert move.tribe is not None
        cards = counted(move.tribe, self._row(self.rival).count(move.tribe))
        effect = _("{name} loses {cards} here.").format(name=self.name, cards=cards)
        label = _("Expel the {people}").format(people=PEOPLE[move.tribe])
        return effect, f"expel-{move.tribe}", label

    def _bribe(self, move: Power) -> tuple[str, str, str]:
        tribe = self._row(self.rival)[-1]
        cards = counted(tribe, self._row(self.rival).count(tribe))
        effect = _("You win over {cards} of {name}, onto the top of your row here.").format(
            name=self.name, cards=cards
        )
        return effect, f"bribe-{tribe}", str(POWER_NAMES["bribe"])

    def _steal(self, move: Power) -> tuple[str, str, str]:
        theirs = self._temple(self.rival)
        left = theirs[-2] if len(theirs) > 1 else 0
        text = _(
            "Level {level} of {name} goes onto your temple: "
            "you stand at {mine}, {name} at {theirs}."
        )
        effect = self._effect(text, {self.seat: theirs[-1], self.rival: left}, level=theirs[-1])
        return effect, "steal", str(POWER_NAMES["steal"])

    def _skip(self, move: Power) -> tuple[str, str, str]:
        assert move.row is not None
        level = self.view["rows"][move.row][-1]
        effect = self._raised(level, move.row)
        label = _("Build level {level}").format(level=level)
        return effect, f"skip-{move.row}", label

    def _raze(self, move: Power) -> tuple[str, str, str]:
        temple = self._temple(self.rival)
        fallen = ngettext(
            "{name}’s temple here falls, level {levels}: {name} stands at {theirs}.",
            "{name}’s temple here falls, levels {levels}: {name} stands at {theirs}.",
            len(temple),
        )
        drawn = _("Its cards go back on the temple deck, level {level} on top.")
        levels = list_words([str(level) for level in temple])
        effect = self._effect(f"{fallen} {drawn}", {self.rival: 0}, levels=levels, level=temple[0])
        return effect, "raze", str(POWER_NAMES["raze"])

    def _halve(self, move: Power) -> tuple[str, str, str]:
        hand = self.view["hands"][self.rival]
        effect = _("{name} chooses {n} of {hand} cards and discards them.").format(
            name=self.name, n=hand // 2, hand=hand
        )
        return effect, "halve", str(POWER_NAMES["halve"])

    # --- Building and migrating.

    def builds(self, moves: Sequence[Move]) -> dict[int, str]:
        """What building from each row that serves would do."""
        return {
            move.row: self._raised(self.view["rows"][move.row][-1], move.row)
            for move in moves
            if isinstance(move, Build)
        }

    def _raised(self, level: int, row: int) -> str:
        text = _("Your temple {there} rises to {level}: you stand at {mine}.")
        if row != self.seat:
            text = _(
                "Your temple {there} rises to {level} with {name}’s card: you stand at {mine}."
            )
        return self._effect(text, {self.seat: level}, there=AMONG[self.site], level=level)

    def goals(self, moves: Sequence[Move]) -> dict[str, tuple[Goal, ...]]:
        """Where three cards may migrate, by target."""
        found: dict[str, list[Goal]] = {}
        for move in moves:
            if isinstance(move, Migrate):
                gains = tuple(self._gains(move))
                goal = Goal(move.source, json.dumps(move.dump()), gains)
                found.setdefault(move.to, []).append(goal)
        return {target: tuple(goals) for target, goals in found.items()}

    def _gains(self, move: Migrate) -> Iterator[tuple[str, int]]:
        """The groups that give powers at the target once the cards are there: tribe and size."""
        target = self._row(self.seat, move.to)
        row = [*target, *self._row(self.seat, move.source)[-RUN:]]
        for start, tribe in runs(row):
            size = next(
                (n for n, card in enumerate(row[start:]) if card != tribe), len(row) - start
            )
            if start + size > len(target):
                yield tribe, size

    # --- The table now, and as it would be.

    def _row(self, seat: int, site: str = "") -> list[str]:
        row: list[str] = self.view["sites"][site or self.site]["tribes"][seat]
        return row

    def _temple(self, seat: int) -> list[int]:
        temple: list[int] = self.view["sites"][self.site]["temples"][seat]
        return temple

    def _effect(self, text: str, heights: dict[int, int], **words: object) -> str:
        """What comes of temples of these heights at the stone's site, for the end too."""
        totals: list[int] = list(self.view["totals"])
        for seat, height in heights.items():
            temple = self._temple(seat)
            totals[seat] += height - (temple[-1] if temple else 0)
        mine, theirs = totals[self.seat], totals[self.rival]
        effect = text.format(name=self.name, mine=mine, theirs=theirs, **words)
        low, high = sorted(totals)
        begins = not self.view["end_phase"] and high >= HIGH
        if (begins and low <= LOW) or (
            (begins or self.view["end_phase"]) and (high >= HIGHEST or low <= LOW)
        ):
            return f"{effect} {_('That ends the game.')}"
        return f"{effect} {_('The end phase begins.')}" if begins else effect
