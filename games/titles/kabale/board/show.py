"""The award of a round on screen: every column, step by step, in pictures and in words."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.boards.lines import Facts, Names
from games.boards.panels import Card, css_classes
from games.boards.seats import TablePlayer
from games.titles.kabale.board.faces import Goal, face, shown
from games.titles.kabale.board.lines import describe_awarded
from games.titles.kabale.board.parts import Sum, sums_of
from games.titles.kabale.rules.cards import PRINTED, Number

if TYPE_CHECKING:
    from games.engine.contract import Effect, Json

SECONDS_A_BEAT = 1.4
"""The longest sentence is shown for 1.3 seconds, a result for 0.3 more; see show.js."""


@dataclass(frozen=True)
class Actor:
    """A card after a beat, and how the beat changed it."""

    player: TablePlayer
    card: Card
    acts: bool
    falls: bool
    removed: bool
    turned: bool
    before: str
    after: str
    """Its number after the beat, if that changed it; `before` is the one before."""

    @property
    def states(self) -> str:
        return css_classes(
            f"seat-{self.player.seat}",
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
    winner: TablePlayer | None
    verdict: str
    summary: str
    """The verdict in one sentence, with the sums."""

    @property
    def number(self) -> int:
        return self.column + 1


@dataclass(frozen=True)
class Show:
    """The awards at the end of a round."""

    round: int
    scenes: tuple[Scene, ...]


def show_of(effects: Sequence[Effect], players: Sequence[TablePlayer]) -> Show | None:
    """Return the show of a step that ended a round; None for any other step."""
    ended = next((one.facts for one in effects if one.kind == "round-ended"), None)
    if ended is None:
        return None
    turned = {(card["column"], card["index"]) for card in ended["revealed"]}
    awards = [one.facts for one in effects if one.kind == "awarded"]
    return Show(ended["round"], tuple(_scene(facts, players, turned) for facts in awards))


def show_seconds(effects: Sequence[Effect]) -> int:
    """Return how long the show of these effects takes at normal speed, without its last page."""
    awards = [one.facts["steps"][:-1] for one in effects if one.kind == "awarded"]
    changes = [sum(map(_changes_something, steps)) for steps in awards]
    beats = sum(changed + 2 if changed else 1 for changed in changes)
    return ceil(beats * SECONDS_A_BEAT)


def _scene(facts: Json, players: Sequence[TablePlayer], turned: set[tuple[int, int]]) -> Scene:
    goal, at = Goal(*facts["goal"]), facts["column"]
    column = _Column(facts, players, {index for col, index in turned if col == at})
    winner = None if facts["winner"] is None else players[facts["winner"]]
    return Scene(
        at,
        goal,
        tuple(column.beats()),
        winner,
        describe_winner(goal.text, winner),
        describe_awarded(facts, column.names).text,
    )


class _Column:
    """A column during its award: the numbers so far, and which cards are removed."""

    def __init__(
        self, facts: Json, players: Sequence[TablePlayer], turned: AbstractSet[int]
    ) -> None:
        self.facts = facts
        self.players = players
        self.names = [player.name for player in players]
        self.area: str = facts["goal"][0]
        self.cards: list[tuple[int, str]] = [(c["seat"], c["card"]) for c in facts["cards"]]
        self.numbers: list[Number | None] = [PRINTED[self.area][card] for _, card in self.cards]
        self.removed: set[int] = set()
        self.turned = turned

    def beats(self) -> Iterator[Beat]:
        """Yield the cards, then each step that removes or changes one, then the result.

        A step that changes nothing has no beat of its own: if it explains the award, its sentence
        joins the next beat. If nothing changes at all, the cards and the result are one beat.
        """
        *steps, last = self.facts["steps"]
        if any(map(_changes_something, steps)):
            yield self._beat("cards", "cards", [describe_cards(self.cards)], ())
        waiting: list[Json] = []
        for step in steps:
            if _changes_something(step):
                yield self._beat_of([*waiting, step])
                waiting = []
            elif step["kind"] in _TELLS_WHY:
                waiting.append(step)
        yield self._beat_of([*waiting, last], self._sums() if last["kind"] == "sum" else ())

    def _beat_of(self, steps: Sequence[Json], sums: tuple[Sum, ...] = ()) -> Beat:
        """Return a beat of the last of these steps; the others add only sentences."""
        last = steps[-1]
        texts = [describe_step(step, self.facts, self.names) for step in steps]
        acting = {index for step in steps for index in step["by"]}
        kind: str = last["kind"]
        return self._beat(kind, _EMBLEMS.get(kind, kind), texts, acting, last, sums)

    def _beat(
        self,
        kind: str,
        emblem: str,
        texts: Sequence[str],
        acting: Container[int],
        step: Json | None = None,
        sums: tuple[Sum, ...] = (),
    ) -> Beat:
        falling = set(step["removed"]) if step else set()
        changes = {change["card"]: change for change in step["changed"]} if step else {}
        self.removed |= falling
        for index, change in changes.items():
            self.numbers[index] = change["after"]
        actors = tuple(
            self._actor(at, at in acting, at in falling, changes.get(at))
            for at in range(len(self.cards))
        )
        self.turned = frozenset()
        return Beat(kind, emblem, " ".join(filter(None, texts)), actors, sums)

    def _actor(self, index: int, acts: bool, falls: bool, change: Json | None) -> Actor:
        seat, card = self.cards[index]
        number = self.numbers[index]
        printed = face(card, self.area)
        value = printed.value if number is None else shown(number)
        before, after = (change["before"], change["after"]) if change else (None, None)
        return Actor(
            player=self.players[seat],
            card=replace(printed, value=value, seat=seat),
            acts=acts,
            falls=falls,
            removed=index in self.removed,
            turned=index in self.turned,
            before="" if before == after else shown(before) or "–",
            after="" if before == after else shown(after) or "–",
        )

    def _sums(self) -> tuple[Sum, ...]:
        """Return the sums of the seats that take part, the winner first."""
        sums = {int(seat): total for seat, total in self.facts["sums"].items()}
        return sums_of(self.facts["winner"], sums, self.players)


def _changes_something(step: Json) -> bool:
    changed = any(change["before"] != change["after"] for change in step["changed"])
    return bool(step["removed"]) or changed


# --- The steps in words.

_EMBLEMS = {"prince-squire": "prince", "sum": "crown"}
_TELLS_WHY = frozenset(("musketeers", "wizard", "witch", "double", "beggar"))
"""Steps that are described even if they change no card."""
_PLAIN = {
    "musketeers": gettext_lazy(
        "The musketeers silence every other ability: only printed numbers count."
    ),
    "hermit": gettext_lazy("{name}’s hermit wants to be alone: 1 less for every other card."),
    "giant": gettext_lazy("{name}’s little giant likes company: 3 more for every other card."),
    "dragon": gettext_lazy(
        "{name}’s dragon breathes fire: every card of the other players counts 2 less."
    ),
    "romeo": gettext_lazy("{name}’s Romeo has found his Juliet and counts 15."),
    "beggar": gettext_lazy("A beggar is here: the lowest sum wins."),
}
_REMOVERS = {
    "wizard": (
        gettext_lazy("{count} wizards get in each other’s way: none of them acts."),
        gettext_lazy("The wizard finds no card of 10 or more."),
        gettext_lazy("The wizard removes every card of 10 or more."),
    ),
    "witch": (
        gettext_lazy("{count} witches get in each other’s way: none of them acts."),
        gettext_lazy("The witch finds no other card of 9 or less."),
        gettext_lazy("The witch removes every other card of 9 or less."),
    ),
}
"""The sentences for several at once, for one that finds nothing, for one that removes cards."""


def describe_cards(cards: Sequence[object]) -> str:
    """Describe the cards at the start of a scene in which something changes."""
    count = len(cards)
    return ngettext(
        "One card lies here.",
        "{count} cards lie here, the first nearest to the goal.",
        count,
    ).format(count=count)


def describe_step(step: Facts, award: Facts, names: Names) -> str:
    """Describe a step: which card acts, and the result."""
    by = step["by"]
    owners = [award["cards"][index]["seat"] for index in by]
    match step["kind"]:
        case "wizard" | "witch" as kind:
            many, nothing, some = _REMOVERS[kind]
            text = str(many if len(by) > 1 else some if step["removed"] else nothing)
        case "prince-squire" if len(set(owners)) > 1:
            text = _(
                "Several players have prince and squire here. {name}’s are nearest to the goal."
            )
        case "prince-squire":
            text = _("{name} has prince and squire here. That beats any sum.")
        case "double" if all(change["after"] is None for change in step["changed"]):
            text = _("The double has no card with a number behind it, so it has no number.")
        case "double":
            text = _("A double takes the number of the card behind it.")
        case "sum":
            text = _sum(step, award)
        case kind:
            text = str(_PLAIN[kind])
    return text.format(name=names[owners[0]] if by else "", count=len(by))


def _sum(step: Facts, award: Facts) -> str:
    """Describe why the winner's sum takes the goal."""
    beggar = any(other["kind"] == "beggar" for other in award["steps"])
    if not award["cards"]:
        return _("There are no cards here.")
    if not award["sums"]:
        return _("No player takes part.")
    if step["by"]:
        if beggar:
            return _("Equal sums: {name} has the card farthest from the goal.")
        return _("Equal sums: {name} has the card nearest to the goal.")
    if len(award["sums"]) == 1:
        return _("No other player takes part.")
    # The sentence about the beggar said that the lowest wins.
    return "" if beggar else _("The highest sum takes the goal.")


def describe_winner(goal: str, winner: TablePlayer | None) -> str:
    """Describe who takes the goal."""
    if winner is None:
        return _("{goal} leaves the game.").format(goal=goal)
    if winner.you:
        return _("You take {goal}.").format(goal=goal)
    return _("{name} takes {goal}.").format(name=winner.name, goal=goal)
