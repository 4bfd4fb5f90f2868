"""Kabale und Hiebe on screen: a stage with its goals, the show of the award, the hand."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.board import Board
from games.engine.contract import Outcome
from games.titles.kabale.board.faces import card_name
from games.titles.kabale.board.lines import LINE_WRITERS
from games.titles.kabale.board.table import KabaleTable
from games.titles.kabale.rules.position import KABALE


class KabaleBoard(Board):
    """How the house shows Kabale und Hiebe."""

    game = KABALE
    table = KabaleTable
    line_writers = LINE_WRITERS

    def card_name(self, card: str) -> str:
        return card_name(card)

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        if outcome.reason != "rounds":
            return _("{names} wins.").format(names=winners)
        best = outcome.scores[outcome.places.index(1)]
        if count == 1 and outcome.scores.count(best) > 1:
            # More goals of 5 points, then of 4, 3, 2, 1 (spec: End).
            text = _("{names} wins with {points} points and the better goals.")
        else:
            text = ngettext(
                "{names} wins with {points} points.",
                "{names} share the victory with {points} points.",
                count,
            )
        return text.format(names=winners, points=best)
