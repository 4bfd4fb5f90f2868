"""Who may take a line of talk from everybody's sight, besides moderators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.matches.models import Match

Check = Callable[[Any, Match], bool]
checks: list[Check] = []
"""Each feature that lets somebody do so hangs in its own question."""


def may_hide_lines(user: Any, match: Match) -> bool:
    """Whether somebody may hide what is said at a match."""
    return any(check(user, match) for check in checks)
