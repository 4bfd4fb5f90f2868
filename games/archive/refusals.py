"""The refusals of the archive."""

from refusals import Refusal


class BadNote(Refusal, code="bad-note", status=400):
    """A note that is too long."""


class BadPeriod(Refusal, code="bad-period", status=400):
    """Days that are none, in the wrong order, or too many at once."""
