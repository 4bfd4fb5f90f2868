"""The effects of possible actions, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.seats import TablePlayer
from games.boards.words import list_words
from games.titles.babel.board.faces import AMONG, PEOPLE, POWER_NAMES, counted
from games.titles.babel.board.outlook import why_idle
from games.titles.babel.board.parts import Goal, Idle, Leaving, Offer
from games.titles.babel.rules.cards import RUN, runs
from games.titles.babel.rules.moves import POWER_OF, Build, Migrate, Power
from games.titles.babel.rules.position import HIGH, HIGHEST, LOW

if TYPE_CHECKING:
    from games.engine.contract import Move, View


@dataclass(frozen=True)
class Plan:
    """A temple card that the viewer can build: its level, and the effect in full and in brief."""

    level: int
    effect: str
    brief: str


class Prospects:
    """The possible actions of the seat that is to move, with their effects."""

    def __init__(self, view: View, seat: int, players: Sequence[TablePlayer]) -> None:
        self.view = view
        self.seat = seat
        self.rival = 1 - seat
        self.name = players[1 - seat].name
        self.site: str = view["stones"][seat]

    # --- Powers.

    def offers(self, moves: Sequence[Move]) -> dict[int, tuple[Offer, ...]]:
        """Return the powers that the seat can use, by the lowest card of the group that pays."""
        found: dict[int, list[Offer]] = {}
        for move in moves:
            if isinstance(move, Power) and move.run is not None:
                found.setdefault(move.run, []).append(self._offer(move))
        return {run: tuple(offers) for run, offers in found.items()}

    def _offer(self, move: Power) -> Offer:
        effect, mark, label = getattr(self, f"_{move.power}")(move)
        return Offer(move.power, json.dumps(move.dump()), label, effect, mark)

    def idle(self, power: str) -> Idle:
        """Return a power of a run at the stone that the seat can't use, and the reason."""
        reason = why_idle(self.view, self.seat, self.site, power, self.name)
        return Idle(power, reason or _("First build your level‑1 card."))

    def _expel(self, move: Power) -> tuple[str, str, str]:
        assert move.tribe is not None
        cards = counted(move.tribe, self._row(self.rival).count(move.tribe))
        effect = _("{name} loses {cards} here.").format(name=self.name, cards=cards)
        label = _("Expel the {people}").format(people=PEOPLE[move.tribe])
        return f"{effect} {self._without(move.tribe)}".strip(), f"expel-{move.tribe}", label

    def _bribe(self, move: Power) -> tuple[str, str, str]:
        tribe = self._row(self.rival)[-1]
        count = self._row(self.rival).count(tribe)
        effect = _("You move {name}’s {cards} to the top of your row here.").format(
            name=self.name, cards=counted(tribe, count)
        )
        row = [*self._row(self.seat), *[tribe] * count]
        assert move.run is not None
        row.pop(move.run)
        made = [
            _("That makes {cards}: {power}.").format(
                cards=counted(each, size), power=POWER_NAMES[POWER_OF[each]]
            )
            for each, size in _ending_above(row, len(row) - count)
        ]
        words = (effect, *made, self._without(tribe))
        return " ".join(filter(None, words)), f"bribe-{tribe}", str(POWER_NAMES["bribe"])

    def _without(self, tribe: str) -> str:
        """Describe the opponent’s row here after it loses a tribe."""
        before = self._row(self.rival)
        left = [card for card in before if card != tribe]
        if not left:
            return _("Then {name}’s row here is empty.").format(name=self.name)
        # Rows close up, so that separate groups may come together.
        old = list(_sized_runs(before))
        new = [(each, size) for each, size in _sized_runs(left) if (each, size) not in old]
        together = list_words([counted(each, size) for each, size in new])
        return (
            _("Then {name}’s {cards} lie together.").format(cards=together, name=self.name)
            if new
            else ""
        )

    def _steal(self, move: Power) -> tuple[str, str, str]:
        theirs = self._temple(self.rival)
        left = theirs[-2] if len(theirs) > 1 else 0
        text = _(
            "Level {level} of {name}’s temple goes onto yours: your total is {mine}, {name}’s"
            " {theirs}."
        )
        effect = self._effect(text, {self.seat: theirs[-1], self.rival: left}, level=theirs[-1])
        return effect, "steal", str(POWER_NAMES["steal"])

    def _skip(self, move: Power) -> tuple[str, str, str]:
        assert move.row is not None
        level = self.view["rows"][move.row][-1]
        effect = self._raised(level, move.row)
        label = _("Build level {level} from your row").format(level=level)
        if move.row != self.seat:
            label = _("Build level {level} from {name}’s row").format(level=level, name=self.name)
        return effect, f"skip-{move.row}", label

    def _raze(self, move: Power) -> tuple[str, str, str]:
        temple = self._temple(self.rival)
        fallen = ngettext(
            "{name}’s temple here falls, level {levels}: {name}’s total is {theirs}.",
            "{name}’s temple here falls, levels {levels}: {name}’s total is {theirs}.",
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

    def builds(self, moves: Sequence[Move]) -> dict[int, Plan]:
        """Return the effect of building, by the temple row that the card comes from."""
        return {move.row: self._plan(move.row) for move in moves if isinstance(move, Build)}

    def _plan(self, row: int) -> Plan:
        level = self.view["rows"][row][-1]
        text = _("From your row: your total is {mine}.")
        if row != self.seat:
            text = _("From {name}’s row: your total is {mine}.")
        brief = self._effect(text, {self.seat: level})
        return Plan(level, self._raised(level, row), brief)

    def _raised(self, level: int, row: int) -> str:
        text = _("Your temple {there} rises to {level}: your total is {mine}.")
        if row != self.seat:
            text = _(
                "Your temple {there} rises to {level} with {name}’s card: your total is {mine}."
            )
        return self._effect(text, {self.seat: level}, there=AMONG[self.site], level=level)

    def goals(self, moves: Sequence[Move]) -> dict[str, tuple[Goal, ...]]:
        """Return the possible migrations, by target site."""
        found: dict[str, list[Goal]] = {}
        for move in moves:
            if isinstance(move, Migrate):
                target = self._row(self.seat, move.to)
                row = [*target, *self._row(self.seat, move.source)[-RUN:]]
                gains = tuple(_ending_above(row, len(target)))
                goal = Goal(move.source, json.dumps(move.dump()), gains, tuple(row))
                found.setdefault(move.to, []).append(goal)
        return {target: tuple(goals) for target, goals in found.items()}

    def asks_to_build(self, plans: Mapping[int, Plan]) -> str:
        """Return the question about the levels that the seat can build."""
        mine, theirs = plans.get(self.seat), plans.get(self.rival)
        if mine is None:
            text = _("Build level {theirs} from {name}’s row, keep going, or end your turn.")
        elif theirs is None:
            text = _("Build level {mine} from your row, keep going, or end your turn.")
        else:
            text = _(
                "Build level {mine} from your row or level {theirs} from {name}’s row, keep"
                " going, or end your turn."
            )
        return text.format(mine=mine and mine.level, theirs=theirs and theirs.level, name=self.name)

    def leaving(self, site: str) -> Leaving:
        """Return the cards that would migrate from a site, and the run that this breaks up."""
        row = self._row(self.seat, site)
        cut = len(row) - RUN
        broken = None
        for start, tribe in runs(row):
            if cut - RUN < start < cut < start + _size(row, start):
                broken = tribe, cut - start
        return Leaving(tuple(row[cut:]), broken)

    # --- The table now, and after an action.

    def _row(self, seat: int, site: str = "") -> list[str]:
        row: list[str] = self.view["sites"][site or self.site]["tribes"][seat]
        return row

    def _temple(self, seat: int) -> list[int]:
        temple: list[int] = self.view["sites"][self.site]["temples"][seat]
        return temple

    def _effect(self, text: str, heights: dict[int, int], **words: object) -> str:
        """Describe new heights at the stone's site, and whether they end the game."""
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
            return effect + " " + _("This ends the game.")
        return effect + " " + _("The end phase begins.") if begins else effect


def _size(row: Sequence[str], start: int) -> int:
    """Return the number of equal cards in a row from this place."""
    return next((n for n, card in enumerate(row[start:]) if card != row[start]), len(row) - start)


def _sized_runs(row: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Return the groups of a row that give powers: tribe and size."""
    for start, tribe in runs(row):
        yield tribe, _size(row, start)


def _ending_above(row: Sequence[str], height: int) -> Iterator[tuple[str, int]]:
    """Return the groups that give powers and reach above the first `height` cards."""
    for start, tribe in runs(row):
        if start + _size(row, start) > height:
            yield tribe, _size(row, start)
