"""Refusals of the rules; their codes are written down (records: python manage.py referee)."""

from __future__ import annotations

from refusals import Refusal as Refusal


def noted(template: str) -> str:
    """The template itself: marks one that is not an argument of its refusal for translation."""
    return template


class BadRecord(Refusal, code="bad-record", status=400):
    """What was given is no record, or names a game, seats or rules that this site does not have."""


class BadOptions(Refusal, code="bad-options", status=400):
    """An option the game does not have, or a value it cannot take."""


class BadPosition(Refusal, code="bad-position"):
    """A position that is not possible in this game."""


class Over(Refusal, code="over"):
    """The game has ended; nothing can be played any more."""


class BadMove(Refusal, code="bad-move", status=400):
    """Not a move of this game at all: a field missing or ill-typed, an unknown name."""


class NotYourTurn(Refusal, code="not-your-turn"):
    """This seat owes no decision now."""


class IllegalMove(Refusal, code="illegal-move"):
    """A move of this game that the rules do not allow now."""
