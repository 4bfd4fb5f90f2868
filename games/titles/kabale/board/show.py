"""The award as a show: every column of a round, step by step, so that all see why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from games.boards.panels import Card, css_classes
from games.titles.kabale.board.award_words import describe_cards, describe_step, describe_winner
from games.titles.kabale.board.faces import Goal, face, shown
from games.titles.kabale.rules.cards import PRINTED, Number

if TYPE_CHECKING:
    from games.engine.contract import Happening, Json
    from games.matches.presenters.table import Chair


@dataclass(frozen=True)
class Actor:
    """A card as it lies after a beat, and what the beat did to it."""

    chair: Chair
    card: Card
    acts: bool
    falls: bool
    gone: bool
    turned: bool
    before: str
    after: str
    """Its number before and after, where the beat changed it."""

    @property
    def states(self) -> str:
        return css_classes(
            f"seat-{self.chair.seat}",
            is_acting=self.acts,
            is_falling=self.falls,
            is_gone=self.gone,
            is_turned=self.turned,
            is_changed=self.changed,
        )

    @property
    def changed(self) -> bool:
        return bool(self.after)


@dataclass(frozen=True)
class Sum:
    """What a seat has in the column in the end."""

    chair: Chair
    total: str
    wins: bool


@dataclass(frozen=True)
class Beat:
    """One step of the award, as a sentence and a picture."""

    kind: str
    emblem: str
    text: str
    actors: tuple[Actor, ...]
    sums: tuple[Sum, ...] = ()


@dataclass(frozen=True)
class Scene:
    """The award of one column."""

    column: int
    goal: Goal
    beats: tuple[Beat, ...]
    winner: Chair | None
    verdict: str

    @property
    def number(self) -> int:
        return self.column + 1


@dataclass(frozen=True)
class Show:
    """The awards at the end of a round."""

    round: int
    scenes: tuple[Scene, ...]


def show_of(happenings: Sequence[Happening], chairs: Sequence[Chair]) -> Show | None:
    """The show of a step that ended a round; None for any other."""
    ended = next((h.facts for h in happenings if h.kind == "round-ended"), None)
    if ended is None:
        return None
    turned = {(card["column"], card["index"]) for card in ended["revealed"]}
    awards = [h.facts for h in happenings if h.kind == "awarded"]
    return Show(ended["round"], tuple(_scene(facts, chairs, turned) for facts in awards))


def _scene(facts: Json, chairs: Sequence[Chair], turned: set[tuple[int, int]]) -> Scene:
    goal, at = Goal(*facts["goal"]), facts["column"]
    column = _Column(facts, chairs)
    beats = [column.opening({index for col, index in turned if col == at})]
    beats += [column.beat(step) for step in facts["steps"]]
    winner = None if facts["winner"] is None else chairs[facts["winner"]]
    return Scene(at, goal, tuple(beats), winner, describe_winner(facts, column.names))


class _Column:
    """A column during its award: the numbers so far, and which cards are removed."""

    def __init__(self, facts: Json, chairs: Sequence[Chair]) -> None:
        self.facts = facts
        self.chairs = chairs
        self.names = [chair.name for chair in chairs]
        self.area: str = facts["goal"][0]
        self.cards: list[tuple[int, str]] = [(c["seat"], c["card"]) for c in facts["cards"]]
        self.numbers: list[Number | None] = [PRINTED[self.area][card] for _, card in self.cards]
        self.gone: set[int] = set()

    def opening(self, turned: set[int]) -> Beat:
        """The cards as they lie, some of them turned up only now."""
        actors = [self._actor(at, turned=at in turned) for at in range(len(self.cards))]
        return Beat("cards", "cards", describe_cards(self.cards), tuple(actors))

    def beat(self, step: Json) -> Beat:
        changes = {change["card"]: change for change in step["changed"]}
        self.gone |= set(step["removed"])
        for index, change in changes.items():
            self.numbers[index] = change["after"]
        actors = [
            self._actor(at, at in step["by"], at in step["removed"], change=changes.get(at))
            for at in range(len(self.cards))
        ]
        kind: str = step["kind"]
        text = describe_step(step, self.facts, self.names)
        sums = self._sums() if kind == "sum" else ()
        return Beat(kind, _EMBLEMS.get(kind, kind), text, tuple(actors), sums)

    def _actor(
        self,
        index: int,
        acts: bool = False,
        falls: bool = False,
        turned: bool = False,
        change: Json | None = None,
    ) -> Actor:
        seat, card = self.cards[index]
        number = self.numbers[index]
        printed = face(card, self.area)
        value = printed.value if number is None else shown(number)
        return Actor(
            chair=self.chairs[seat],
            card=replace(printed, value=value, seat=seat),
            acts=acts,
            falls=falls,
            gone=index in self.gone,
            turned=turned,
            before="" if change is None else shown(change["before"]) or "–",
            after="" if change is None else shown(change["after"]) or "–",
        )

    def _sums(self) -> tuple[Sum, ...]:
        """The sums of the seats taking part, the winner first."""
        winner = self.facts["winner"]
        sums: dict[str, Any] = self.facts["sums"]
        ranked = sorted(sums, key=lambda seat: (int(seat) != winner, -sums[seat]))
        return tuple(
            Sum(self.chairs[int(seat)], shown(sums[seat]), int(seat) == winner) for seat in ranked
        )


_EMBLEMS = {"prince-squire": "prince", "sum": "crown"}
