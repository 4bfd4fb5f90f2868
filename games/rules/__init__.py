"""The shelf: every game the house can play, by slug and rules version.

A version stays registered for ever, so that old records replay as they were played.
"""

from games.engine.contract import Game, Position
from games.engine.refusals import BadRecord
from games.rules.babel.position import Babel
from games.rules.condottiere.position import Condottiere
from games.rules.kabale.position import Kabale
from games.rules.kharnage.position import Kharnage

SHELF: dict[tuple[str, int], type[Position]] = {
    (position.game.slug, position.game.rules): position
    for position in (Condottiere, Babel, Kabale, Kharnage)
}


def newest(slug: str) -> type[Position]:
    """The newest rules of a game; BadRecord if the house does not have it."""
    versions = [version for known, version in SHELF if known == slug]
    if not versions:
        raise BadRecord("There is no game “{game}” here.", game=slug)
    return SHELF[slug, max(versions)]


def games() -> list[Game]:
    """Every game in its newest rules, in the order of the shelf."""
    return [newest(slug).game for slug in dict.fromkeys(slug for slug, _ in SHELF)]
