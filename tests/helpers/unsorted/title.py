"""A known game under another name, with a mistake in its rules."""

from __future__ import annotations

from dataclasses import replace

from games.engine.contract import Move
from games.titles.babel.rules.position import Babel
from games.titles.contract import Title


class Unsorted(Babel):
    game = replace(Babel.game, slug="unsorted", name="Unsorted")

    def moves(self, seat: int) -> list[Move]:
        by_words = {repr(move): move for move in super().moves(seat)}
        return [by_words[words] for words in set(by_words)]


TITLE = Title(rules=(Unsorted,))
