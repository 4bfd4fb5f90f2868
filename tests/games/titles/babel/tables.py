"""A table of Babel from the view of a player."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from games.engine.contract import Json
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.table import Table, table_for
from games.titles.babel.board.board import BabelTable
from tests.games.titles.babel.rules.tables import (
    cards,
    site,
)
from tests.helpers.matches import user_at

EXAMPLE: Json = {
    "stones": ["hittite", "assyrian"],
    "hands": [cards("AHS"), cards("MMMSSPP")],
    "rows": [[5, 3], [4, 1]],
    "sites": {
        "hittite": site("SSSSAPP", "PSAAM", [1], [1, 2, 3, 4, 5, 6]),
        "sumerian": site("PP"),
        "assyrian": site("HHH", "", [1, 2], [1, 2, 3]),
    },
}
"""Nearly the worked example of the rulebook."""


def table_of(match: Match, seat: int | None) -> Table:
    user = user_at(match, seat) if seat is not None else AnonymousUser()
    return table_for(open_match(user, match.id))


def board(match: Match, seat: int | None = 0) -> BabelTable:
    built = table_of(match, seat).board
    assert isinstance(built, BabelTable)
    return built


def offers(match: Match) -> dict[str, str]:
    """Return the effect of each power that the viewer can use."""
    groups = [group for place in board(match).sites for group in place.near.groups]
    return {offer.mark: offer.effect for group in groups for offer in group.offers}
