"""What a move of Kharnage brings about: the facts of each kind of happening (spec: Play; Icons).

Each is a plain dict at run time. Cards and strategies are told by their ids.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from games.engine.shapes import Outcome

Line = Literal["front", "center", "back"]


class Acted(TypedDict):
    """A seat has done this."""

    seat: int
    """Which seat."""


class Planned(Acted):
    """The plan that you laid yourself; others see it when all are revealed."""

    strategy: str
    """The strategy card."""


class Revealed(TypedDict):
    """All have planned, and all plans are shown."""

    round: int
    """Which round, from 1."""
    plans: list[str | None]
    """By seat: its strategy card; null for none."""


class Turn(Acted):
    """The seat carries out its plan."""

    strategy: str
    """The strategy card."""


class Flag(Acted):
    """A card of the reserve came onto the pile to be deployed, or none was left."""

    pile: int
    """How many cards the pile has now."""


class General(Acted):
    """A general came from the hand onto the pile."""

    card: str
    """Which one."""


class Deployed(Acted):
    """A card was put into its line."""

    card: str
    """The card."""
    line: Line
    """The line."""
    fetched: bool
    """Whether another piece of the same unit brought it."""
    pile: int
    """How many cards are left to be deployed."""


class Surprised(Acted):
    """A card that was just deployed attacks."""

    card: str
    """The card."""
    icon: str
    """Its icon, which says how."""
    strength: int
    """How strong the attack is."""


class Thrown(Acted):
    """A card that was just deployed may be thrown."""

    card: str
    """The card."""
    do: bool
    """Whether it was."""


class Targeted(Acted):
    """Whom an attack is aimed at."""

    kind: Literal["melee", "ranged", "magic"]
    """How it attacks; `magic` where it was forgone."""
    seats: list[int]
    """The seats that are attacked; none where it was forgone."""
    strength: int
    """The strength against each."""


class Attacked(Acted):
    """A seat did this to another."""

    target: int
    """The seat that is attacked."""


class Stopped(Attacked):
    """The attack on this target ends early."""

    left: int
    """The strength that is lost by that."""


class Destroyed(Attacked):
    """A card was destroyed, and is the attacker's now."""

    card: str
    """The card."""
    web: bool
    """Whether it had a web."""
    left: int
    """The strength that is left against this target."""


class Webbed(Acted):
    """A web was laid over a card; all null where it was forgone."""

    target: int | None
    """The seat whose card it is."""
    line: Line | None
    """The line it stands in."""
    card: str | None
    """The card."""


class CheerAsked(TypedDict):
    """The others are to congratulate."""

    seats: list[int]
    """Who is."""


class Cheered(Acted):
    """Somebody has answered."""

    cheers: bool
    """Whether they congratulate."""
    lost: bool
    """Whether their silence cost them a token."""


class Scored(TypedDict):
    """The points of a round."""

    round: int
    """Which round, from 1."""
    destroyed: list[int]
    """By seat: how many cards it has destroyed in this round."""
    points: list[int]
    """By seat: what it gains by that."""


class Round(TypedDict):
    """A round begins."""

    round: int
    """Which one, from 1."""


HAPPENINGS: dict[str, Any] = {
    "planned": Planned,
    "plan-laid": Acted,
    "revealed": Revealed,
    "turn": Turn,
    "flag": Flag,
    "general": General,
    "deployed": Deployed,
    "surprise": Surprised,
    "throw": Thrown,
    "target": Targeted,
    "destroyed": Destroyed,
    "stopped": Stopped,
    "web": Webbed,
    "kharnage": Attacked,
    "cheer-asked": CheerAsked,
    "cheered": Cheered,
    "scored": Scored,
    "round": Round,
    "over": Outcome,
}
"""By kind."""
