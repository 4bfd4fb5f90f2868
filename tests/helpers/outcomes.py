"""The outcome of a finished match."""

from __future__ import annotations

from games.engine.contract import Outcome, Position


def outcome_of(position: Position) -> Outcome:
    outcome = position.outcome()
    assert outcome is not None, "it goes on"
    return outcome
