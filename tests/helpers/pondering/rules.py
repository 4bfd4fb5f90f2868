"""The rules of a known game, under another name."""

from __future__ import annotations

from dataclasses import replace

from games.titles.condottiere.rules.position import Condottiere


class Pondering(Condottiere):
    game = replace(Condottiere.game, slug="pondering", name="Pondering")
