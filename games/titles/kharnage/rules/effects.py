"""The facts of each kind of effect in Kharnage (spec: Play; Icons).

Each is a plain dict at run time. Cards and strategies are given by their ids.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from games.engine.shapes import Outcome

Line = Literal["front", "center", "back"]


class Acted(TypedDict):
    """An effect of one seat."""

    seat: int
    """Which seat."""


class Planned(Acted):
    """You laid a plan; others see it when all plans are revealed."""

    strategy: str
    """The strategy card."""


class Revealed(TypedDict):
    """All plans are shown."""

    round: int
    """Which round, from 1."""
    plans: list[str | None]
    """By seat: its strategy card; null for none."""


class Turn(Acted):
    """A seat begins to carry out its plan."""

    strategy: str
    """The strategy card."""


class Flag(Acted):
    """A card of the reserve went onto the pile, or none was left."""

    pile: int
    """The number of cards in the pile now."""


class General(Acted):
    """A general went from the hand onto the pile."""

    card: str
    """Which one."""


class Deployed(Acted):
    """A card was put into its line."""

    card: str
    """The card."""
    line: Line
    """The line."""
    fetched: bool
    """Whether another piece of the same large unit fetched it."""
    pile: int
    """The number of cards left in the pile."""


class Surprised(Acted):
    """A card that was just deployed attacks."""

    card: str
    """The card."""
    icon: str
    """Its surprise icon, which gives the kind of attack."""
    strength: int
    """The strength of the attack."""


class Thrown(Acted):
    """A card that was just deployed is thrown or kept."""

    card: str
    """The card."""
    do: bool
    """Whether it is thrown."""


class Targeted(Acted):
    """A seat aims an attack, or forgoes it."""

    kind: Literal["melee", "ranged", "magic"]
    """The kind of the attack; `magic` if a magic attack is forgone."""
    seats: list[int]
    """The seats that are attacked; none if it is forgone."""
    strength: int
    """The strength against each."""


class Attacked(Acted):
    """An effect between an attacker and a target."""

    target: int
    """The seat that is attacked."""


class Withstood(Attacked):
    """An attack is too weak for every card of the open line: nothing falls."""


class Stopped(Attacked):
    """The attack on this target ends early."""

    left: int
    """The strength that is lost."""


class Destroyed(Attacked):
    """A card was destroyed and went to the attacker."""

    card: str
    """The card."""
    web: bool
    """Whether it had a web."""
    left: int
    """The strength that is left against this target."""


class Webbed(Acted):
    """A web was put on a card; all null if there was none."""

    target: int | None
    """The seat whose card it is."""
    line: Line | None
    """The line it stands in."""
    card: str | None
    """The card."""


class CheerAsked(TypedDict):
    """The other seats are asked to cheer."""

    seats: list[int]
    """The seats that are asked."""


class Cheered(Acted):
    """A seat cheered or stayed silent."""

    cheers: bool
    """Whether it cheered."""
    lost: bool
    """Whether its silence cost it a token."""


class Scored(TypedDict):
    """The points of a round."""

    round: int
    """Which round, from 1."""
    destroyed: list[int]
    """By seat: the number of cards it destroyed in this round."""
    points: list[int]
    """By seat: the points it gained."""


class Round(TypedDict):
    """A round begins."""

    round: int
    """Which one, from 1."""


EFFECTS: dict[str, object] = {
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
    "withstood": Withstood,
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
