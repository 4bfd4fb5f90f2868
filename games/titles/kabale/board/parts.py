"""What the table of Kabale und Hiebe is put together from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from games.boards.panels import Panel, css_classes
from games.titles.kabale.board.faces import AREA_NAMES, Goal, back, face
from games.titles.kabale.rules import cards
from games.titles.kabale.rules.rounds import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.boards.panels import Card
    from games.engine.contract import Happening, Json
    from games.matches.presenters.table import Chair


Places = dict[tuple[int, int], str]
"""(column, index) → the element a card travels from, or nothing where it only turned over."""


@dataclass(frozen=True)
class ColumnCard:
    """A card in a column: face up, face down, or face down and known to the viewer."""

    chair: Chair
    card: Card
    down: bool
    known: bool
    cloaked: bool
    fresh: bool
    came: str
    """Where it travels from, when it has just arrived."""

    @property
    def states(self) -> str:
        return css_classes(
            f"seat-{self.chair.seat}",
            is_down=self.down,
            is_known=self.down and self.known,
            is_cloaked=self.cloaked,
            is_fresh=self.fresh,
        )

    @property
    def words(self) -> str:
        """Whose it is, and which side is up, for those who do not see it."""
        name = self.chair.name
        if not self.down:
            return _("{name}, face up:").format(name=name)
        if self.cloaked:
            return _("{name}, hidden under the cloak:").format(name=name)
        return _("{name}, face down:").format(name=name)


def column_card(facts: Json, chair: Chair, area: str, came: str | None) -> ColumnCard:
    """A card of the view's columns; `came` is where from, if it changed just now."""
    card = facts["card"]
    known = card is not None
    shape = face(card, area) if known else back(chair.emblem, _("unknown"))
    fresh = came is not None
    return ColumnCard(chair, shape, not facts["up"], known, facts["cloaked"], fresh, came or "")


def arrivals(fresh: Sequence[Happening], columns: Sequence[Json], me: int | None) -> Places:
    """What the newest step did to the cards that are there now."""
    places: Places = {}
    if any(happening.kind == "round-ended" for happening in fresh):
        return places
    for kind, facts, _to in fresh:
        seat, at = facts.get("seat", -1), facts.get("column", -1)
        head = f"#seat-{seat}-head"
        if kind == "placed":
            index = _last(columns[at], seat, up=False, cloaked=False)
            card = None if index is None else columns[at]["cards"][index]["card"]
            # From my hand, where I saw it, or from another's side of the table.
            came = f"#hand-{card}" if seat == me and card is not None else head
        elif kind == "explored":
            came, at = f"#lane-{at}-head", facts["to"]
            index = _last(columns[at], seat, up=False, cloaked=False)
        elif kind == "uncovered":
            index, came = _last(columns[at], seat, up=True, card=facts["card"]), ""
        elif kind == "hid":
            index, came = _last(columns[at], seat, cloaked=True), head
        else:
            continue
        if index is not None:
            places[at, index] = came
    return places


def _last(column: Json, seat: int, **wanted: object) -> int | None:
    """The index of the last card of a seat that is like this."""
    wanted["seat"] = seat
    cards = column["cards"]
    found = (i for i in reversed(range(len(cards))) if wanted.items() <= cards[i].items())
    return next(found, None)


@dataclass(frozen=True)
class Lane:
    """A column under its goal."""

    column: int
    goal: Goal
    storm: bool
    cards: tuple[ColumnCard, ...]
    legal: bool
    asks: bool
    """A cloak or a traitor is being decided here."""

    @property
    def number(self) -> int:
        return self.column + 1

    @property
    def enough(self) -> bool:
        return self.storm or len(self.cards) >= self.goal.points

    @property
    def pips(self) -> tuple[bool, ...]:
        """One for each card that is needed: there, or missing."""
        return tuple(place < len(self.cards) for place in range(self.goal.points))

    @property
    def states(self) -> str:
        return css_classes(
            is_legal=self.legal, is_storm=self.storm, is_enough=self.enough, is_asked=self.asks
        )

    @property
    def progress(self) -> str:
        if self.storm:
            return _("closed by a storm, fulfilled")
        text = _("{count} of {points} cards")
        if self.enough:
            text = _("fulfilled: {count} of {points} cards")
        return text.format(count=len(self.cards), points=self.goal.points)


@dataclass(frozen=True)
class Area:
    """What somebody has won in one of the six areas, the best first."""

    id: str
    points: tuple[int, ...]

    @property
    def name(self) -> str:
        return str(AREA_NAMES[self.id])


@dataclass(frozen=True)
class Wealth:
    """A player's goals by area, and the score as it would be now."""

    areas: tuple[Area, ...]
    score: int
    reckoning: str
    complete: bool


def wealth(goals: Sequence[Sequence[Any]]) -> Wealth:
    """What somebody has won, and by which of the two ways it is counted."""
    won = [cards.Goal(*goal) for goal in goals]
    areas = tuple(
        Area(area, tuple(sorted((g.points for g in won if g.area == area), reverse=True)))
        for area in cards.AREAS
    )
    best = [area.points[0] for area in areas if area.points]
    complete = len(best) == len(areas)
    return Wealth(areas, score(won), _reckoning(won, best, complete), complete)


def _reckoning(won: list[cards.Goal], best: list[int], complete: bool) -> str:
    """The sum, or with all six areas twice the best − 1 per other goal (spec: End)."""
    if not complete:
        return _("{count} of 6 areas").format(count=len(best))
    rest = len(won) - len(best)
    if 2 * sum(best) - rest < sum(goal.points for goal in won):
        return _("the sum")
    if rest:
        return _("2 × {best} − {rest}").format(best=sum(best), rest=rest)
    return _("2 × {best}").format(best=sum(best))


@dataclass(frozen=True)
class Player(Panel):
    """A seat's side of the table."""

    hand: int
    stack: int
    discards: tuple[Card, ...]
    open_hand: tuple[Card, ...]
    wealth: Wealth
    on_turn: bool
