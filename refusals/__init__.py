"""Refusals: understood and declined, with a code, one clear sentence and an HTTP status.

Everything that declines something does it this way: the rules of a game, what is done at tables,
what is done about people. So this package is below all others, and needs nothing but Python. A
view shows the reason in the reader's language: see `refusals.words`.
"""

from __future__ import annotations

from typing import Any, ClassVar


class Refusal(Exception):
    """Base of all refusals; never raised itself. `reason` is `template` filled with `facts`."""

    code: ClassVar[str]
    """For programs."""
    status: ClassVar[int] = 409
    """What a client is answered with over HTTP."""

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
