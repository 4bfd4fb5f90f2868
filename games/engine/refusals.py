"""Refusals of the rules; docs describe their codes (records: python manage.py referee)."""

from __future__ import annotations

from core.refusals import Refusal as Refusal


def noted(template: str) -> str:
    """Return the template: marks text for translation that is not an argument of a refusal."""
    return template


class BadRecord(Refusal, code="bad-record", status=400):
    """The data is not a record, or names a game, seats or rules that this site does not have."""


class BadOptions(Refusal, code="bad-options", status=400, keys=("name", "one", "other")):
    """The game does not have this option, or the option cannot have this value."""


class BadPosition(Refusal, code="bad-position"):
    """The position is not possible in this game."""


class Over(Refusal, code="over"):
    """The game has ended; no more moves can be played."""


class BadMove(Refusal, code="bad-move", status=400, keys=("type", "field")):
    """The data is not a move: a field is missing or has the wrong type, or a name is unknown."""


class NotYourTurn(Refusal, code="not-your-turn"):
    """The seat has nothing to decide now."""


class IllegalMove(Refusal, code="illegal-move"):
    """The move exists in this game, but the rules do not allow it now."""
