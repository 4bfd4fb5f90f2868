"""The shapes of Kharnage's JSON (spec: Position; Moves; Hidden from a viewer).

Each is a plain dict at run time. The ids of armies and cards are those of the card set in play
(spec: Card set).
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Phase = Literal["plan", "reinforce", "target", "destroy", "magic", "throw", "web", "cheer", "over"]


class Standing(TypedDict):
    """A card in a line."""

    card: str
    """The unit or general."""
    web: bool
    """Whether a web token lies on it."""


class Lines(TypedDict):
    """The lines of an army, each in no order."""

    front: list[Standing]
    """Attacked first."""
    center: list[Standing]
    """Attacked once the front is empty."""
    back: list[Standing]
    """Attacked last."""


class Surprise(TypedDict):
    """A deployed card whose surprise icons act."""

    card: str
    """The card."""
    step: int
    """How many of its steps are done."""
    thrown: bool
    """Whether it was thrown and stands nowhere any more."""


class Attack(TypedDict):
    """An attack being made."""

    kind: str
    """`melee`, `ranged`, or `magic`, which may be made as either of them."""
    strength: int
    """Its strength, before it is halved for two targets."""
    trample: int
    """How much strength rises when a line is emptied."""
    targets: list[list[int]]
    """Pairs of a seat and the strength left for it, the first being attacked now.

    Empty while they are being chosen.
    """


class Pending(TypedDict):
    """What is being decided by the seat on turn."""

    icons: int
    """How many icons of its strategy card are done."""
    surprises: list[Surprise]
    """The deployed cards whose surprise icons still act, the next first."""
    attack: Attack | None
    """The attack being made, if any."""
    cheer: list[int]
    """The seats that still have to cheer, rising."""


class Open(TypedDict):
    """What everybody sees."""

    round: int
    """The round, 1 to 4."""
    phase: Phase
    """What is going on."""
    turn: int | None
    """The seat carrying out its card; null at `plan` and `over`."""
    armies: list[str]
    """By seat: its army."""
    hands: list[list[str]]
    """By seat: the strategy cards it has not used, in no order."""
    generals: list[list[str]]
    """By seat: the generals in its hand, in no order."""
    plans: list[str | None]
    """By seat: this round's strategy card, null before it is chosen.

    A view hides others' plans until all are in.
    """
    lines: list[Lines]
    """By seat: its army in the field."""
    kills: list[list[str]]
    """By seat: the cards it destroyed this round, in no order."""
    points: list[int]
    """By seat: the points scored, without kharnage tokens."""
    kharnage: list[int]
    """By seat: how many kharnage tokens it has."""
    pending: Pending | None
    """What is being decided; null at `plan` and `over`."""


class Position(Open):
    """The full state."""

    reserves: list[list[str]]
    """By seat: its reserve, bottom → top."""
    piles: list[list[str]]
    """By seat: its reinforcement pile, bottom → top."""


class View(Open):
    """What a seat or the public may know."""

    planned: list[bool]
    """By seat: whether it has chosen its strategy card."""
    reserves: list[int]
    """By seat: how many cards its reserve has."""
    piles: list[int]
    """By seat: how many cards its reinforcement pile has."""


class Plan(TypedDict):
    """Secretly choose the strategy card of this round."""

    type: Literal["plan"]
    strategy: str
    """The card."""


class Reinforce(TypedDict):
    """At a general's flag."""

    type: Literal["reinforce"]
    general: str | None
    """A general from hand; null is a card of the reserve."""


_As = TypedDict("_As", {"as": NotRequired[Literal["melee", "ranged"]]})


class Target(_As):
    """Whom to attack; in phase `magic`, unless forgone, `as` says how, and elsewhere never."""

    type: Literal["target"]
    seats: list[int]
    """One seat, two in this order with half the strength each, or none to forgo the attack."""


class Destroy(TypedDict):
    """Spend strength on a card of the line that is now open."""

    type: Literal["destroy"]
    target: int
    """The seat that is attacked."""
    card: str
    """The card."""
    web: NotRequired[Literal[True]]
    """A copy under a web; left out: one without."""


class Stop(TypedDict):
    """Leave this target alone."""

    type: Literal["stop"]


class Throw(TypedDict):
    """Throw the card that was just deployed, or don't."""

    type: Literal["throw"]
    do: bool
    """Whether to."""


class Web(TypedDict):
    """Put a web token on an enemy card, or don't."""

    type: Literal["web"]
    target: int | None
    """The seat whose card it is; null for none, and then the rest is left out."""
    line: NotRequired[Literal["front", "center", "back"]]
    """The line the card stands in."""
    card: NotRequired[str]
    """The card."""


class Cheer(TypedDict):
    """Congratulate on a Kharnage."""

    type: Literal["cheer"]


class Silent(TypedDict):
    """Don't."""

    type: Literal["silent"]


Move = Plan | Reinforce | Target | Destroy | Stop | Throw | Web | Cheer | Silent
