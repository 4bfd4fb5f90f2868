"""The award as a show: every column of a round, step by step, in pictures and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.boards.lines import Facts, Names
from games.boards.panels import Card, css_classes
from games.titles.kabale.board.faces import Goal, face, goal_name, shown
from games.titles.kabale.rules.cards import PRINTED, Number

if TYPE_CHECKING:
    from games.engine.contract import Happening, Json
    from games.matches.presenters.table import Chair


@dataclass(frozen=True)
class Actor:
    """A card after a beat, and what the beat did to it."""

    chair: Chair
    card: Card
    acts: bool
    falls: bool
    removed: bool
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
            is_gone=self.removed,
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
        self.removed: set[int] = set()

    def opening(self, turned: set[int]) -> Beat:
        """The cards in the column, some of them turned up only now."""
        actors = [self._actor(at, turned=at in turned) for at in range(len(self.cards))]
        return Beat("cards", "cards", describe_cards(self.cards), tuple(actors))

    def beat(self, step: Json) -> Beat:
        changes = {change["card"]: change for change in step["changed"]}
        self.removed |= set(step["removed"])
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
            removed=index in self.removed,
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


# --- The steps in words.

_EMBLEMS = {"prince-squire": "prince", "sum": "crown"}
_PLAIN = {
    "musketeers": gettext_lazy(
        "The musketeers silence every other ability: only printed numbers count."
    ),
    "hermit": gettext_lazy("The hermit of {name} wants to be alone: 1 less for every other card."),
    "giant": gettext_lazy("The little giant of {name} likes company: 3 more for every other card."),
    "romeo": gettext_lazy("The Romeo of {name} has found his Juliet and counts 15."),
    "beggar": gettext_lazy("A beggar is here: the lowest sum wins."),
}
_REMOVERS = {
    "wizard": (
        gettext_lazy("{count} wizards stand in each other’s way: none of them acts."),
        gettext_lazy("The wizard finds no card of 10 or more."),
        gettext_lazy("The wizard removes every card of 10 or more."),
    ),
    "witch": (
        gettext_lazy("{count} witches stand in each other’s way: none of them acts."),
        gettext_lazy("The witch finds no other card of 9 or less."),
        gettext_lazy("The witch removes every other card of 9 or less."),
    ),
}
"""The sentences for several at once, for one that finds nothing, for one that removes cards."""


def describe_cards(cards: Sequence[object]) -> str:
    """The opening of a scene."""
    if not cards:
        return _("No card lies here.")
    count = len(cards)
    return ngettext(
        "One card lies here.",
        "{count} cards lie here, the first nearest to the goal.",
        count,
    ).format(count=count)


def describe_step(step: Facts, award: Facts, names: Names) -> str:
    """One step: who acts, and what comes of it."""
    by = step["by"]
    owners = [award["cards"][index]["seat"] for index in by]
    match step["kind"]:
        case "wizard" | "witch" as kind:
            many, nothing, some = _REMOVERS[kind]
            text = str(many if len(by) > 1 else some if step["removed"] else nothing)
        case "prince-squire" if len(set(owners)) > 1:
            text = _(
                "Several have prince and squire here: those of {name} are nearest to the goal."
            )
        case "prince-squire":
            text = _("{name} has prince and squire here. That beats everything else.")
        case "dragon" if step["changed"]:
            text = _("The dragon of {name} breathes fire: 2 less for every card of others.")
        case "dragon":
            text = _("The dragon of {name} finds nobody else’s card to burn.")
        case "double" if all(change["after"] is None for change in step["changed"]):
            text = _("The double has nothing behind it to copy, and no number.")
        case "double":
            text = _("A double takes the number of the card behind it.")
        case "sum":
            text = _sum(step, award)
        case kind:
            text = str(_PLAIN[kind])
    return text.format(name=names[owners[0]] if by else "", count=len(by))


def _sum(step: Facts, award: Facts) -> str:
    """Why the winner's sum takes the goal."""
    beggar = any(other["kind"] == "beggar" for other in award["steps"])
    if not award["sums"]:
        return _("Nobody takes part.")
    if step["by"]:
        if beggar:
            return _("Equal sums: {name} has the card farthest from the goal.")
        return _("Equal sums: {name} has the card nearest to the goal.")
    if len(award["sums"]) == 1:
        return _("Nobody else takes part.")
    return _("The lowest sum takes the goal.") if beggar else _("The highest sum takes the goal.")


def describe_winner(award: Facts, names: Names) -> str:
    """Who takes the goal."""
    goal, winner = goal_name(award["goal"]), award["winner"]
    if winner is None:
        return _("{goal} leaves the game.").format(goal=goal)
    return _("{name} takes {goal}.").format(name=names[winner], goal=goal)
