"""Kabale und Hiebe on screen: a stage with its goals, the show of the award, the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Happening, Outcome
from games.presenters.kabale.faces import card_name
from games.presenters.kabale.lines import TELLERS
from games.presenters.kabale.table import KabaleTable
from games.presenters.lines import Line
from games.rules.kabale.position import KABALE

if TYPE_CHECKING:
    from games.presenters.table import Table


class KabaleBoard:
    """How the house shows Kabale und Hiebe."""

    game = KABALE

    def build(self, table: Table) -> KabaleTable:
        return KabaleTable(table)

    def card_name(self, card: str) -> str:
        return card_name(card)

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        if outcome.reason != "rounds":
            return _("{names} wins.").format(names=winners)
        best = outcome.scores[outcome.places.index(1)]
        if count == 1 and outcome.scores.count(best) > 1:
            # Rules, End: more goals of 5 points, then of 4, 3, 2, 1.
            text = _("{names} wins with {points} points and the better goals.")
        else:
            text = ngettext(
                "{names} wins with {points} points.",
                "{names} share the victory with {points} points.",
                count,
            )
        return text.format(names=winners, points=best)

    def tell(self, happening: Happening, names: Sequence[str]) -> list[Line]:
        teller = TELLERS.get(happening.kind)
        return [teller(happening.facts, names)] if teller is not None else []
