"""Refusals of the archive."""

from core.refusals import Refusal


class BadNote(Refusal, code="bad-note", status=400):
    """A note that is too long."""


class BadPeriod(Refusal, code="bad-period", status=400):
    """Days that are invalid, in the wrong order, or too many at once."""
