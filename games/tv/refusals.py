"""The refusals of TV."""

from __future__ import annotations

from core.refusals import Refusal


class NoSuchChannel(Refusal, code="no-such-channel", status=404):
    """The site has no such channel."""
