"""Refusals: a request that was understood and declined, with code, sentence and HTTP status.

The rules of a game, the tables and the accounts all decline in this way, so this package is below
all others and needs nothing but Python. Views translate the reason: see `refusals.words`.
"""

from __future__ import annotations

from typing import Any, ClassVar


class Refusal(Exception):
    """Base of all refusals; never raised itself. `reason` is `template` filled with `facts`.

    Each class says `code`, for programs, and the HTTP `status`, if it is not 409, as arguments:
    `class NoSuchMatch(Refusal, code="unknown-match", status=404): ...`
    """

    code: ClassVar[str]
    status: ClassVar[int] = 409

    def __init_subclass__(cls, *, code: str = "", status: int = 0) -> None:
        """`class NotOpen(Refusal, code="not-open", status=409)`; by default as the base class."""
        super().__init_subclass__()
        if code:
            cls.code = code
        if status:
            cls.status = status

    def __init__(self, template: str, **facts: Any) -> None:
        self.template = template
        self.facts = facts
        super().__init__(self.reason)

    @property
    def reason(self) -> str:
        return self.template.format(**self.facts) if self.facts else self.template
