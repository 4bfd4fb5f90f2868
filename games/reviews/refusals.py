"""The refusals of reviews."""

from core.refusals import Refusal


class NotReviewed(Refusal, code="not-reviewed", status=409):
    """The match is still running, or was called off."""
