"""The refusals of reviews."""

from refusals import Refusal


class NotReviewed(Refusal, code="not-reviewed", status=409):
    """A match that goes on, or was called off."""
