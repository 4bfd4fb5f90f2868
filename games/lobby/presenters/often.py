"""Words for players who have met as often today as counts for their ratings."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import ngettext

from accounts.http import Visitor
from games.boards.words import list_words
from games.ladders.services import fair_play


def often_words(user: Visitor, others: Mapping[int, str]) -> str:
    """Return a sentence on those whose rated match with a user would not count, or "".

    Args:
        user: The visitor.
        others: The names of the other players, by the ids of their accounts.
    """
    if not user.is_authenticated or not others:
        return ""
    met = fair_play.met_often(user.pk, others)
    return named([name for other, name in others.items() if other in met])


def named(names: list[str]) -> str:
    """Return the sentence for the players with these names, or "" for none."""
    if not names:
        return ""
    words = ngettext(
        "You’ve had two rated matches with {names} today: a third won’t count for ratings.",
        "You’ve had two rated matches each with {names} today: a third won’t count for ratings.",
        len(names),
    )
    return words.format(names=list_words(names))
