"""What a rated match may do to a rating, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.boards.words import signed
from games.rating import Stake


def describe_stake(stake: Stake, seats: int) -> str:
    """What the first and the last place are worth, in one sentence."""
    if seats == 2:
        words = _("Rated: a win is worth {gain}, a loss {loss}.")
    else:
        words = _("Rated: the first place is worth {gain}, the last one {loss}.")
    return words.format(gain=signed(stake.gain), loss=signed(stake.loss))
