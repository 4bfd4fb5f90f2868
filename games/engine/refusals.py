"""Refusals: understood and declined, with a code and one clear sentence.

The codes are those of the record format; a door shows the reason, translated by its template:
`reason` is `template` filled with `facts`.
"""

from __future__ import annotations

from typing import Any, ClassVar


class Refusal(Exception):
    """Base of all refusals; never raised itself."""

    code: ClassVar[str]

    def __init__(self, template: str, **facts: Any) -> None:
        self.template = template
        self.facts = facts
        super().__init__(self.reason)

    @property
    def reason(self) -> str:
        return self.template.format(**self.facts) if self.facts else self.template


def noted(template: str) -> str:
    """The template itself; marks one that stands away from its refusal, for the translators."""
    return template


class BadRecord(Refusal):
    """What was given is no record, or names a game, seats or rules the house does not know."""

    code = "bad-record"


class BadOptions(Refusal):
    """An option the game does not have, or a value it cannot take."""

    code = "bad-options"


class BadPosition(Refusal):
    """A position that cannot stand on the table."""

    code = "bad-position"


class Over(Refusal):
    """The game has ended; nothing can be played any more."""

    code = "over"


class BadMove(Refusal):
    """Not a move of this game at all: a field missing or ill-typed, an unknown name."""

    code = "bad-move"


class NotYourTurn(Refusal):
    """This seat owes no decision now."""

    code = "not-your-turn"


class IllegalMove(Refusal):
    """A move of this game that the rules do not allow now."""

    code = "illegal-move"
