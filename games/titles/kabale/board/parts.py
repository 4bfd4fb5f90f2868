"""The parts of the table of Kabale und Hiebe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.boards.panels import Card, Panel, css_classes
from games.boards.seats import TablePlayer
from games.titles.kabale.board.faces import AREA_NAMES, Goal, back, face, shown
from games.titles.kabale.rules import cards
from games.titles.kabale.rules.award import Award
from games.titles.kabale.rules.reckoning import award_as_seen
from games.titles.kabale.rules.rounds import score

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.engine.contract import Effect, Json

    Players = Sequence[TablePlayer]


Places = dict[tuple[int, int], str]
"""(column, index) → the element a card travels from, or "" if it only turned over."""


@dataclass(frozen=True)
class ColumnCard:
    """A card in a column: face up, face down, or face down and known to the viewer."""

    player: TablePlayer
    card: Card
    down: bool
    known: bool
    cloaked: bool
    fresh: bool
    came: str
    """The element it travels from, if it has just arrived."""

    @property
    def states(self) -> str:
        return css_classes(
            f"seat-{self.player.seat}",
            is_down=self.down,
            is_known=self.down and self.known,
            is_cloaked=self.cloaked,
            is_fresh=self.fresh,
        )

    @property
    def words(self) -> str:
        """Its owner and which side is up, for screen readers."""
        name = self.player.name
        if not self.down:
            return _("{name}, face up:").format(name=name)
        if self.cloaked:
            return _("{name}, hidden under the cloak:").format(name=name)
        return _("{name}, face down:").format(name=name)


def column_card(facts: Json, player: TablePlayer, area: str, came: str | None) -> ColumnCard:
    """Return a card of a column; `came` is the element it travels from, if it changed."""
    card = facts["card"]
    known = card is not None
    shape = face(card, area) if known else back(player.emblem, pgettext("a card", "unknown"))
    fresh = came is not None
    return ColumnCard(player, shape, not facts["up"], known, facts["cloaked"], fresh, came or "")


def arrivals(fresh: Sequence[Effect], columns: Sequence[Json], me: int | None) -> Places:
    """Return the cards that the newest step changed, and the elements they travel from."""
    places: Places = {}
    if any(effect.kind == "round-ended" for effect in fresh):
        return places
    for kind, facts, _to in fresh:
        seat, at = facts.get("seat", -1), facts.get("column", -1)
        head = f"#seat-{seat}-head"
        if kind == "placed":
            index = _last(columns[at], seat, up=False, cloaked=False)
            card = None if index is None else columns[at]["cards"][index]["card"]
            # From the viewer's hand, or from another player's side of the table.
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
    """Return the index of the last card of a seat with these facts; None if there is none."""
    wanted["seat"] = seat
    cards = column["cards"]
    found = (i for i in reversed(range(len(cards))) if wanted.items() <= cards[i].items())
    return next(found, None)


@dataclass(frozen=True)
class Sum:
    """The sum of a seat in a column."""

    player: TablePlayer
    total: str
    wins: bool


def sums_of(
    winner: int | None, sums: Mapping[int, cards.Number], players: Players
) -> tuple[Sum, ...]:
    """Return the sums of the seats that take part, the winner first."""
    ranked = sorted(sums, key=lambda seat: (seat != winner, -sums[seat]))
    return tuple(Sum(players[seat], shown(sums[seat]), seat == winner) for seat in ranked)


@dataclass(frozen=True)
class Tally:
    """How a column would be awarded now, as far as the viewer can know."""

    sums: tuple[Sum, ...]
    text: str


def tally_of(column: Json, players: Players) -> Tally:
    """Return the tally of a column of the view, in numbers and in words."""
    given = award_as_seen(column)
    sums = sums_of(given.winner, given.sums, players)
    unseen = sum(laid["card"] is None for laid in column["cards"])
    sentences = [_tally_text(given, sums)] if column["cards"] else []
    if unseen:
        text = ngettext(
            "One card is hidden from you.", "{count} cards are hidden from you.", unseen
        )
        sentences.append(text.format(count=unseen))
    return Tally(sums, " ".join(sentences))


def _tally_text(given: Award, sums: tuple[Sum, ...]) -> str:
    if given.winner is None:
        return _("From what you can see, no one would take it now.")
    totals = ", ".join(f"{one.player.name} {one.total}" for one in sums)
    winner = next(one.player for one in sums if one.wins)
    if any(step.kind == "prince-squire" for step in given.steps):
        return _("From what you can see, {name} would take it now, with prince and squire.").format(
            name=winner.name
        )
    text = _("From what you can see, {name} would take it now: {totals}.")
    return text.format(name=winner.name, totals=totals)


@dataclass(frozen=True)
class Lane:
    """A column under its goal."""

    column: int
    goal: Goal
    storm: bool
    cards: tuple[ColumnCard, ...]
    tally: Tally
    legal: bool
    swaps: bool
    """Whether the viewer's traitor may swap his goal with this one."""
    asks: bool
    """Whether a player decides about a cloak or a traitor in this column."""

    @property
    def number(self) -> int:
        return self.column + 1

    @property
    def enough(self) -> bool:
        return self.storm or len(self.cards) >= self.goal.points

    @property
    def pips(self) -> tuple[bool, ...]:
        """For each card that the goal needs: whether it is there."""
        return tuple(place < len(self.cards) for place in range(self.goal.points))

    @property
    def states(self) -> str:
        return css_classes(
            is_legal=self.legal or self.swaps,
            is_storm=self.storm,
            is_enough=self.enough,
            is_asked=self.asks,
        )

    @property
    def progress(self) -> str:
        if self.storm:
            return _("closed by a storm, fulfilled")
        text = _("cards: {count} of {points}")
        if self.enough:
            text = _("fulfilled, cards: {count}")
        return text.format(count=len(self.cards), points=self.goal.points)


