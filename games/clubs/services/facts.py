"""Validate what organisers type about a game."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_noop as _

from core.refusals import Refusal
from games.engine.refusals import BadRecord
from games.titles.registry import newest


def seats_of(slug: str, refusal: type[Refusal]) -> Collection[int]:
    """Return the numbers of players of a game; raise the refusal if there is no such game."""
    try:
        return newest(slug).game.seats
    except BadRecord as unknown:
        raise refusal(_("There is no such game. Choose another one.")) from unknown
