"""Refusals: a request that was understood and declined, with code, sentence and HTTP status.

Game rules, tables and accounts all refuse in this way, so this package is below all others and
needs only Python. Views translate the reason (`core.refusals.words`).
"""

from __future__ import annotations

from typing import ClassVar


class Refusal(Exception):
    """Base of all refusals; only subclasses are raised.

        class NoSuchMatch(Refusal, code="unknown-match", status=404): ...

        raise NoSuchMatch("There is no match “{id}”.", id=match_id)

    `reason` is the template filled with its facts. A class has a `code` for programs and an HTTP
    `status`, 409 by default. `keys` are its facts that are keys of the JSON, such as the name of a
    field: programs read them unchanged, pages show them as words. `wait` is the number of seconds
    after which the same request may succeed; None if that is unknown.
    """

    code: ClassVar[str]
    status: ClassVar[int] = 409
    keys: ClassVar[frozenset[str]] = frozenset()
    wait: int | None = None

    def __init_subclass__(
        cls, *, code: str = "", status: int = 0, keys: tuple[str, ...] = ()
    ) -> None:
        """Set the code, status and keys of a subclass; by default those of its base class."""
        super().__init_subclass__()
        if code:
            cls.code = code
        if status:
            cls.status = status
        if keys:
            cls.keys = frozenset(keys)

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts = facts
        super().__init__(self.reason)

    @property
    def reason(self) -> str:
        return self.template.format(**self.facts) if self.facts else self.template