@dataclass(frozen=True)
class Area:
    """The points of a player's goals in one of the six areas, the best first."""

    id: str
    points: tuple[int, ...]

    @property
    def name(self) -> str:
        return str(AREA_NAMES[self.id])


@dataclass(frozen=True)
class Wealth:
    """A player's goals by area, and the current score."""

    areas: tuple[Area, ...]
    score: int
    reckoning: str

    @property
    def held(self) -> int:
        """The number of areas with a goal."""
        return sum(bool(area.points) for area in self.areas)

    @property
    def complete(self) -> bool:
        return self.held == len(self.areas)


def wealth(goals: Sequence[Sequence[Any]]) -> Wealth:
    """Return a player's goals by area, their score, and how that is counted."""
    won = [cards.Goal(*goal) for goal in goals]
    areas = tuple(
        Area(area, tuple(sorted((g.points for g in won if g.area == area), reverse=True)))
        for area in cards.AREAS
    )
    best = [area.points[0] for area in areas if area.points]
    return Wealth(areas, score(won), _reckoning(won, best))


def _reckoning(won: list[cards.Goal], best: list[int]) -> str:
    """Describe how goals are counted: the sum, or twice the best − 1 per other goal (spec: End)."""
    if len(best) < len(cards.AREAS):
        return _("{count} of 6 areas").format(count=len(best))
    rest = len(won) - len(best)
    if 2 * sum(best) - rest < sum(goal.points for goal in won):
        return _("the sum")
    if rest:
        return _("6 of 6 areas: 2 × {best} − {rest}").format(best=sum(best), rest=rest)
    return _("6 of 6 areas: 2 × {best}").format(best=sum(best))


@dataclass(frozen=True)
class PlayerPanel(Panel):
    """A seat's side of the table."""

    hand: int
    stack: int
    discards: tuple[Card, ...]
    open_hand: tuple[Card, ...]
    wealth: Wealth
    on_turn: bool
