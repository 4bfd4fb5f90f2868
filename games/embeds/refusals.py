"""The refusals of pictures and embedded matches."""

from __future__ import annotations

from core.refusals import Refusal


class NoSuchStep(Refusal, code="unknown-step", status=404):
    """The match has no such step, or the public may not see it."""


class NotPublic(Refusal, code="not-public", status=403):
    """The match is private, so that other sites may not show it."""


class PicturesBusy(Refusal, code="pictures-busy", status=429):
    """Clients ask for more pictures than the server draws at once."""

    wait = 10
