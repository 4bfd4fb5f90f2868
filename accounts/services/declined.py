"""What the house declines to do about people: understood, and refused in words."""

from __future__ import annotations


class Declined(Exception):
    """A refusal with a code for programs and a sentence for people."""

    def __init__(self, code: str, reason: str, status: int = 409) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.status = status
