"""The possible rating changes of a rated match, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.boards.words import signed
from games.rating import RatingPreview


def describe_rating_preview(preview: RatingPreview, seats: int) -> str:
    """Return what the first and the last place are worth, in one sentence."""
    if seats == 2:
        words = _("Rated: a win is worth {gain}, a loss {loss}.")
    else:
        words = _("Rated: first place is worth {gain}, last place {loss}.")
    return words.format(gain=signed(preview.gain), loss=signed(preview.loss))
