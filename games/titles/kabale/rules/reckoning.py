"""What an award would bring now, as far as a viewer can know (spec: Hidden from a viewer)."""

from __future__ import annotations

from games.engine.contract import Json
from games.titles.kabale.rules.award import Award, award
from games.titles.kabale.rules.cards import UNKNOWN, Goal


def award_as_seen(column: Json) -> Award:
    """The award of a column of a view, were it given now.

    A card that the viewer cannot see lies there, which a hermit and a little giant feel, but has
    neither number nor ability: what it will do is for the end of the round.
    """
    cards = [(laid["seat"], laid["card"] or UNKNOWN) for laid in column["cards"]]
    return award(Goal(*column["goal"]), cards)
