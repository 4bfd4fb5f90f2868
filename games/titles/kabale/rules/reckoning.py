"""The award of a column now, as far as a viewer can know it (spec: Hidden from a viewer)."""

from __future__ import annotations

from games.engine.contract import Json
from games.titles.kabale.rules.award import Award, award
from games.titles.kabale.rules.cards import UNKNOWN, Goal


def award_as_seen(column: Json) -> Award:
    """Return the award of a column of a view if the round ended now.

    A card that the viewer cannot see counts as a card for hermit and little giant, but has neither
    a number nor an ability.
    """
    cards = [(laid["seat"], laid["card"] or UNKNOWN) for laid in column["cards"]]
    return award(Goal(*column["goal"]), cards)
