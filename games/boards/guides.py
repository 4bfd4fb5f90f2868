"""Help at the table for a first match: a question explained and a move advised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.contract import Move


@dataclass(frozen=True)
class Guide:
    """An explanation of a decision for new players, in two sentences."""

    asked: str
    """What the decision means."""
    usual: str
    """What players usually do, and why."""


@dataclass(frozen=True)
class Threat:
    """A player who wins the match with their next success."""

    seat: int
    text: str
    """Who wins, and with what, in one sentence."""
    brief: str
    """With what, for the player's panel."""


@dataclass(frozen=True)
class Reason:
    """Why a move may be good: a sentence, and what has to be true for it to be shown.

    The tests of each game check the premise of every key with the rules, apart from the guide
    (tests/games/titles/test_reasons.py). The key `RULE` is for a rule that always holds.
    """

    key: str
    text: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What the premise is about, such as a number in the sentence."""


RULE = "rule"


@dataclass(frozen=True)
class Advice:
    """A move in words, and the reasons for it."""

    move: str
    reasons: tuple[Reason, ...] = ()

    @property
    def why(self) -> str:
        """The reasons in one line; empty if there are none."""
        return " ".join(reason.text for reason in self.reasons)


@dataclass(frozen=True)
class Hint:
    """A hint as the table shows it."""

    state: str
    """“waiting” for a move, “quick” with that of a quick bot in the meantime, “found” but not yet
    compared, “done” or “failed”."""
    move: Move | None = None
    comparison: str = ""
    """The chances with this move and with another one, in words."""
    url: str = ""
    """Where the page gets the rest of it; empty once nothing more comes."""

    @property
    def failed(self) -> bool:
        """Whether the strongest bot gave no move."""
        return self.state == "failed"

    @property
    def quick(self) -> bool:
        """Whether the move is that of a quick bot, not of the strongest."""
        return self.state in ("quick", "failed")
