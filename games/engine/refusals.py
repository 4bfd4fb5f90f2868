"""Refusals of the rules; their codes are written down (records: python manage.py referee)."""

from __future__ import annotations

from refusals import Refusal as Refusal


def noted(template: str) -> str:
    """The template itself: marks one that is not an argument of its refusal for translation."""
    return template


class BadRecord(Refusal):
    """What was given is no record, or names a game, seats or rules that this site does not have."""

    code = "bad-record"
    status = 400


class BadOptions(Refusal):
    """An option the game does not have, or a value it cannot take."""

    code = "bad-options"
    status = 400


class BadPosition(Refusal):
    """A position that is not possible in this game."""

    code = "bad-position"


class Over(Refusal):
    """The game has ended; nothing can be played any more."""

    code = "over"


class BadMove(Refusal):
    """Not a move of this game at all: a field missing or ill-typed, an unknown name."""

    code = "bad-move"
    status = 400


class NotYourTurn(Refusal):
    """This seat owes no decision now."""

    code = "not-your-turn"


class IllegalMove(Refusal):
    """A move of this game that the rules do not allow now."""

    code = "illegal-move"
