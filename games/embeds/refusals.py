"""What is declined about pictures and embedded matches."""

from __future__ import annotations

from refusals import Refusal


class NoSuchStep(Refusal, code="unknown-step", status=404):
    """The match has no such step, or the public does not know of it."""


class NotPublic(Refusal, code="not-public", status=403):
    """Only what everybody may look at is shown on other sites."""


class PicturesBusy(Refusal, code="pictures-busy", status=429):
    """More pictures are asked for than this server draws at once."""
