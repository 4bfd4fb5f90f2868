"""The great moments of Kabale und Hiebe in large: cards that act, and who takes which goal."""

from __future__ import annotations

from games.boards.beats import BannerWriter, line_banners
from games.titles.kabale.board.lines import LINE_WRITERS

BANNERS: dict[str, BannerWriter] = line_banners(
    LINE_WRITERS, "assassinated", "swapped", "round-ended", "awarded", "goals-opened"
)
